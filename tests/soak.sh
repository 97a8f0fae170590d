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

# fuzzers NAME...: compiles what the fuzzers call of the command, and each tests/fuzz/NAME_fuzz.cpp with it,
# unless nothing is newer than their programs.
fuzzers() {
  is_old=
  for name; do
    program=build-soak/${name}_fuzz
    [ -e "$program" ] && [ -z "$(find include examples/trace2 tests/fuzz -newer "$program" -name '*pp')" ] || is_old=1
  done
  [ -n "$is_old" ] || return 0
  names=$*
  (
    rm -rf build-soak/objects && mkdir -p build-soak/objects && cd build-soak/objects || exit
    set -- -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined ${BOOST_ROOT:+-isystem "$BOOST_ROOT/include"} \
      -I ../../include -I ../../examples/trace2 -I ../../tests
    for room in convert model output statistics summary system walk why; do
      printf '%s\n' ../../examples/trace2/$room/*.cpp
    done | xargs -n 1 -P "$JOBS" clang++ "$@" -c 2>/dev/null || exit
    for name in $names; do
      clang++ "$@" "../../tests/fuzz/${name}_fuzz.cpp" ./*.o -o "../${name}_fuzz" 2>/dev/null || exit
    done
  )
}
mkdir -p build-soak
if command -v clang++ >/dev/null; then
  fuzzers reader flight_recorder || echo "Going on without fuzzers, which clang++ can't compile here."
else
  echo "Going on without fuzzers: there is no clang++."
fi
exec python3 tests/faults/soak.py "$minutes" "$JOBS" build-gcc build-soak
