# The packages that a build needs. Sourced by scripts that have changed into the project: each
# calls "need" for the things it uses and then "install_needed" once.

needed=

# What somebody traces, and which repository Git works in, is no matter of ours: tests and examples switch
# tracing on for themselves. How Git reaches others stays.
for name in $(env | sed -n 's/^\(GIT_[A-Z0-9_]*\|[A-Z0-9_]*TRACE2[A-Z0-9_]*\|TRACEPARENT\|TRACESTATE\)=.*/\1/p'); do
  case $name in
  TRACE2_FAULT_*) ;; # choices for tests/faults
  GIT_SSL_* | GIT_SSH* | GIT_HTTP_* | GIT_PROXY_* | GIT_ASKPASS) ;;
  *) unset "$name" ;;
  esac
done

# The sources are UTF-8, whatever the locale.
export PYTHONUTF8=1

# quoted WORD: as it has to be pasted into a shell.
quoted() {
  case $1 in
  '' | *[!A-Za-z0-9_./:=@%+,-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf '%s' "$1" ;;
  esac
}

# need PACKAGE TEST...: asks for the Debian package when the test fails.
need() {
  package=$1
  shift
  case " $needed " in
  *" $package "*) ;;
  *) "$@" >/dev/null 2>&1 || needed="$needed $package" ;;
  esac
}

have_header() {
  for directory in /usr/include /usr/include/*-linux-* /usr/local/include; do
    [ -e "$directory/$1" ] && return
  done
  return 1
}

# The project needs Boost 1.79; Debian 12's own is 1.74, beside which 1.81 is a package by itself.
have_boost() {
  for directory in "${BOOST_ROOT:-/usr}/include" /usr/include /usr/local/include; do
    version=$(sed -n 's/^#define BOOST_VERSION \([0-9]*\).*/\1/p' "$directory/boost/version.hpp" 2>/dev/null)
    [ "${version:-0}" -ge 107900 ] && return
  done
  return 1
}

# Builds use the headers of a newer Boost beside the one that is installed, if they have been unpacked
# there.
use_unpacked_boost() {
  [ -e build-boost/usr/include/boost/version.hpp ] || return
  BOOST_ROOT=$PWD/build-boost/usr
  CPLUS_INCLUDE_PATH=$BOOST_ROOT/include${CPLUS_INCLUDE_PATH:+:$CPLUS_INCLUDE_PATH}
  export BOOST_ROOT CPLUS_INCLUDE_PATH
}
use_unpacked_boost || :

# Unpacks the package of a newer Boost. To install it would remove the older one.
unpack_boost() {
  echo "Unpacking $1 into build-boost, because an older Boost is installed"
  mkdir -p build-boost && (
    cd build-boost && apt-get download -qq "$1" && dpkg-deb -x ./*.deb . && rm -f ./*.deb
  ) && use_unpacked_boost
}

# Without apt-get's lists the release tells.
boost_package() {
  version=$(LC_ALL=C apt-cache policy libboost-dev 2>/dev/null | sed -n 's/^  Candidate: //p')
  case ${version:-(none)} in
  '(none)') version=$(. /etc/os-release 2>/dev/null && [ "${VERSION_ID:-}" = 12 ] && echo 1.74) ;;
  esac
  case $version in
  1.[0-6]* | 1.7[0-8]*) echo libboost1.81-dev ;;
  *) echo libboost-dev ;;
  esac
}

need_build_tools() {
  need meson command -v meson
  need ninja-build command -v ninja
  need pkg-config command -v pkg-config
  need boost have_boost
}

# Runs a command as root, by sudo where that is necessary. It asks nobody for a password in CI.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo ${CI:+-n} "$@"
  fi
}

# apt_install PACKAGE...: removes nothing in exchange. Says something only when it fails.
apt_install() {
  said=$(as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq -o DPkg::Lock::Timeout=60 --no-install-recommends --no-remove "$@" 2>&1) &&
    return
  echo "$said" | tail -n 5
  return 1
}

# The names of the packages that are needed.
needed_packages() {
  for package in $needed; do
    case $package in
    boost) boost_package ;;
    *) echo "$package" ;;
    esac
  done | paste -s -d ' '
}

# Installs what is missing. Where that can't be done it says what is missing and goes on, since the
# tools may be there under other names; the build then tells.
install_needed() {
  [ -n "$needed" ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "Missing, by the names of Debian's packages: $(needed_packages). Going on without."
    return 0
  fi
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    echo "Going on without what is missing, since this is neither root nor is there sudo. To install it, as root:"
    echo "  apt-get install $(needed_packages)"
    return 0
  fi
  as_root apt-get update -qq || echo "apt-get update failed; trying with the package lists at hand."
  # Another version of Boost may be in use, and only one can be installed.
  case " $needed " in
  *' boost '*)
    if [ -e /usr/include/boost/version.hpp ] && unpack_boost "$(boost_package)"; then
      needed=$(echo " $needed " | sed 's/ boost / /')
    fi
    ;;
  esac
  needed=$(needed_packages)
  [ -n "$needed" ] || return 0
  echo "Installing $needed"
  # shellcheck disable=SC2086  # one package per word
  apt_install $needed && return
  for package in $needed; do
    apt_install "$package" || echo "Could not install $package. Going on without."
  done
}
