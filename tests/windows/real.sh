#!/bin/sh
# Builds examples on a real Windows, in MSYS2's shell, and runs them: sh tests/windows/real.sh
set -eu
cd "$(dirname "$0")/../.."
export TRACE2_PERF=2
for name in hello threads; do
  g++ -std=c++20 -Wall -Wextra -Werror -Wa,-mbig-obj -static -Iinclude "examples/$name.cpp" -o "$name.exe"
  "./$name.exe"
done
# A program, a DLL that it is linked with, and one that it loads.
modules="g++ -std=c++20 -O1 -Wa,-mbig-obj -static -Iinclude tests/windows/programs/modules.cpp"
$modules -DPART=1 -shared -o linked.dll
cp linked.dll loaded.dll
$modules -DPART=0 linked.dll -o modules.exe
./modules.exe begin call loaded.dll free loaded.dll
./modules.exe begin_in loaded.dll free loaded.dll call linked.dll
