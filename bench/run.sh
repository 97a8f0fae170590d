#!/bin/sh
# Measures what tracing costs: sh bench/run.sh
#
# Builds in build-bench and writes build-bench/results.md, a table of figures beside their limits, and
# build-bench/results.json, the same for programs. Takes about five minutes. All cases take turns, so
# that a machine that changes its pace changes it for all.
#
#   DIRECTORY=/var/tmp   files are written here, e.g. to a disk (default: /dev/shm)
#   REPETITIONS=9        of each case
#   FILTER=EVENT         only cases whose names match
#   EVENTS=1000000       of each case of the flight recorder (default: ten million)
#
# Other tracers: those that are installed are measured by the same loop (bench/peers_bench.cpp):
# "apt install libspdlog-dev". For one that isn't packaged copy that file's only case: repeat
# workload::loop with its call, into the same workload::file. Recorders that are compared with the
# flight recorder are named in bench/recorder_peers.cpp.
set -eu
cd "$(dirname "$0")/.."

: "${DIRECTORY:=/dev/shm}" "${REPETITIONS:=5}" "${FILTER:=.}" "${EVENTS:=10000000}"
for name in $(env | sed -n 's/^\(TRACE2[A-Z0-9_]*\)=.*/\1/p'); do
  unset "$name"
done

if [ ! -e build-bench/build.ninja ]; then
  meson setup build-bench --buildtype=release -Dtests=false -Dexamples=false -Dbenchmarks=true
fi
meson compile -C build-bench
results=
for name in events peers; do
  [ -e "build-bench/bench/${name}_bench" ] || continue
  TRACE2_BENCH_DIR=$DIRECTORY "build-bench/bench/${name}_bench" --benchmark_filter="$FILTER" \
    --benchmark_min_time=0.1 --benchmark_repetitions="$REPETITIONS" \
    --benchmark_enable_random_interleaving=true --benchmark_out_format=json \
    --benchmark_out="build-bench/$name.json" >/dev/null
  results="$results build-bench/$name.json"
done
# shellcheck disable=SC2086  # a list of names
python3 bench/report.py build-bench/results $results

# The flight recorder: ten million events, the last byte included, to tmpfs and to a disk.
build-bench/bench/recorder_bench "$EVENTS" "$DIRECTORY" build-bench |
  tee -a build-bench/results.md

# How fast traces are read, beside Boost.JSON.
build-bench/bench/reader_bench tests/recordings 200 "$DIRECTORY"

# What a unit pays for including the library.
python3 bench/compile.py "${CXX:-c++}" "$REPETITIONS" | tee -a build-bench/results.md
