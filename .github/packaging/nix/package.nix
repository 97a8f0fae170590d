{
  lib,
  stdenv,
  fetchurl,
  meson,
  ninja,
  pkg-config,
  boost,
  cli11,
  curl,
  sqlite,
  zlib,
  zstd,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "trace2";
  version = "@VERSION@";

  src = fetchurl {
    url = "@URL@/releases/download/v${finalAttrs.version}/trace2-${finalAttrs.version}.tar.gz";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = [
    meson
    ninja
    pkg-config
  ];
  buildInputs = [
    cli11
    curl
    sqlite
    zlib
    zstd
  ];
  # Programs include its headers.
  propagatedBuildInputs = [ boost ];

  mesonBuildType = "release";
  mesonFlags = map (name: lib.mesonEnable name true) [
    "program"
    "zstd"
    "sqlite"
    "http"
  ];

  meta = {
    description = "Structured tracing in the formats of Git's Trace2, and its reader";
    homepage = "@URL@";
    license = lib.licenses.boost;
    mainProgram = "trace2";
    platforms = lib.platforms.linux;
  };
})
