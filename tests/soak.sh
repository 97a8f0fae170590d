#!/bin/sh
# Makes faults happen for a long time: sh tests/soak.sh [MINUTES]
#
# Repeats the tests of suite "faults" with random seeds, which it prints, and the fuzzers of
# tests/fuzz where clang++ has libFuzzer; for 60 minutes if not told otherwise, with 2 jobs (JOBS).
# Ends with a table: rounds, faults made, losses, hangs, crashes. The exit status is 0 when there are
# none of the last three. Installs what is missing, as tests/run.sh does, but not clang++.
set -u
exec </dev/null
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh
. tests/support/build.sh

minutes=${1:-60}
: "${JOBS:=2}"

need g++ command -v g++
need python3 command -v python3
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need_build_tools
install_needed

export CXX=g++
# shellcheck disable=SC2086  # several options
configure build-gcc $quick || exit
ninja -C build-gcc -j "$JOBS" faults || exit
# Sums up recordings, if the libraries that it needs are there.
ninja -C build-gcc -j "$JOBS" examples/trace2 2>/dev/null || echo "Going on without the program trace2."

# fuzzer NAME: compiles tests/fuzz/NAME_fuzz.cpp unless nothing is newer than its program.
fuzzer() {
  program=build-soak/$1_fuzz
  [ -e "$program" ] && [ -z "$(find include tests/fuzz -newer "$program" -name '*pp')" ] && return
  clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined ${BOOST_ROOT:+-isystem "$BOOST_ROOT/include"} \
    -I include -I tests "tests/fuzz/$1_fuzz.cpp" -o "$program" 2>/dev/null
}
mkdir -p build-soak
if command -v clang++ >/dev/null; then
  for name in reader flight_recorder; do
    fuzzer "$name" || echo "Going on without the fuzzer of $name, which clang++ can't compile here." &
  done
  wait
else
  echo "Going on without fuzzers: there is no clang++."
fi
exec python3 tests/faults/soak.py "$minutes" "$JOBS" build-gcc build-soak
