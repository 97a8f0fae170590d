#!/bin/sh
# Builds and tests everything: sh tests/run.sh
#
# Installs what is missing (Debian and Ubuntu; as root or with sudo), then builds and tests in
# build-gcc, build-clang, build-asan and build-tsan at the top of the project. The last line says
# "N passed, N failed" with ", N skipped" if there were any; the exit status is 0 when none failed.
#
#   BUILDS="gcc"   only these of: gcc clang asan tsan
#   JOBS=4         this many jobs at once (default: one per processor)
set -u
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh

: "${BUILDS:=gcc clang asan tsan}"
: "${JOBS:=$(getconf _NPROCESSORS_ONLN)}"
passed=0 failed=0 skipped=0

# The tests switch tracing on for themselves.
for name in $(env | sed -n 's/^\(\(GIT_\)\{0,1\}TRACE2[A-Z0-9_]*\)=.*/\1/p'); do
  unset "$name"
done

fail() {
  echo "FAILED: $1"
  failed=$((failed + 1))
}

# configure DIRECTORY OPTION...: a directory that can't be configured again is made anew.
configure() {
  if [ -e "$1/build.ninja" ] && meson setup --reconfigure "$@"; then
    return
  fi
  rm -rf "$1"
  meson setup "$@"
}

# Adds the results of the last test run in DIRECTORY to the totals.
count_results() {
  # shellcheck disable=SC2046
  set -- $(python3 - "$1/meson-logs/testlog.json" <<'EOF'
import json, sys
kinds = {"OK": 0, "EXPECTEDFAIL": 0, "SKIP": 2}
counts = [0, 0, 0]
with open(sys.argv[1], encoding="utf-8") as log:
    for line in log:
        counts[kinds.get(json.loads(line)["result"], 1)] += 1
print(*counts)
EOF
)
  passed=$((passed + ${1:-0})) failed=$((failed + ${2:-1})) skipped=$((skipped + ${3:-0}))
}

# check NAME COMPILER SUITES OPTION...: builds in build-NAME and runs these suites, separated by
# blanks, or all when there are none.
check() {
  directory=build-$1 compiler=$2 suites=$3
  echo
  echo "== $directory"
  shift 3
  CXX=$compiler configure "$directory" "$@" || { fail "configuring $directory"; return; }
  ninja -C "$directory" -k 0 -j "$JOBS" || { fail "building $directory"; return; }
  set --
  for suite in $suites; do
    set -- "$@" --suite "$suite"
  done
  rm -f "$directory/meson-logs/testlog.json"
  meson test -C "$directory" --no-rebuild --num-processes "$JOBS" --print-errorlogs "$@"
  count_results "$directory"
}

# Whether a program built with this sanitizer starts here: some kernels lay out memory in ways that
# the sanitizers of older compilers do not expect.
sanitizer_works() {
  mkdir -p build-probe
  echo 'int main() {}' >build-probe/probe.cpp
  g++ "-fsanitize=$1" build-probe/probe.cpp -o build-probe/probe && ./build-probe/probe
}

# check_sanitized NAME SANITIZERS SUITES
check_sanitized() {
  if ! sanitizer_works "$2"; then
    echo "SKIPPED: build-$1, since a program with -fsanitize=$2 does not start here"
    skipped=$((skipped + 1))
    return
  fi
  check "$1" g++ "$3" "-Db_sanitize=$2" -Dcpp_args=-fno-sanitize-recover=all -Doptimization=1
}

for build in $BUILDS; do
  case $build in
  clang) need clang command -v clang++ ;;
  *) need g++ command -v g++ ;;
  esac
done
need python3 command -v python3
need git command -v git
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need_build_tools
install_needed

for build in $BUILDS; do
  case $build in
  gcc) check gcc g++ '' -Dbuildtype=debugoptimized -Dbenchmarks=true ;;
  clang) check clang clang++ '' -Dbuildtype=debug -Dbenchmarks=true ;;
  asan) check_sanitized asan address,undefined 'unit conformance examples' ;;
  tsan) check_sanitized tsan thread 'unit examples' ;;
  *) fail "there is no build called $build" ;;
  esac
done

echo
if [ "$skipped" = 0 ]; then
  echo "$passed passed, $failed failed"
else
  echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ]
