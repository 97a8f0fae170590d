#!/bin/sh
# Runs the project's commands as other people do: sh tests/accounts.sh [-t BUILD] WORD...
#
# The words say who that is, where the project lies, and what is unusual:
#
#   root user sudo   root, an ordinary user, or one who may use sudo
#   plain            a directory that all may enter, which is the default
#   private          one that nobody else may enter
#   odd              the same, with blanks, a quote and a letter that is not ASCII in its path
#   umask            files are for their owner only
#   no-home          HOME is not set
#   fixed-home       HOME can't be written to
#   tmpdir           TMPDIR names a directory with a blank in its path
#   settings         variables of tracing, and of Git, are set
#   one-processor    one processor
#   no-network       no network once the packages are there
#   NAME=VALUE       a variable, such as LANG, LC_ALL and TZ
#
# It copies the project, and runs "sh examples/quickstart.sh" and "sh tests/run.sh quick" there, without a
# terminal. Whoever may not install packages does as the commands say: lets root install them, and begins
# again. With -t it runs the tests of BUILD, a directory that is built, in a copy, and only those of the
# suites that SUITES names, if it does. Results are left in build-accounts/testlog.json.
#
# Only root can become another user, and makes one for that. What is made is removed. Lines that begin with
# "accounts: " say how it went; the exit status is 77 where nobody else can be anybody.
set -u
exec </dev/null
unset CDPATH
cd "$(dirname "$0")/.." || exit
. tests/support/setup.sh

unable() {
  echo "SKIPPED: $1"
  exit 77
}

[ "$(id -u)" = 0 ] || unable "only root can become other people"
command -v setpriv >/dev/null || unable "there is no setpriv (Debian: util-linux)"

built=
[ "${1:-}" != -t ] || { built=$2; shift 2; }
who=root where=plain has_home=1 mask=022 before='' network='' alone=''
: "${JOBS:=$(getconf _NPROCESSORS_ONLN)}"
for word; do
  case $word in
  root | user | sudo) who=$word ;;
  plain | private | odd) where=$word ;;
  umask) mask=077 ;;
  no-home) has_home='' ;;
  fixed-home) has_home=fixed ;;
  tmpdir | settings) ;;
  one-processor) before='taskset -c 0' ;;
  no-network) network=1 ;;
  *=*) ;;
  *) echo "There is no word $word." >&2; exit 2 ;;
  esac
done

# Where others may enter, whatever TMPDIR says.
user='' place=$(mktemp -d /tmp/trace2-accounts.XXXXXX) || exit
# shellcheck disable=SC2317  # called by the trap
remove() {
  rm -rf "$place" /etc/sudoers.d/trace2-accounts
  [ -z "$user" ] || userdel "$user" 2>/dev/null
}
trap remove EXIT
trap 'exit 1' HUP INT TERM
chmod 711 "$place"
home=$place/home
mkdir -m 700 "$home"
if [ "$who" != root ]; then
  user=trace2-$$
  # In a second group, as most people are.
  useradd --no-create-home --home-dir "$home" --shell /bin/sh --groups users "$user" ||
    { user=''; unable "no user can be added"; }
fi
if [ "$who" = sudo ]; then
  command -v sudo >/dev/null || apt-get install -y -qq --no-install-recommends sudo >/dev/null ||
    unable "sudo can't be installed"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/trace2-accounts
fi

# Where the project is.
mkdir -m 711 "$place/elsewhere"
case $where in
plain) directory=$place/elsewhere/trace2 ;;
private) directory=$home/trace2 ;;
odd) directory="$home/my projects/träce 2'" ;;
esac
[ "$has_home" != fixed ] || directory=$place/elsewhere/$(basename "$directory")
mkdir -p "$directory" "$place/temporary files" "$place/traces"
tar -c --exclude='./build*' . | tar -x -C "$directory"
[ -z "$built" ] || cp -R -p "$built" "$directory"
if [ "$where" = plain ]; then chmod 755 "$directory"; else chmod 700 "$directory"; fi

# What everything begins with.
{
  echo "umask $mask"
  [ -z "$has_home" ] || echo "export HOME=$(quoted "$home")"
  for word; do
    case $word in
    *=*) echo "export ${word%%=*}=$(quoted "${word#*=}")" ;;
    tmpdir) echo "export TMPDIR=$(quoted "$place/temporary files")" ;;
    settings)
      for name in TRACE2 TRACE2_PERF TRACE2_EVENT TRACE2_BINARY GIT_TRACE2 GIT_TRACE2_PERF GIT_TRACE2_EVENT; do
        echo "export $name=$(quoted "$place/traces")"
      done
      echo "export TRACE2_EVENT_FILTER='!*' TRACE2_SAMPLE=1000 GIT_TRACE2_EVENT_BRIEF=1 GIT_TRACE2_PARENT_SID=x"
      echo "export GIT_DIR=/no.git GIT_WORK_TREE=/ GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.bare GIT_CONFIG_VALUE_0=x"
      echo "export TRACEPARENT=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 CDPATH=/"
      ;;
    esac
  done
  echo "cd $(quoted "$directory") || exit"
  # shellcheck disable=SC2016  # expanded later
  echo 'exec "$@"'
} >"$place/begin"
# A network of one's own has nothing but the machine itself.
cat >"$place/alone" <<'END'
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14x", b"lo", 1))' && exec "$@"
END
chmod 644 "$place/begin" "$place/alone"
chown -R "${user:-root}:" "$home" "$place/elsewhere" "$place/temporary files" "$place/traces"
[ "$has_home" != fixed ] || chmod 500 "$home"

# as_them COMMAND...: without a terminal, and of what root has set with nothing but where compilers are,
# and what they keep.
as_them() {
  rights=
  [ -z "$user" ] || rights="setpriv --reuid=$user --regid=$user --init-groups"
  # shellcheck disable=SC2086  # several words
  setsid --wait $before $alone $rights env -i "PATH=$PATH" "JOBS=$JOBS" ${CCACHE_DIR:+"CCACHE_DIR=$CCACHE_DIR"} \
    ${CCACHE_BASEDIR:+"CCACHE_BASEDIR=$CCACHE_BASEDIR" CCACHE_NOHASHDIR=1 CCACHE_UMASK=000} \
    ${CPLUS_INCLUDE_PATH:+"CPLUS_INCLUDE_PATH=$CPLUS_INCLUDE_PATH"} ${BOOST_ROOT:+"BOOST_ROOT=$BOOST_ROOT"} \
    sh "$place/begin" "$@"
}

# try NAME COMMAND...: as they do it, who let root install what is missing.
try() {
  name=$1
  shift
  as_them "$@" >"$place/$name" 2>&1
  status=$?
  told=$(sed -n 's/^  \(apt-get install .*\)/\1/p' "$place/$name")
  if [ -n "$told" ]; then
    echo "accounts: root: $told"
    sh -c "DEBIAN_FRONTEND=noninteractive $told -y -qq --no-install-recommends" >"$place/apt" 2>&1 || cat "$place/apt"
    [ -z "$network" ] || alone="unshare --net sh $place/alone"
    as_them "$@" >"$place/$name" 2>&1
    status=$?
  fi
  cat "$place/$name"
}

rm -rf build-accounts && mkdir -p build-accounts/meson-logs
if [ -n "$built" ]; then
  # What is built need not know where it lies, other than the tests' commands.
  rm -f "$directory/$built/configured"
  set -- --no-suite slow
  for suite in ${SUITES:-}; do set -- "$@" --suite "$suite"; done
  as_them meson --version >"$place/setup" 2>&1 || unable "this account can't run meson: $(tail -n 1 "$place/setup")"
  as_them meson setup --reconfigure "$built" >"$place/setup" 2>&1 || cat "$place/setup"
  # As tests/run.sh begins.
  as_them sh -c '. tests/support/setup.sh; exec "$@"' sh \
    meson test -C "$built" --no-rebuild --num-processes "$JOBS" --print-errorlogs \
    --timeout-multiplier 4 "$@"
  status=$?
else
  try quickstart sh examples/quickstart.sh
  if [ "$status" = 0 ]; then echo "accounts: quickstart ok"; else echo "accounts: quickstart failed"; fi
  try tests sh tests/run.sh quick
  echo "accounts: $(tail -n 1 "$place/tests")"
  built=build-quick
fi
cp "$directory/$built/meson-logs/testlog.json" build-accounts/meson-logs
exit "$status"
