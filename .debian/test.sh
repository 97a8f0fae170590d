#!/bin/sh
# Builds Debian's packages, and installs, uses and removes them in a bare system: sh .debian/test.sh
#
# The bare system is made by debootstrap, which takes root and some minutes, of this system's release
# (RELEASE) from Debian's archive (MIRROR). Installs what is missing, as tests/run.sh does. Everything
# is in build-debian. The exit status is 0 when the packages are without a fault, and 77 where no bare
# system can be made.
set -eu
cd "$(dirname "$0")/.."
. tests/support/setup.sh
packages=$PWD/build-debian system=$PWD/build-debian/system
: "${RELEASE:=$(. /etc/os-release && echo "$VERSION_CODENAME")}" "${MIRROR:=}"

need g++ command -v g++
need dpkg-dev command -v dpkg-buildpackage
need debhelper command -v dh
need lintian command -v lintian
need debootstrap command -v debootstrap
need libcli11-dev have_header CLI/CLI.hpp
need zlib1g-dev have_header zlib.h
need libsqlite3-dev have_header sqlite3.h
need libcurl4-openssl-dev command -v curl-config
need libzstd-dev have_header zstd.h
need_build_tools
install_needed

rm -rf "$packages"
sh .debian/build.sh "$packages"
lintian --fail-on error,warning "$packages"/*.changes

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo "SKIPPED: to install the packages in a bare system takes root and debootstrap"
  exit 77
fi
# shellcheck disable=SC2086  # perhaps no mirror
debootstrap --variant=minbase "$RELEASE" "$system" $MIRROR >"$packages/debootstrap.log"
cp /etc/resolv.conf "$system/etc/"
find "$system" -xdev -name '*trace2*' >"$packages/before"
cp "$packages"/*.deb examples/hello.cpp "$system/root"

chroot "$system" sh -eux <<'COMMANDS'
export DEBIAN_FRONTEND=noninteractive
cd /root
apt-get update -qq
apt-get install -y -qq --no-install-recommends ./libtrace2-dev_*.deb ./trace2_*.deb g++ libc6-dev pkgconf >/root/apt.log 2>&1 ||
  { tail /root/apt.log; exit 1; }
g++ -std=c++20 hello.cpp -o hello $(pkg-config --cflags --libs trace2)
TRACE2_EVENT=/root/hello.event ./hello
trace2 tree hello.event | grep greet/world
apt-get purge -y -qq libtrace2-dev trace2 >/root/apt.log 2>&1
COMMANDS
rm -r "$system"/root/*
find "$system" -xdev -name '*trace2*' >"$packages/after"
cmp "$packages/before" "$packages/after"
rm -rf "$system"
echo "The packages install, work and go."
