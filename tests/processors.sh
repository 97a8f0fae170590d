#!/bin/sh
# Builds and tests for other processors: sh tests/processors.sh [PROCESSOR...]
#
#   aarch64 riscv64 ppc64le s390x armhf i386; the default is all of them
#
# Installs Debian's cross compilers and qemu-user, which runs the programs (as root or with sudo). Each
# build has a directory build-PROCESSOR at the top of the project. SUITES chooses the unit tests by their
# beginning (default: "detail/time detail/text recording read/recording"). Of the conformance tests it
# runs those that compare what a program of tests writes; others run programs that Python starts, which
# would take the kernel's help.
#
# An emulated processor is slow, and qemu-user doesn't deliver SIGBUS for a truncated file as the kernel
# does: tests that wait for it say so and try nothing.
set -u
exec </dev/null
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh
. tests/support/build.sh

: "${JOBS:=$(getconf _NPROCESSORS_ONLN)}"
: "${SUITES:=detail/time detail/text recording read/recording}"

# The compiler's name for a processor, that of qemu, that of Meson, and the order of bytes.
describe() {
  case $1 in
  aarch64) set -- aarch64-linux-gnu aarch64 aarch64 little ;;
  riscv64) set -- riscv64-linux-gnu riscv64 riscv64 little ;;
  ppc64le) set -- powerpc64le-linux-gnu ppc64le ppc64 little ;;
  s390x) set -- s390x-linux-gnu s390x s390x big ;;
  armhf) set -- arm-linux-gnueabihf arm arm little ;;
  i386) set -- i686-linux-gnu i386 x86 little ;;
  *) echo "unknown processor: $1" && exit 2 ;;
  esac
  triplet=$1 family=$3 endian=$4 run="'qemu-$2', '-L', '/usr/$1'"
  # For each page of a mapping qemu-user takes memory, which each fork copies; a ring maps what it can.
  case $2 in *64* | s390x) run="$run, '-R', '2G'" ;; esac
  # This processor runs these programs itself, if it is of the same family. In qemu-i386 threads hang.
  [ "$2" != i386 ] || run="'/usr/$1/lib/ld-linux.so.2', '--library-path', '/usr/$1/lib'"
  # Tests, unlike headers, convert numbers as if a size had 64 bits.
  lenient=
  case $family in arm | x86) lenient=", '-Wno-conversion', '-Wno-shift-count-overflow'" ;; esac
}

# Headers that are the same for all processors, and nothing of this one's C library beside them.
share_headers() {
  mkdir -p build-shared/include build-shared/pkgconfig
  boost=$(echo '#include <boost/version.hpp>' | g++ -E -x c++ - | sed -n 's/^# 1 "\(.*boost\)\/version.hpp".*/\1/p' | head -n 1)
  ln -sfn "$boost" build-shared/include/boost
  ln -sfn /usr/include/catch2 build-shared/include/catch2
  version=$(pkg-config --modversion catch2 2>/dev/null || pkg-config --modversion catch2-with-main)
  printf 'Name: catch2\nDescription: headers\nVersion: %s\nCflags:\n' "$version" \
    >build-shared/pkgconfig/catch2.pc
}

machine_file() {
  cat <<END
[binaries]
cpp = ['$triplet-g++']
ar = '$triplet-ar'
strip = '$triplet-strip'
pkgconfig = 'pkg-config'
exe_wrapper = [$run]
[built-in options]
cpp_args = ['-isystem', '$PWD/build-shared/include', '-Wno-psabi'$lenient]
[properties]
boost_root = '$PWD/build-shared'
pkg_config_libdir = '$PWD/build-shared/pkgconfig'
needs_exe_wrapper = true
[host_machine]
system = 'linux'
cpu_family = '$family'
cpu = '$family'
endian = '$endian'
END
}

processors=${*:-aarch64 riscv64 ppc64le s390x armhf i386}
need qemu-user command -v qemu-aarch64
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need g++ command -v g++
for processor in $processors; do
  describe "$processor"
  need "g++-$triplet" command -v "$triplet-g++"
done
need_build_tools
install_needed
share_headers

targets='tests/conformance/golden tests/conformance/replay' tests=
for suite in $SUITES; do
  targets="$targets tests/unit_$(echo "$suite" | tr / _)"
  tests="$tests $(sed -n "s:^  '\($suite/[^']*\)',$:\1:p" tests/meson.build)"
done

failed=
for processor in $processors; do
  echo
  echo "== build-$processor"
  describe "$processor"
  machine_file >"build-shared/$processor.ini"
  export CXX="$triplet-g++"
  # shellcheck disable=SC2086  # several options, targets and tests
  configure "build-$processor" --cross-file "build-shared/$processor.ini" -Dexamples=false $quick &&
    ninja -C "build-$processor" -k 0 -j "$JOBS" $targets &&
    meson test -C "build-$processor" --no-rebuild --num-processes "$JOBS" --timeout-multiplier 10 $tests \
        'golden full' 'golden brief' 'like git' ||
    failed="$failed $processor"
done
echo
[ -z "$failed" ] && echo "all passed: $processors" && exit
echo "failed:$failed"
exit 1
