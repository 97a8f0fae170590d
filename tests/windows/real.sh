#!/bin/sh
# Builds examples on a real Windows, in MSYS2's shell, and runs them: sh tests/windows/real.sh
set -eu
cd "$(dirname "$0")/../.."
export TRACE2_PERF=2
for name in hello threads; do
  g++ -std=c++20 -Wall -Wextra -Werror -Wa,-mbig-obj -static -Iinclude "examples/$name.cpp" -o "$name.exe"
  "./$name.exe"
done
