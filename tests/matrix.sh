#!/bin/sh
# Runs the README's commands on bare systems: sh tests/matrix.sh [-q] [ROW...]
#
#   sh tests/matrix.sh list          names the rows
#   sh tests/matrix.sh 'trixie*'     runs those whose names match a pattern; the default is all
#   sh tests/matrix.sh -q            quick: of the tests those that compile headers, and no others
#
# A row is a release of Debian with a compiler, a standard library and a Boost. It begins with a bare
# system, clones the last commit into it (or copies the files, where Git can't clone them), and runs
# there "sh examples/quickstart.sh" and "sh tests/run.sh". The last rows are other processors and
# systems: tests/processors.sh and tests/systems.sh, on the system at hand. What a row lacks here is
# said, and the row skipped.
#
# Rows of the build "accounts" are people: root in a directory that nobody else may enter, users with and
# without sudo, and what is unusual around them. tests/accounts.sh knows the words. Its tests are the quick
# ones, which are compared with those of root: of the same release, or else of Debian 13. Nobody else may
# skip more than ten beside them. What is compiled is kept for the next of these rows, in build-matrix/ccache.
#
# The others take root and unshare, and debootstrap, which this installs. Bare systems stay in
# build-matrix/roots, or in the directory that ROOTS names, where those of other hands are used too:
# directories called as the releases. They are not changed: a row works in a layer above, which is
# thrown away. MIRROR is where Debian's packages are, if not at Debian. BOOSTS is a directory of
# unpacked headers: BOOSTS/1.79/include/boost. Logs are in build-matrix/logs. The last lines are a
# table; the exit status is 0 when no row failed.
set -u
unset CDPATH
cd "$(dirname "$0")/.." || exit

: "${MIRROR:=}"
matrix=$PWD/build-matrix
: "${ROOTS:=$matrix/roots}" "${BOOSTS:=$matrix/boosts}"

# Name, release, build of tests/run.sh, compiler ("-": that which the commands install), and what else is
# there before they run: packages, flags of the compiler, a Boost of BOOSTS. The build "headers" is
# the quick one: libraries that Debian compiles do not fit to another standard library. Behind "accounts"
# come the words of tests/accounts.sh. A row without a release is a script of tests and its argument.
rows() {
  cat <<'ROWS'
bookworm            bookworm gcc     -
bookworm-clang      bookworm clang   clang
bookworm-clang-15   bookworm clang   clang-15
bookworm-clang-16   bookworm clang   clang-16
bookworm-clang-19   bookworm clang   clang-19
bookworm-clang-22   bookworm clang   clang-22
bookworm-old-boost  bookworm gcc     -        libboost-dev
bookworm-boost-1.79 bookworm headers -        boost-1.79
bookworm-libc++-16  bookworm headers clang-16 -stdlib=libc++ libc++-16-dev libc++abi-16-dev
bookworm-libc++-19  bookworm headers clang-19 -stdlib=libc++ libc++-19-dev libc++abi-19-dev
trixie              trixie   gcc     -
trixie-clang        trixie   clang   clang
trixie-g++-12       trixie   gcc     g++-12
trixie-g++-13       trixie   gcc     g++-13
trixie-clang-17     trixie   clang   clang-17
trixie-clang-18     trixie   clang   clang-18
trixie-clang-22     trixie   clang   clang-22
trixie-boost-1.88   trixie   gcc     -        libboost1.88-dev cmake
sid                 sid      gcc     -
sid-clang           sid      clang   clang
sid-g++-12          sid      gcc     g++-12
sid-g++-13          sid      gcc     g++-13
sid-g++-14          sid      gcc     g++-14
sid-g++-15          sid      gcc     g++-15
sid-g++-16          sid      gcc     g++-16
sid-clang-19        sid      clang   clang-19
sid-clang-21        sid      clang   clang-21
sid-clang-22        sid      clang   clang-22
sid-clang-23        sid      clang   clang-23
sid-boost-1.90      sid      gcc     -        libboost1.90-dev cmake
sid-libc++-22       sid      headers clang-22 -stdlib=libc++ libc++-22-dev libc++abi-22-dev
bookworm-root       bookworm accounts root private umask no-home
bookworm-user       bookworm accounts user private no-network LC_ALL=C TZ=Australia/Lord_Howe
bookworm-sudo       bookworm accounts sudo private tmpdir LANG=de_DE.UTF-8
bookworm-odd        bookworm accounts user odd umask TZ=Australia/Lord_Howe LANG=de_DE.UTF-8
bookworm-home       bookworm accounts user plain fixed-home umask LC_ALL=C
bookworm-settings   bookworm accounts user private settings one-processor
trixie-root         trixie   accounts root odd settings TZ=Australia/Lord_Howe
trixie-user         trixie   accounts user odd umask tmpdir no-network LANG=de_DE.UTF-8
sid-user            sid      accounts user odd umask settings no-home LC_ALL=C
aarch64             -        processors aarch64
riscv64             -        processors riscv64
ppc64le             -        processors ppc64le
s390x               -        processors s390x
armhf               -        processors armhf
i386                -        processors i386
musl                -        systems musl
macos               -        systems macos
freebsd             -        systems freebsd
netbsd              -        systems netbsd
openbsd             -        systems openbsd
windows             -        systems windows
windows-command     -        systems windows-command
ROWS
}

# What runs in the bare system: BUILD COMPILER OTHER...
commands() {
  cat <<'COMMANDS'
set -u
export DEBIAN_FRONTEND=noninteractive
if [ "$1" = accounts ]; then
  shift
  apt-get update -qq && apt-get install -y -qq --no-install-recommends ccache locales >/tmp/apt 2>&1 &&
    localedef -i de_DE -f UTF-8 de_DE.UTF-8 || cat /tmp/apt
  export PATH=/usr/lib/ccache:$PATH CCACHE_DIR=/ccache CCACHE_BASEDIR=/tmp
  sh tests/accounts.sh "$@" >/tmp/accounts 2>&1
  [ $? != 77 ] || sed -n 's/^SKIPPED: /matrix: skipped: /p' /tmp/accounts
  sed 's/^accounts: \([0-9q]\)/matrix: \1/' /tmp/accounts
  exit
fi
build=$1 compiler=$2 packages= flags=
shift 2
export LC_ALL=C.UTF-8
for other; do
  case $other in
  -*) flags=$other ;;
  boost-*) export BOOST_ROOT=/boost CPLUS_INCLUDE_PATH=/boost/include ;;
  *) packages="$packages $other" ;;
  esac
done
[ "$compiler" = - ] || packages="$packages $compiler"
if [ -n "$packages" ]; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages >/tmp/apt 2>&1 || {
    tail -n 5 /tmp/apt
    echo "matrix: skipped: could not install$packages"
    exit
  }
fi
# The compiler goes by the name that the commands call.
case $compiler in
clang) name= CXX=clang++ && export CXX ;;
clang-*) name=clang++ program=clang++-${compiler#*-} ;;
g++-*) name=g++ program=$compiler ;;
*) name= ;;
esac
if [ -n "$name" ]; then
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$program" "$flags" >/usr/local/bin/$name
  chmod +x /usr/local/bin/$name
  [ "$name" = g++ ] || export CXX=clang++
fi
sh examples/quickstart.sh >/tmp/quickstart 2>&1 && echo "matrix: quickstart ok" || {
  cat /tmp/quickstart
  echo "matrix: quickstart failed"
}
if [ "$build" = headers ]; then
  # Here, not in a shell of its own: the build takes a Boost that was unpacked.
  . tests/support/setup.sh
  need python3 command -v python3
  need catch2 have_header catch2/catch_all.hpp
  need zlib1g-dev have_header zlib.h
  need libzstd-dev have_header zstd.h
  install_needed
  meson setup build-headers -Dexamples=false -Dtests=true -Dwerror=true -Doptimization=0 \
    -Ddebug=false &&
    meson test -C build-headers --no-rebuild --suite headers --no-suite slow --print-errorlogs \
      --timeout-multiplier 8
  log=build-headers/meson-logs/testlog.txt
  count() {
    sed -n "s/^$1: *\([0-9]*\).*/\1/p" $log 2>/dev/null | grep . || echo 0
  }
  echo "matrix: $(count Ok) passed, $(($(count Fail) + $(count Timeout) + ($(count Ok) == 0))) failed"
else
  sh tests/run.sh "$build" 2>&1 | tee /tmp/tests
  echo "matrix: $(tail -n 1 /tmp/tests)"
fi
COMMANDS
}

# Makes the bare system of RELEASE, or says why it can't.
bare_system() {
  [ ! -x "$ROOTS/$1/bin/sh" ] || return 0
  (
    . tests/support/setup.sh
    need debootstrap command -v debootstrap
    install_needed
  ) >"$matrix/logs/$1.debootstrap" 2>&1
  command -v debootstrap >/dev/null || {
    echo "debootstrap is not installed"
    return 1
  }
  mkdir -p "$ROOTS"
  # shellcheck disable=SC2086  # perhaps no mirror
  debootstrap --variant=minbase "$1" "$ROOTS/$1.new" $MIRROR >>"$matrix/logs/$1.debootstrap" 2>&1 &&
    mv "$ROOTS/$1.new" "$ROOTS/$1" && return
  rm -rf "$ROOTS/$1.new"
  echo "debootstrap failed: see build-matrix/logs/$1.debootstrap"
  return 1
}

# Why no row can run here.
obstacle() {
  if [ "$(id -u)" != 0 ]; then
    echo "only root can enter another system"
  elif ! unshare --mount true 2>/dev/null; then
    echo "unshare --mount is not allowed here"
  fi
}

# enter RELEASE BUILD OTHER...: runs the commands in a layer above the bare system. Its mounts end with the
# process.
enter() {
  release=$1
  shift
  rm -rf "$matrix/layer"
  mkdir -p "$matrix/layer/root"
  git clone -q --no-hardlinks . "$matrix/layer/trace2" 2>/dev/null || {
    mkdir "$matrix/layer/trace2" && tar -c --exclude='./build*' . | tar -x -C "$matrix/layer/trace2"
  }
  commands >"$matrix/layer/commands"
  # shellcheck disable=SC2016  # the inner shell's variables
  unshare --mount sh -c '
    lower=$1 layer=$2 boost=$3 cache=$4
    shift 4
    mkdir -p "$layer/upper" "$layer/work"
    mount -t overlay -o "lowerdir=$lower,upperdir=$layer/upper,workdir=$layer/work" matrix "$layer/root" ||
      { mkdir -p "$layer/copy" && cp -a "$lower/." "$layer/copy" && mount --bind "$layer/copy" "$layer/root"; } || exit
    cd "$layer/root" || exit
    mv "$layer/trace2" "$layer/commands" . && chown -R 0:0 trace2
    cp /etc/resolv.conf etc/resolv.conf
    # A mirror may lag behind.
    echo "Acquire::Check-Valid-Until \"false\";" >etc/apt/apt.conf.d/10matrix
    # Nothing here outlives a crash of the machine.
    echo force-unsafe-io >etc/dpkg/dpkg.cfg.d/10matrix
    mount -t proc proc proc && mount --rbind /dev dev && mount --rbind /sys sys || exit
    if [ -n "$boost" ]; then mkdir boost && mount --bind "$boost" boost || exit; fi
    if [ -n "$cache" ]; then mkdir ccache && mount --bind "$cache" ccache || exit; fi
    exec chroot . sh -c "cd /trace2 && exec sh /commands \"\$@\"" sh "$@"
  ' sh "$ROOTS/$release" "$matrix/layer" "$boost" "$cache" "$@" </dev/null
}

# compare_with_root NAME RELEASE: prints a sum; fails if the results of a row of people differ from root's.
compare_with_root() {
  for made in upper copy; do
    made=$matrix/layer/$made/trace2/build-accounts/meson-logs/testlog.json
    [ ! -e "$made" ] || cp "$made" "$matrix/logs/$1.json"
  done
  [ -e "$matrix/logs/$1.json" ] || { echo "no results"; return 1; }
  for root in "$2" trixie bookworm; do
    root=$matrix/logs/$root-root.json
    [ ! -e "$root" ] || break
  done
  [ -e "$root" ] || { echo "no row of root has run, to compare with"; return; }
  python3 tests/support/results.py compare "$root" "$matrix/logs/$1.json" >"$matrix/logs/$1.differences" ||
    { echo "not as root's, see build-matrix/logs/$1.differences"; return 1; }
  echo "$(grep -c . "$matrix/logs/$1.differences") more skipped than by root"
}

# run_row NAME RELEASE BUILD COMPILER OTHER...: adds a line to the table.
run_row() {
  name=$1 log=$matrix/logs/$1.log boost='' cache='' compared=''
  shift
  begin=$(date +%s)
  if [ "$2" = accounts ]; then
    cache=$matrix/ccache/$1
    mkdir -p "$cache" && chmod 1777 "$cache"
    rm -f "$matrix/logs/$name.json"
    ! $quick || skipped="it compiles no headers by themselves"
  elif $quick; then
    release=$1
    shift 2
    set -- "$release" headers "$@"
  fi
  case ${4:-} in
  boost-*)
    boost=$BOOSTS/${4#boost-}
    [ -e "$boost/include/boost/version.hpp" ] || skipped="there is no $boost/include"
    ;;
  esac
  : "${skipped:=$(bare_system "$1")}"
  if [ -z "$skipped" ]; then
    echo "== $name: see build-matrix/logs/$name.log"
    enter "$@" >"$log" 2>&1
    skipped=$(sed -n 's/^matrix: skipped: //p' "$log")
  fi
  if [ -n "$skipped" ]; then
    result="- skipped: $skipped"
  else
    quickstart=$(sed -n 's/^matrix: quickstart //p' "$log")
    tests=$(sed -n 's/^matrix: \([0-9].*\)/\1/p' "$log")
    case "$quickstart:$tests" in
    ok:*' 0 failed'*) ;;
    *) failures=$((failures + 1)) ;;
    esac
    if [ -n "$cache" ]; then
      compared=$(compare_with_root "$name" "$1") || failures=$((failures + 1))
    fi
    took="($((($(date +%s) - begin + 30) / 60)) min)"
    result="${quickstart:-failed} ${tests:-nothing ran}${compared:+; $compared} $took"
  fi
  skipped=
  printf '%-20s %-10s %s\n' "$name" "${result%% *}" "${result#* }" | tee -a "$matrix/table"
}

# run_here NAME SCRIPT ARGUMENT: the same with a script on this system.
run_here() {
  log=$matrix/logs/$1.log begin=$(date +%s)
  echo "== $1: see build-matrix/logs/$1.log"
  sh "tests/$2.sh" "$3" >"$log" 2>&1 || failures=$((failures + 1))
  result=$(tail -n 1 "$log")
  case $result in
  '0 passed, 0 failed'*) result=$(sed -n 's/^SKIPPED: [^,]*, since /skipped: /p' "$log") ;;
  esac
  printf '%-20s %-10s %s (%s min)\n' "$1" - "$result" $((($(date +%s) - begin + 30) / 60)) |
    tee -a "$matrix/table"
}

quick=false failures=0 skipped=
[ "${1:-}" != -q ] || { quick=true; shift; }
if [ "${1:-}" = list ]; then
  rows
  exit
fi
mkdir -p "$matrix/logs"
: >"$matrix/table"
[ $# -gt 0 ] || set -- '*'
none=$(obstacle)
rows >"$matrix/rows"
while read -r row; do
  for pattern; do
    # shellcheck disable=SC2254  # a pattern
    case ${row%% *} in
    $pattern)
      skipped=$none
      # shellcheck disable=SC2086  # the words of a row
      case $row in
      *' processors '* | *' systems '*) run_here ${row%% *} ${row##*- } ;;
      *) run_row $row ;;
      esac
      break
      ;;
    esac
  done
done <"$matrix/rows"
rm -rf "$matrix/layer"

echo
printf '%-20s %-10s %s\n' row quickstart tests
cat "$matrix/table"
[ "$failures" = 0 ]
