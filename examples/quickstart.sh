#!/bin/sh
# Shows what a traced program writes: sh examples/quickstart.sh [DIRECTORY]
#
# Installs what is missing (Debian and Ubuntu; as root or with sudo), builds the example program
# "dupes", which looks for duplicate files, and runs it on the directory (default: this project)
# with all three targets switched on. The traces are in build-quickstart/traces. At the end the
# program "trace2", which is compiled meanwhile, makes a page for a browser of them,
# build-quickstart/dupes.html.
set -eu
unset CDPATH
begun=$PWD
examined=$(cd "${1:-$(dirname "$0")/..}" && pwd)
cd "$(dirname "$0")/.."
. tests/support/setup.sh

need g++ eval 'command -v "${CXX:-g++}"'
need libcli11-dev have_header CLI/CLI.hpp
need zlib1g-dev have_header zlib.h
need_build_tools
install_needed

build=$PWD/build-quickstart
traces=$build/traces
program=$build/program
if [ ! -e "$build/build.ninja" ]; then
  rm -rf "$build"
  meson setup "$build" -Dbuildtype=release -Dexamples=true
fi
# What only shows a trace is not optimized, since that would take minutes.
if [ ! -e "$program/build.ninja" ]; then
  meson setup "$program" -Doptimization=0 -Ddebug=false -Dprogram=auto >/dev/null
fi
if [ ! -e "$program/examples/trace2" ]; then
  echo "Compiling the programs dupes and trace2, once; this takes a minute or two."
fi
ninja -C "$program" examples/trace2 >"$build/program.log" 2>&1 &
maker=$!
ninja -C "$build" examples/dupes

# Targets append, so that several programs can share a file; here the trace shows one run only.
rm -rf "$traces"
mkdir -p "$traces"
# excerpt NAME FILE: the beginning and the end, cut to the width of a screen.
excerpt() {
  echo
  printf '%s\n' "== $1"
  lines=$(wc -l <"$2")
  if [ "$lines" -gt 12 ]; then
    head -n 8 "$2" | cut -c 1-160
    echo "   … $((lines - 12)) more lines …"
    tail -n 4 "$2" | cut -c 1-160
  else
    cut -c 1-160 "$2"
  fi
}

# address_of FILE: for a browser.
address_of() {
  python3 -c 'import pathlib, sys; print(pathlib.Path(sys.argv[1]).as_uri())' "$1" 2>/dev/null || echo "file://$1"
}

report=$build/report.txt status=0
# EVENT leaves regions deeper than 2 out by default, and a page has no more than its trace.
TRACE2=$traces/dupes.normal TRACE2_PERF=$traces/dupes.perf TRACE2_EVENT=$traces/dupes.event \
  TRACE2_EVENT_NESTING=10 "$build/examples/dupes" "$examined" >"$report" || status=$?
# 1: something could not be read. Everything else has been done.
[ "$status" -le 1 ] || exit "$status"

# What is shown can be pasted.
event=$(quoted "$traces/dupes.event") perf=$(quoted "$traces/dupes.perf")
excerpt "dupes $(quoted "$examined") >$(quoted "$report")" "$report"
excerpt "TRACE2=$(quoted "$traces/dupes.normal")" "$traces/dupes.normal"
excerpt "TRACE2_PERF=$perf" "$traces/dupes.perf"
excerpt "TRACE2_EVENT=$event TRACE2_EVENT_NESTING=10" "$traces/dupes.event"

page=$build/dupes.html is_made=
echo
echo "== trace2 report -o $(quoted "$page") $event"
if kill -0 "$maker" 2>/dev/null; then
  echo "The program trace2 is still being compiled."
fi
if wait "$maker" && "$program/examples/trace2" report -o "$page" "$traces/dupes.event"; then
  is_made=1
  echo "A page for a browser, of this run: $(address_of "$page")"
else
  echo "No page: $build/program.log says why the program trace2 could not be built."
fi

echo
echo "Next:"
if [ -n "$is_made" ]; then
  echo "  $(quoted "$program/examples/trace2") why $event"
  echo "  $(quoted "$program/examples/trace2") tree --depth=3 $event"
fi
echo "  less -S $perf"
echo "  TRACE2_PERF_BRIEF=1 TRACE2_PERF=2 $(quoted "$build/examples/dupes") $(quoted "$examined")"
if [ "$begun" = "$PWD" ]; then echo "  sh tests/run.sh"; else echo "  sh $(quoted "$PWD/tests/run.sh")"; fi
