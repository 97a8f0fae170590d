#!/bin/sh
# Makes the files of a release of what is committed: sh .github/release.sh URL [DIRECTORY]
#
# Leaves in the directory (default: build-release) trace2-VERSION.tar.gz; trace2.hpp, the one header with
# Boost's parts inside, which are taken from BOOST (default: /usr/include); SHA256SUMS; and packaging/, the
# recipes for collections of packages. URL is the project's page; see packaging/README.md. The same commit
# makes the same files. Needs git and python3.
set -eu
cd "$(dirname "$0")/.."
refuse() {
  echo "$1" >&2
  exit 1
}

[ $# -ge 1 ] || refuse 'usage: sh .github/release.sh URL [DIRECTORY]'
url=${1%/} directory=${2:-build-release}
version=$(sed -n 's/^#define TRACE2_VERSION "\(.*\)"/\1/p' include/trace2/version.hpp)
grep -q "^## $version (20[0-9-]*)" .github/CHANGELOG.md || refuse "CHANGELOG.md has no date of $version."
[ -z "$(git status --porcelain)" ] || refuse 'There are changes that are not committed.'

archive=trace2-$version.tar.gz
rm -rf "$directory/packaging"
mkdir -p "$directory"
git archive --prefix="trace2-$version/" HEAD | gzip -9n >"$directory/$archive"
python3 examples/consumers/one-header/make_header.py --boost "${BOOST:-/usr/include}" >"$directory/trace2.hpp"
(cd "$directory" && sha256sum "$archive" trace2.hpp >SHA256SUMS)

cp -R .github/packaging "$directory"
rm "$directory/packaging/README.md"
sha256=$(sha256sum <"$directory/$archive")
sha512=$(sha512sum <"$directory/$archive")
find "$directory/packaging" -type f -exec sed -i \
  "s|@VERSION@|$version|g; s|@URL@|$url|g; s|@SHA256@|${sha256%% *}|g; s|@SHA512@|${sha512%% *}|g" {} +
echo "$directory has version $version. Tag it: git tag -s v$version"
