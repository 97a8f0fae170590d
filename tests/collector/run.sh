#!/bin/sh
# Sends spans to a real OpenTelemetry Collector: sh tests/collector/run.sh
#
# Builds one in build-collector with the Collector's own builder, from Go modules, which takes some
# minutes; COLLECTOR=FILE names one that is there already. Installs what else is missing, as
# tests/run.sh does. PROGRAMS=DIRECTORY names a build directory whose programs are to be used. The
# exit status is 0 when all went well, and 77 where no Collector can be had. README.md beside this
# file tells more.
set -u
exec </dev/null
cd "$(dirname "$0")/../.." || exit
. tests/support/setup.sh
. tests/support/build.sh

: "${JOBS:=2}" "${COLLECTOR:=}" "${PROGRAMS:=}"
built=$PWD/build-collector
builder_version=$(sed -n 's/.*otlpreceiver \(v.*\)/\1/p' tests/collector/builder.yaml)

skip() {
  echo "SKIPPED: $1"
  exit 77
}

# The builder also asks for modules that only the tests of others need, and that may not be there. What
# is missing for the Collector itself, "go build" says.
build_collector() {
  command -v go >/dev/null || skip "there is no Go to build a Collector with"
  mkdir -p "$built"
  export GOBIN="$built/bin" GOFLAGS="-p=$JOBS -mod=mod" CGO_ENABLED=0
  go install "go.opentelemetry.io/collector/cmd/builder@$builder_version" || return
  cp tests/collector/builder.yaml "$built" && cd "$built" || return
  bin/builder --config=builder.yaml --skip-compilation
  cd collector && go build -trimpath -o ../otelcol .
}

if [ -z "$COLLECTOR" ]; then
  COLLECTOR=$built/otelcol
  if [ ! -x "$COLLECTOR" ] || [ tests/collector/builder.yaml -nt "$COLLECTOR" ]; then
    echo "Building a Collector in build-collector"
    mkdir -p "$built"
    (build_collector) >"$built/log" 2>&1 || {
      grep '^SKIPPED' "$built/log" && exit 77
      tail -n 5 "$built/log"
      skip "the modules of a Collector can't be had or built (build-collector/log)"
    }
  fi
fi

need python3 command -v python3
need libcli11-dev have_header CLI/CLI.hpp
need zlib1g-dev have_header zlib.h
need libcurl4-openssl-dev command -v curl-config
need protobuf-compiler command -v protoc
need python3-protobuf /usr/bin/python3 -c 'import google.protobuf'
need_build_tools
install_needed
/usr/bin/python3 -c 'import google.protobuf' 2>/dev/null || skip "no Python package google.protobuf"

if [ -z "$PROGRAMS" ]; then
  PROGRAMS=$built/programs
  # shellcheck disable=SC2086  # several options
  CXX=${CXX:-g++} configure "$PROGRAMS" -Dtests=false -Dhttp=enabled $quick >"$built/log" || {
    tail "$built/log"
    exit 1
  }
  ninja -C "$PROGRAMS" -j "$JOBS" examples/trace2 examples/tour || exit
fi
export PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 tests/collector/collector_test.py "$COLLECTOR" "$PROGRAMS/examples/trace2" "$PROGRAMS/examples/tour" tests/traces
