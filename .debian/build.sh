#!/bin/sh
# Builds Debian's packages of this source tree: sh .debian/build.sh [DIRECTORY]
#
# Leaves libtrace2-dev_VERSION_all.deb and trace2_VERSION_ARCHITECTURE.deb in the directory (default:
# build-debian). Needs dpkg-dev, and what debian/control names for a build. Debian's own tools expect
# these files in a folder debian at the top, so that a copy of the sources has them there. The packages'
# maintainer is whoever DEBFULLNAME and DEBEMAIL name, as in Debian's tools.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-$root/build-debian}"
destination=$(cd "${1:-$root/build-debian}" && pwd)

version=$(sed -n 's/^#define TRACE2_VERSION "\(.*\)"/\1/p' "$root/include/trace2/version.hpp")
copy=$destination/trace2-$version
rm -rf "$copy"
mkdir "$copy"
cd "$root"
cp -R .cmake .doxygen LICENSE README.md examples include meson.build meson_options.txt "$copy"
mkdir "$copy/subprojects"
cp -R .debian "$copy/debian"
rm "$copy/debian"/*.sh
cd "$copy"
# The time of the newest change, so that the same sources make the same packages.
changed=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/include/trace2/version.hpp")
maintainer="${DEBFULLNAME:-The trace2 authors} <${DEBEMAIL:-trace2@example.org}>"
sed -i "s/@MAINTAINER@/$maintainer/" debian/control
cat >debian/changelog <<END
trace2 ($version) unstable; urgency=low

  * Version $version. See .github/CHANGELOG.md in the sources.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$changed")
END
dpkg-buildpackage -us -uc -b
rm -rf "$copy"
