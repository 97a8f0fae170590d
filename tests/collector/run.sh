#!/bin/sh
# Sends spans to a real OpenTelemetry Collector and a real Jaeger: sh tests/collector/run.sh
#
# Builds both in build-collector from Go modules, which takes some minutes: the Collector with its
# own builder. COLLECTOR=FILE and JAEGER=FILE name such that are there already. Installs what else
# is missing, as tests/run.sh does. PROGRAMS=DIRECTORY names a build directory whose programs are to
# be used. The exit status is 0 when all went well, and 77 where one of the two can't be had.
# README.md beside this file tells more.
set -u
exec </dev/null
cd "$(dirname "$0")/../.." || exit
. tests/support/setup.sh
. tests/support/build.sh

: "${JOBS:=2}" "${COLLECTOR:=}" "${JAEGER:=}" "${PROGRAMS:=}"
jaeger_version=v1.76.0
built=$PWD/build-collector
builder_version=$(sed -n 's/.*otlpreceiver \(v.*\)/\1/p' tests/collector/builder.yaml)

status=0
skip() {
  echo "SKIPPED: $1"
  [ "$status" -ne 0 ] || status=77
}

prepare_go() {
  command -v go >/dev/null || {
    echo "there is no Go to build it with"
    return 1
  }
  export GOBIN="$built/bin" GOFLAGS="-p=$JOBS -mod=mod" CGO_ENABLED=0
}

# The builder also asks for modules that only the tests of others need, and that may not be there. What
# is missing for the Collector itself, "go build" says.
build_collector() {
  prepare_go || return
  go install "go.opentelemetry.io/collector/cmd/builder@$builder_version" || return
  cp tests/collector/builder.yaml "$built" && cd "$built" || return
  bin/builder --config=builder.yaml --skip-compilation
  cd collector && go build -trimpath -o ../otelcol .
}

# Its module replaces others, which "go install" refuses.
build_jaeger() {
  prepare_go || return
  cd "$built" || return
  module=github.com/jaegertracing/jaeger@$jaeger_version
  source=$(go mod download -json "$module" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  rm -rf jaeger-source && cp -R "$source" jaeger-source && chmod -R u+w jaeger-source || return
  cd jaeger-source && go build -trimpath -o "../jaeger-$jaeger_version" ./cmd/all-in-one
}

# Names a program that the function has built, or none: provide COLLECTOR FILE FUNCTION
provide() {
  [ -x "$2" ] || {
    echo "Building $2"
    mkdir -p "$built"
    ("$3") >"$built/log-$3" 2>&1 || {
      tail -n 5 "$built/log-$3"
      skip "$1 can't be had or built (build-collector/log-$3)"
      return
    }
  }
  eval "$1=\$2"
}
[ ! tests/collector/builder.yaml -nt "$built/otelcol" ] || rm -f "$built/otelcol"
[ -n "$COLLECTOR" ] || provide COLLECTOR "$built/otelcol" build_collector
[ -n "$JAEGER" ] || provide JAEGER "$built/jaeger-$jaeger_version" build_jaeger
[ -n "$COLLECTOR$JAEGER" ] || exit "$status"

need python3 command -v python3
need libcli11-dev have_header CLI/CLI.hpp
need zlib1g-dev have_header zlib.h
need libcurl4-openssl-dev command -v curl-config
need protobuf-compiler command -v protoc
need python3-protobuf /usr/bin/python3 -c 'import google.protobuf'
need_build_tools
install_needed
/usr/bin/python3 -c 'import google.protobuf' 2>/dev/null || {
  skip "no Python package google.protobuf"
  exit "$status"
}

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
check() {
  /usr/bin/python3 "$@" || status=1
}
trace2=$PROGRAMS/examples/trace2
[ -z "$COLLECTOR" ] ||
  check tests/collector/collector_test.py "$COLLECTOR" "$trace2" "$PROGRAMS/examples/tour" tests/traces/git
[ -z "$JAEGER" ] || check tests/collector/jaeger_test.py "$JAEGER" "$trace2" tests/traces/git
exit "$status"
