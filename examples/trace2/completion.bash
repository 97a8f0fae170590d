# Completion of trace2(1) for bash. Words without a rule here, such as INPUT, are completed as
# files.

_trace2_options() {
  case $1 in
  convert | summary | tree | why | diff | list | query | report | cat | listen)
    echo --category --command --repo --since --until --slower-than --failed --where --pid --sid
    ;;
  esac
  case $1 in
  trace2) echo --help --version --no-pager ;;
  convert) echo --help --to --output --samples --anonymise --traceparent --otlp --spool --spool-limit --keep --retry-for --brief --nesting ;;
  summary) echo --help --json --csv --histogram --sort --rows --color ;;
  query) echo --help --schema --json --csv --color ;;
  check) echo --help --json ;;
  tree) echo --help --depth --min-share --json --samples --color ;;
  diff) echo --help --fail-above --by --stat --json --csv --to --output --rows --samples --color ;;
  why) echo --help --rows --json --csv --samples --color ;;
  list) echo --help --sort --rows --json --csv --color ;;
  report) echo --help --output --samples --anonymise ;;
  run) echo --help --to --json --output --samples --samples-stack --prefix --anonymise --otlp --spool --spool-limit --keep --retry-for ;;
  ps) echo --help --json --color ;;
  attach) echo --help --to --output --filter --nesting --ring --for ;;
  snapshot) echo --help --output ;;
  cat) echo --help --format --anonymise --brief --nesting --follow --last --events-since --events-until ;;
  listen) echo --help --output --keep-size --keep-age --exec --otlp --spool --spool-limit --keep --retry-for --systemd --any-user --anonymise --color ;;
  esac
}

_trace2_values() {
  case $1$2 in
  convert--to) echo event perf normal chrome firefox otlp folded html sqlite csv ndjson ;;
  diff--to) echo html ;;
  attach--to) echo event perf normal binary ;;
  run--to) echo event perf normal chrome firefox otlp folded html summary tree why ;;
  summary--csv)
    echo processes commands regions tasks children timers counters phases data other_events errors losses remarks left_out
    ;;
  summary--sort) echo total self max median count ;;
  list--sort) echo newest oldest slowest fastest ;;
  cat--format) echo normal perf event ;;
  run--samples-stack) echo fp dwarf lbr ;;
  *--color) echo auto always never ;;
  esac
}

_trace2_offer() {
  mapfile -t COMPREPLY < <(compgen "$@" -- "$word")
}

_trace2() {
  # What follows an option of trace2 itself is completed as if it were the first word.
  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == --no-pager ]]; then
    COMP_WORDS=("${COMP_WORDS[0]}" "${COMP_WORDS[@]:2}")
    ((--COMP_CWORD))
  fi
  local IFS=$' \t\n' word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _trace2_offer -W "why list diff query check report convert summary tree run ps attach snapshot cat listen $(_trace2_options trace2)"
    return
  fi
  local command=${COMP_WORDS[1]}

  # Behind "trace2 run" another command begins with the first word that is no option.
  if [[ $command == run ]]; then
    for ((i = 2; i < COMP_CWORD; ++i)); do
      case ${COMP_WORDS[i]} in
      --) ((++i)) ;;
      -o | --output | --to | --samples-stack | --prefix | --otlp | --spool | --spool-limit | --keep | --retry-for)
        [[ ${COMP_WORDS[i + 1]} == = ]] && ((++i))
        ((++i))
        continue
        ;;
      -*) continue ;;
      esac
      break
    done
    if ((i < COMP_CWORD)); then
      return
    elif ((i == COMP_CWORD)) && [[ $word != -* ]]; then
      _trace2_offer -c
      return
    fi
  fi

  # Readline treats the equals sign as a word of its own.
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local values
  values=$(_trace2_values "$command" "$option")
  if [[ -n $values ]]; then
    _trace2_offer -W "$values"
  elif [[ $word == -* ]]; then
    _trace2_offer -W "$(_trace2_options "$command")"
  fi
}

complete -o default -F _trace2 trace2
