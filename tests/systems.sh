#!/bin/sh
# Builds for other systems: sh tests/systems.sh [SYSTEM...]
#
#   musl     Linux with musl, linked statically: compiles all headers in one unit, and builds and runs
#            an example and unit tests
#   macos    compiles all headers and the same example, and links that; runs nothing
#   freebsd  compiles them
#   netbsd
#   openbsd
#   windows  compiles headers with MinGW and Clang, without a warning, and runs unit tests, examples and
#            conformance tests under Wine. Named, it fails without Wine. Wine can't show that lines of
#            several processes stay whole in one file, how a console looks, sockets of Unix, what a
#            virus scanner costs, paths above 260 characters, and that the disk gets back what a
#            recording has not used
#   windows-command  compares the command trace2 under Wine with the one for Linux
#
# The default is all of them. Except for Windows, the compiler is clang++ in the guise of "zig c++", which
# has the headers and libraries of these systems with it: that of PATH, or else of the Python package
# ziglang, which is put into build-systems. SUITES chooses the unit tests by their directories. The last line says
# "N passed, N failed", with ", N skipped" if there were any; the exit status is 0 when none failed.
set -u
exec </dev/null
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh
. tests/support/build.sh

: "${SUITES:=detail/system detail/text detail/time recording session sink value}"

# Sets "zig" to the command of the compiler.
find_zig() {
  zig=$(command -v zig) && return
  zig="$built/python/bin/python -m ziglang"
  $zig version >/dev/null 2>&1 ||
    { python3 -m venv "$built/python" && "$built/python/bin/pip" install -q ziglang; } >"$built/log" 2>&1
}

# What the compiler calls a system, and how it links there.
describe() {
  case $1 in
  musl) target=x86_64-linux-musl link=-static ;;
  macos) target=aarch64-macos link= ;;
  freebsd | netbsd | openbsd) target=x86_64-$1 link=-c ;;
  windows | windows-command) ;;
  *) echo "unknown system: $1" && exit 2 ;;
  esac
}

compile() {
  # shellcheck disable=SC2086  # several words
  $zig c++ -target "$target" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
    -Iinclude -Itests -isystem "$built/include" "$@"
}

# check WHAT COMMAND...: counts the result.
check() {
  what=$1
  shift
  if "$@" >"$built/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    tail -n 20 "$built/log"
    echo "FAILED: $system: $what"
  fi
}

# All headers, but for those of libraries which are not there.
all_headers() {
  (cd include && find trace2 -name '*.hpp') | grep -v -e gzip_source -e zstd_source -e /windows/ | sort | sed 's/.*/#include <&>/'
}

# The unit tests of a directory as one program, in which each file is run by itself.
unit_tests() {
  names=$(sed -n "s:^  '$1/\([^/']*\)',$:\1:p" tests/meson.build)
  program=$built/$system-$(echo "$1" | tr / _)
  for name in $names; do echo "#include \"$1/${name}_test.cpp\""; done >"$program.cpp"
  rm -f "$program"
  check "$1" compile -w -O0 $link "$program.cpp" "$built/$system-main.o" -o "$program"
  [ -e "$program" ] || return
  for name in $names; do
    check "$1/$name" "$program" --filenames-as-tags -w NoTests "[#${name}_test]"
  done
}

# What tests/structure asks of a Windows without tracing.
windows_examples() {
  [ -e "$built/meson/build.ninja" ] || CXX=g++ meson setup "$built/meson" -Dtests=true || return
  PYTHONDONTWRITEBYTECODE=1 python3 tests/structure/compiled_out_windows.py "$PWD" "$built/meson" run
}

# What tests/windows/check.py counts.
windows_checks() {
  PYTHONDONTWRITEBYTECODE=1 python3 tests/windows/check.py . "$built/meson" >"$built/log" 2>&1
  cat "$built/log"
  counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$built/log")
  read -r ok bad skip <<END
${counts:-0 1 0}
END
  passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
}

# The command for Windows and the one for here: tests/windows/command.py compares what they say.
windows_command() {
  cat >"$built/windows.ini" <<END
[binaries]
pkgconfig = 'pkg-config'
[properties]
boost_root = '$built'
pkg_config_libdir = '/usr/share/pkgconfig'
END
  set -- -Dprogram=enabled -Dsqlite=disabled -Dzstd=disabled -Dhttp=disabled -Doptimization=0
  [ -e "$built/here/build.ninja" ] || CXX=clang++ meson setup "$built/here" "$@" || return
  [ -e "$built/there/build.ninja" ] ||
    meson setup "$built/there" --cross-file examples/guide/mingw.ini --cross-file "$built/windows.ini" \
      "-Dcpp_args=['-isystem', '$built/include', '-Wa,-mbig-obj']" "$@" || return
  ninja -C "$built/here" examples/trace2 && ninja -C "$built/there" examples/trace2.exe &&
    PYTHONDONTWRITEBYTECODE=1 python3 tests/windows/command.py "$built/here/examples/trace2" "$built/there/examples/trace2.exe"
}

systems=${*:-musl macos freebsd netbsd openbsd windows windows-command}
built=$PWD/build-systems
: "${ZIG_GLOBAL_CACHE_DIR:=$built/cache}"
export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR="$ZIG_GLOBAL_CACHE_DIR"
passed=0 failed=0 skipped=0
need python3 command -v python3
need python3-venv python3 -c 'import ensurepip'
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need g++ command -v g++
need boost have_boost
case " $systems " in
*' windows'*)
  need g++-mingw-w64-x86-64-posix command -v x86_64-w64-mingw32-g++-posix
  need g++-mingw-w64-x86-64-win32 command -v x86_64-w64-mingw32-g++-win32
  need libz-mingw-w64-dev test -e /usr/x86_64-w64-mingw32/include/zlib.h
  need libcli11-dev have_header CLI/CLI.hpp
  need clang command -v clang++
  need wine command -v wine
  need_build_tools
  ;;
esac
install_needed
# Headers that are the same for all systems, and nothing of this one's C library beside them.
mkdir -p "$built/include" "$built/lib"
boost=$(echo '#include <boost/version.hpp>' | g++ -E -x c++ - | sed -n 's/^# 1 "\(.*boost\)\/version.hpp".*/\1/p' | head -n 1)
ln -sfn "$boost" "$built/include/boost"
ln -sfn /usr/include/catch2 "$built/include/catch2"
ln -sfn /usr/include/CLI "$built/include/CLI"
all_headers >"$built/all_headers.cpp"

export TRACES="$PWD/tests/traces/git" RECORDINGS="$PWD/tests/recordings"
for system in $systems; do
  describe "$system"
  echo "== $system"
  case $system in
  windows*)
    if ! command -v x86_64-w64-mingw32-g++ >/dev/null || ! command -v wine >/dev/null; then
      if [ $# -gt 0 ]; then
        echo "FAILED: $system: there is no MinGW or no Wine here"
        failed=$((failed + 1))
      else
        echo "SKIPPED: $system, since there is no MinGW or no Wine here"
        skipped=$((skipped + 1))
      fi
    elif [ "$system" = windows ]; then
      check "examples compiled out" windows_examples
      windows_checks
    else
      check "the command" windows_command
      tail -n 1 "$built/log"
    fi
    continue
    ;;
  esac
  if ! find_zig; then
    echo "SKIPPED: $system, since there is no compiler for it here"
    skipped=$((skipped + 1))
    continue
  fi
  check "all headers" compile -c "$built/all_headers.cpp" -o "$built/$system.o"
  check "hello" compile $link examples/hello.cpp -o "$built/$system-hello"
  [ "$system" = musl ] || continue
  check "hello runs" "$built/musl-hello"
  if [ -e /usr/include/catch2/catch.hpp ]; then
    check "Catch2" compile -w -c tests/support/main.cpp -o "$built/musl-main.o"
    for suite in $SUITES; do unit_tests "$suite"; done
  else
    echo "SKIPPED: unit tests of musl, which need Catch2 2 in one header"
    skipped=$((skipped + 1))
  fi
done

report_results
