class Trace2 < Formula
  desc "Structured tracing in the formats of Git's Trace2, and its reader"
  homepage "@URL@"
  url "@URL@/releases/download/v@VERSION@/trace2-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "BSL-1.0"

  depends_on "cli11" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => [:build, :test]
  depends_on "boost"
  depends_on "zstd"

  uses_from_macos "curl"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    features = %w[program zstd sqlite http].map { |name| "-D#{name}=enabled" }
    system "meson", "setup", "build", *features, *std_meson_args
    system "meson", "compile", "-C", "build", "--verbose"
    system "meson", "install", "-C", "build"
  end

  test do
    (testpath/"hello.cpp").write <<~CPP
      #include <trace2/trace2.hpp>
      int main(int argc, char** argv) {
        trace2::session const trace{argc, argv};
        TRACE2_REGION("greet", "world");
        return trace.exit(0);
      }
    CPP
    flags = shell_output("pkgconf --cflags --libs trace2").split
    system ENV.cxx, "-std=c++20", "hello.cpp", "-o", "hello", *flags
    ENV["TRACE2_EVENT"] = testpath/"hello.event"
    system "./hello"
    assert_match "greet/world", shell_output("#{bin}/trace2 tree hello.event")
  end
end
