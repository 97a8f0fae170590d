#!/bin/sh
# Builds and tests: sh tests/run.sh [BUILD...]
#
#   quick   the library and the program trace2, with clang++, which compiles fastest; the default
#   gcc     with g++: besides these the examples, packages, faults, costs and what must not compile
#   clang   the same with clang++
#   asan    with clang's sanitizers of addresses and of undefined behaviour
#   tsan    with clang's sanitizer of threads, all that starts threads
#   off     the examples with all instrumentation compiled out
#   posix   with nothing that only Linux has, as on other systems; not part of "all"
#   faults  the tests of suite "faults" in build-gcc, each for TRACE2_FAULT_SECONDS (60)
#   slow    with g++ -O2 and the benchmarks: all tests, each with all that it can do
#   all     asan, tsan, off and slow, with a browser for the tests of pages; what slow has built also as
#           an ordinary user, and as root where nobody else may enter (tests/accounts.sh); each test of
#           faults takes 20 seconds
#
# Installs what is missing (Debian and Ubuntu; as root or with sudo; others are told what that is); slow
# fetches the archives of subprojects/*.wrap, too. A test, or a case of one, that needs what can't be had
# is skipped, with the reason. Each build has a directory build-BUILD at the top of the project. The last
# line says "N passed, N failed" with ", N skipped" if there were any; the exit status is 0 when none
# failed. JOBS=4 runs that many jobs at once (default: one per processor).
set -u
# The tests know what the standard descriptors are, whatever started this without one.
exec </dev/null
unset CDPATH
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh
. tests/support/build.sh

# Builds have a line each above.
for build; do
  grep -q "^#   $build  *[a-z]" tests/run.sh && continue
  sed -n '1d;/^#/!q;s/^# \{0,1\}//p' tests/run.sh
  [ "$build" != --help ] || exit 0
  echo "There is no build called $build." >&2
  exit 2
done
builds=${*:-quick}
is_all=
if [ "$builds" = all ]; then
  builds='asan tsan off slow' is_all=1
  export TRACE2_FAULT_SECONDS="${TRACE2_FAULT_SECONDS:-20}"
fi

: "${JOBS:=$(getconf _NPROCESSORS_ONLN)}"
passed=0 failed=0 skipped=0 launcher= is_partial= notes= since=$(date +%s)

# Says it at once, and again at the end: behind thousands of lines nobody finds it.
fail() {
  echo "FAILED: $1"
  failed=$((failed + 1)) notes="${notes}FAILED: $1
"
}

skip() {
  echo "SKIPPED: $1"
  skipped=$((skipped + 1)) notes="${notes}SKIPPED: $1
"
}

# took WHAT: says how long that took, since the last call.
took() {
  now=$(date +%s)
  notes="$notes$1: $((now - since)) s
"
  since=$now
}

# count_results DIRECTORY STATUS: adds the results of the test run, which ended so, to the totals. One
# that was ended from outside has failed, whatever its tests had said by then.
count_results() {
  [ -e "$1/meson-logs/testlog.json" ] || { fail "no test ran in $1"; return; }
  results=$(python3 tests/support/results.py "$1") || { fail "the results in $1 can't be read"; return; }
  read -r ok bad skip <<END
$results
END
  passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
  notes="$notes$(printf '%s\n' "$results" | sed 1d)
"
  [ "$bad" != 0 ] || [ "$2" = 0 ] || fail "the tests in $1 ended with status $2"
}

# check NAME COMPILER SUITES OPTION...: builds in build-NAME and runs these suites, separated by blanks,
# or all; "quick" among them leaves slow tests out. With $is_partial, it builds only what they need.
check() {
  directory=build-$1 suites=$3
  export CXX="$2"
  echo
  echo "== $directory"
  shift 3
  configure "$directory" "$@" || { fail "configuring $directory"; return; }
  set --
  targets=
  # shellcheck disable=SC2086  # several suites
  [ -z "$is_partial" ] || targets=$(python3 tests/support/chosen_tests.py targets "$directory" $suites)
  # shellcheck disable=SC2086  # several targets, several suites
  if ! ninja -C "$directory" -k 0 -j "$JOBS" $targets; then
    fail "building $directory"
    while read -r name; do set -- "$@" "$name"; done <<END
$(python3 tests/support/chosen_tests.py built "$directory" $suites)
END
  fi
  took "building $directory"
  for suite in $suites; do
    case $suite in
    quick) set -- "$@" --no-suite slow ;;
    *) set -- "$@" --suite "$suite" ;;
    esac
  done
  rm -f "$directory/meson-logs/testlog.json"
  # Limits of time are there to end what hangs, also on a machine that is busy with other things.
  $launcher meson test -C "$directory" --no-rebuild --num-processes "$JOBS" --print-errorlogs \
    --timeout-multiplier 4 "$@"
  count_results "$directory" $?
  took "testing $directory"
}

# starts COMMAND...: whether the program that was built with a sanitizer starts every time.
starts() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    "$@" build-probe/probe 2>/dev/null || return
  done
}

# check_sanitized NAME SANITIZERS SUITES OPTION...: the same with sanitizers. Those of older compilers
# do not expect how newer kernels lay out memory at random; without randomness they work.
check_sanitized() {
  mkdir -p build-probe
  echo 'int main() {}' >build-probe/probe.cpp
  clang++ "-fsanitize=$2" build-probe/probe.cpp -o build-probe/probe
  if starts env; then
    launcher=
  elif starts setarch -R; then
    launcher='setarch -R'
  else
    skip "build-$1, since a program with -fsanitize=$2 does not start here"
    return
  fi
  # The recorder's own guard takes SIGBUS only where nobody else does, and tests ask for more memory
  # than there is. The other options are Meson's.
  options=handle_sigbus=0:allocator_may_return_null=1
  ASAN_OPTIONS=$options:halt_on_error=1:abort_on_error=1:print_summary=1
  TSAN_OPTIONS=$options
  export ASAN_OPTIONS TSAN_OPTIONS
  name=$1 sanitizers=$2 suites=$3
  shift 3
  # clang++ compiles what it sanitizes twice as fast as g++, and by a fifth faster without lines for its
  # reports, which name functions; meson configure -Ddebug=true has them.
  check "$name" clang++ "$suites" "-Db_sanitize=$sanitizers" -Dcpp_args=-fno-sanitize-recover=all $quick "$@"
  unset ASAN_OPTIONS TSAN_OPTIONS
}

has_sanitizers() {
  [ -n "$(find "$(clang++ -print-resource-dir)" -name 'libclang_rt.asan*')" ]
}

has_browser() {
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

# The archives of subprojects/*.wrap, into subprojects/packagecache. They are unpacked elsewhere: what
# lies in subprojects could take the place of what is installed.
fetch_wrapped() {
  archives=$(sed -n 's/^source_filename = //p' subprojects/*.wrap) missing=
  for archive in $archives; do
    [ -e "subprojects/packagecache/$archive" ] || missing=1
  done
  [ -n "$missing" ] || return 0
  rm -rf build-wraps && mkdir -p build-wraps/subprojects subprojects/packagecache
  cp -R subprojects/*.wrap subprojects/packagefiles build-wraps/subprojects
  echo "project('wraps')" >build-wraps/meson.build
  timeout 300 meson subprojects download --sourcedir build-wraps >build-wraps/log 2>&1 ||
    echo "Could not fetch all archives of subprojects/*.wrap. Going on without."
  for archive in $archives; do
    cp "build-wraps/subprojects/packagecache/$archive" subprojects/packagecache 2>/dev/null
  done
  rm -rf build-wraps
}

# check_account SUITES WORD...: tests of build-slow, which have run, as somebody else. Nothing is built.
check_account() {
  suites=$1
  shift
  echo
  echo "== build-slow, as somebody else: $*"
  SUITES=$suites JOBS=$JOBS sh tests/accounts.sh -t build-slow "$@" >build-slow/account.log 2>&1
  status=$?
  grep -v '^ *[0-9]*/[0-9]* .* OK ' build-slow/account.log
  [ "$status" != 77 ] || { skip "$(sed -n 's/^SKIPPED: //p' build-slow/account.log)"; return; }
  count_results build-accounts "$status"
  took "testing as $*"
  # shellcheck disable=SC2086  # several suites
  python3 tests/support/results.py compare build-slow/meson-logs/testlog.json \
    build-accounts/meson-logs/testlog.json $suites || fail "the results are not root's: $*"
}

for build in $builds; do
  case $build in
  gcc | faults | off | posix | slow) need g++ command -v g++ ;;
  quick | clang) need clang command -v clang++ ;;
  asan | tsan)
    need clang command -v clang++
    need libclang-rt-dev has_sanitizers
    ;;
  esac
  case $build in
  clang | slow) need libbenchmark-dev have_header benchmark/benchmark.h ;;
  esac
done
need python3 command -v python3
need git command -v git
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need valgrind command -v valgrind
need zlib1g-dev have_header zlib.h
need libzstd-dev have_header zstd.h
need libsqlite3-dev have_header sqlite3.h
need systemtap-sdt-dev have_header sys/sdt.h
need libcurl4-openssl-dev command -v curl-config
need libcli11-dev have_header CLI/CLI.hpp
need protobuf-compiler command -v protoc
need python3-protobuf /usr/bin/python3 -c 'import google.protobuf'
# Some hundred megabytes, for one test each.
if [ -n "$is_all" ]; then
  need chromium has_browser
  need doxygen command -v doxygen
fi
need_build_tools
install_needed

for build in $builds; do
  launcher= is_partial=
  # shellcheck disable=SC2086  # several options
  case $build in
  quick)
    is_partial=1
    check quick clang++ 'quick unit conformance lifecycle structure' $quick
    ;;
  gcc) check gcc g++ quick $quick ;;
  posix)
    check posix g++ 'unit conformance lifecycle recorder examples' $quick \
      -Dcpp_args=-DTRACE2_DETAIL_POSIX_ONLY
    ;;
  clang) check clang clang++ quick $quick -Dbenchmarks=true ;;
  # Tests of headers and of costs call clang++ themselves, without sanitizers.
  asan)
    check_sanitized asan address,undefined \
      'quick unit conformance lifecycle recorder stress examples headers cost'
    ;;
  # None of these tests runs the program trace2, which takes minutes to compile.
  tsan) check_sanitized tsan thread 'quick unit recorder stress examples' -Dprogram=disabled ;;
  faults)
    is_partial=1
    check gcc g++ faults $quick
    ;;
  off) check off g++ examples $quick -Dinstrumentation=false -Dtests=false ;;
  slow)
    fetch_wrapped
    # g++ 12 -O2 sees regions that no call has entered as uninitialized, where files are one unit.
    check slow g++ '' \
      -Doptimization=2 -Ddebug=false -Dunity=on -Dbenchmarks=true -Dcpp_args=-Wno-maybe-uninitialized
    if [ -n "$is_all" ]; then
      check_account 'unit conformance lifecycle structure' user odd umask tmpdir settings TZ=Australia/Lord_Howe
      check_account 'conformance lifecycle' root private no-home
    fi
    ;;
  esac
done

[ -z "$notes" ] || printf '\n%s' "$notes"
report_results
