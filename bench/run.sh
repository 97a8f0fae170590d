#!/bin/sh
# Measures the cost of tracing: sh bench/run.sh
#
# Builds in build-bench and writes build-bench/results.md, a table of figures beside their limits,
# build-bench/results.json, the same for programs, and build-bench/chart.svg, a picture of the main ones
# (bench/chart.svg is a copy). Takes about five minutes. All cases take turns, so
# that a change of the machine's speed affects all.
#
#   DIRECTORY=/tmp       files are written here (default: /dev/shm, which is memory)
#   DISK=/var/tmp        and here, for the rows "on a disk" (default: build-bench)
#   REPETITIONS=9        of each case
#   FILTER=EVENT         only cases whose names match
#   EVENTS=1000000       of each case of the flight recorder (default: ten million)
#
# Other tracers that are installed take part in the same loop (bench/peers_bench.cpp):
# "apt install libspdlog-dev liblttng-ust-dev lttng-tools". LTTng records while a session runs:
#
#   lttng create bench && lttng enable-event -u trace2_bench:data && lttng start
#
# HdrHistogram takes part if pkg-config or CMake finds it:
#
#   git clone https://github.com/HdrHistogram/HdrHistogram_c hdr
#   cmake -S hdr -B hdr/build -DHDR_HISTOGRAM_BUILD_PROGRAMS=OFF -DHDR_LOG_REQUIRED=OFF \
#     -DCMAKE_BUILD_TYPE=Release
#   cmake --build hdr/build --target install
#
# A growing recording can't cost less than its pages. The rows "limit: …, mapped" of the flight recorder
# are plain loops that store the same bytes into a file that grows, without a recorder; the rows
# "limit: …, write(2)" lose the bytes that are not written yet when the process is killed. On tmpfs, the
# kernel takes some 3 µs for each page of 4 KiB, or 256 regions; with huge=within_size, a third at most.
#
# Recorders that no distribution packages, such as quill, fmtlog, binlog and Tracy, take part in the
# loop of the flight recorder; bench/recorder_peers.cpp says how.
set -eu
cd "$(dirname "$0")/.."

: "${DIRECTORY:=/dev/shm}" "${DISK:=$PWD/build-bench}" "${REPETITIONS:=5}" "${FILTER:=.}" "${EVENTS:=10000000}"
for name in $(env | sed -n 's/^\(TRACE2[A-Z0-9_]*\)=.*/\1/p'); do
  unset "$name"
done

if [ ! -e build-bench/build.ninja ]; then
  meson setup build-bench --buildtype=release -Dbenchmarks=true -Dprogram=auto
fi
meson compile -C build-bench

# measure NAME DIRECTORY FILTER OUTPUT
measure() {
  TRACE2_BENCH_DIR=$2 "build-bench/bench/$1_bench" --benchmark_filter="$3" \
    --benchmark_min_time=0.1 --benchmark_repetitions="$REPETITIONS" \
    --benchmark_enable_random_interleaving=true --benchmark_out_format=json \
    --benchmark_out="build-bench/$4.json" >/dev/null
}
measure events "$DIRECTORY" "$FILTER" events
measure peers "$DIRECTORY" "$FILTER" peers
measure events "$DISK" 'limit/write|file/|buffered/' disk
python3 bench/report.py build-bench/results build-bench/events.json build-bench/peers.json \
  'on a disk=build-bench/disk.json'

# The flight recorder: $EVENTS events, the last byte included, to tmpfs and to a disk.
build-bench/bench/recorder_bench "$EVENTS" "$DIRECTORY" "$DISK" |
  tee -a build-bench/results.md

python3 bench/chart.py build-bench/results.md build-bench/chart.svg

# The speed of reading, beside Boost.JSON, and beside reading the bytes of a recording once.
program=build-bench/examples/trace2
[ -x $program ] || program=
build-bench/bench/reader_bench tests/traces/git 200 "$DIRECTORY" $program |
  tee -a build-bench/results.md

# The cost of including the library.
python3 bench/compile.py "${CXX:-c++}" "$REPETITIONS" | tee -a build-bench/results.md

# Many threads, processes and files, beside the same work done small.
if [ -n "$program" ]; then
  python3 bench/scale.py build-bench/bench/scale_bench $program "$DIRECTORY" |
    tee -a build-bench/results.md
fi
