# What scripts that build have in common. Sourced, in the project's directory, after setup.sh.

# Quick to compile and to run.
quick='-Doptimization=0 -Ddebug=false -Dunity=on'

# configure DIRECTORY OPTION...: with the compiler in CXX, all that can be built here, and warnings as
# errors. A directory that can't be configured again is made anew; one that has just these options
# stays as it is.
configure() {
  directory=$1
  shift
  set -- "$directory" -Dtests=true -Dexamples=true -Dprogram=auto -Dwerror=true "$@"
  options="$CXX $*"
  if [ -e "$1/build.ninja" ]; then
    [ -z "$needed" ] && [ "$(cat "$1/configured" 2>/dev/null)" = "$options" ] && return
    meson setup --reconfigure "$@" && echo "$options" >"$1/configured" && return
  fi
  rm -rf "$1"
  meson setup "$@" && echo "$options" >"$1/configured"
}

# The last line of a script that has counted what passed, failed and was skipped; fails if a test did.
report_results() {
  echo
  if [ "$skipped" = 0 ]; then
    echo "$passed passed, $failed failed"
  else
    echo "$passed passed, $failed failed, $skipped skipped"
  fi
  [ "$failed" = 0 ]
}
