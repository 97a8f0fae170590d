#compdef trace2
# Completion of trace2(1) for zsh.

_trace2() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '--help[explain the commands]' '--version[show the version]' '--no-pager[use no pager]' \
    '1:command:->command' '*::argument:->argument' && return
  case $state in
  command)
    local -a commands=(
      'why:explain why a command took as long as it did'
      'list:show one line for each command'
      'diff:compare what commands did before and after a change'
      'summary:show processes, regions, children, sums and errors'
      'tree:show processes, threads and regions as an indented tree'
      'query:answer a question in SQL'
      'check:tell what is odd in a trace'
      'report:write a page for a browser'
      'convert:write a trace in another format'
      'run:run a command and trace it'
      'ps:list the programs that run and can be attached to'
      'attach:trace a running program'
      'snapshot:copy the flight recorder ring of a running program'
      'cat:show recordings of the flight recorder as text'
      'listen:receive the traces of running programs'
    )
    _describe -t commands command commands
    ;;
  argument) _trace2_arguments "$line[1]" ;;
  esac
}

_trace2_arguments() {
  local -a choice=(
    '--command=[only commands with this in their name or command line]:name:'
    '--repo=[only commands in such a worktree]:text:'
    '--since=[only commands that began at that time or later]:time:'
    '--until=[only commands that began earlier]:time:'
    '--slower-than=[only commands that took longer]:time:'
    '--failed[only commands that failed or were killed]'
    '--where=[only commands with such data, as cache/result=hit]:conditions:'
    '--pid=[only the command with this process id]:process id:'
    '--sid=[only the command with this session id]:session id:'
    '--category=[only regions, data, timers and counters of these categories]:patterns:'
  )
  local -a shown=('--color=-[colours]::when:(auto always never)' '--rows=[rows to show]:number:')
  local -a text=('--brief[leave out time and place]' '--nesting=[the deepest regions to show]:number:')
  local -a sending=(
    '--otlp=[send spans to this receiver]:url:_urls' '--spool=[where spans wait]:directory:_directories'
    '--spool-limit=[what may wait]:MiB:' '--keep=[when to give up]:time:'
    '--retry-for=[how long to try]:seconds:'
  )
  local samples='--samples=[show functions of a profiler]:file:_files'
  local help='--help[explain the command]' anonymise='--anonymise[replace texts by numbers]'
  case $1 in
  why)
    _arguments $help $choice $shown $samples '(--csv)--json[everything as one JSON object]' \
      '(--json)--csv[comma-separated values]' '*:input:_files'
    ;;
  list)
    _arguments $help $choice $shown '(--csv)--json[everything as one JSON object]' \
      '(--json)--csv[comma-separated values]' \
      '--sort=[what comes first]:order:(newest oldest slowest fastest)' '*:input:_files'
    ;;
  diff)
    _arguments $help $choice $shown "*$samples" '(--csv --to)--json[everything as one JSON object]' \
      '(--json --to)--csv[comma-separated values]' \
      '(--json --csv)--to=[write a page for a browser]:format:(html)' \
      '(-o --output)'{-o+,--output=}'[write to a file]:file:_files' \
      '--stat[all rows, with the names of the tests]' \
      '--fail-above=[exit with 3 if something takes so much longer]:percent:' \
      '--by=[compare the commands of one input by a datum]:category/key:' '*:input:_files'
    ;;
  summary)
    _arguments $help $choice $shown '(--csv)--json[everything as one JSON object]' \
      '(--json)--csv=[one table as comma-separated values]:table:(processes commands regions tasks children timers counters phases data other_events errors losses remarks left_out)' \
      '--sort=[what comes first]:order:(total self max median count)' \
      '--histogram=[draw the durations of these regions]:region:' '*:input:_files'
    ;;
  query)
    _arguments $help $choice $shown[1] '--schema[show the tables and views]' '(--csv)--json[the rows as JSON]' \
      '(--json)--csv[comma-separated values]' '1:SELECT of SQLite:' '*:input:_files'
    ;;
  check) _arguments $help '--json[everything as one JSON object]' '*:input:_files' ;;
  tree)
    _arguments $help $choice $shown[1] $samples '--depth=[levels to show]:number:' \
      '--json[the lines as one JSON object]' \
      '--min-share=[leave out what takes less]:percent:' '*:input:_files'
    ;;
  report)
    _arguments $help $choice $samples $anonymise '(-o --output)'{-o+,--output=}'[write to a file]:file:_files' '*:input:_files'
    ;;
  convert)
    _arguments $help $choice $text $samples $anonymise $sending '--to=[what to write]:format:(event perf normal chrome firefox otlp folded html sqlite csv ndjson)' \
      '(-o --output)'{-o+,--output=}'[write to a file]:file:_files' \
      '--traceparent=[the span that the trace belongs to]:context:' '*:input:_files'
    ;;
  cat)
    _arguments $help $choice $text $anonymise '--format=[what to write]:format:(normal perf event)' \
      '--follow[go on until the processes have ended]' '--last=[only events of that length before the end]:time:' \
      '--events-since=[only events of that time or later]:time:' \
      '--events-until=[only events of earlier times]:time:' '*:recording:_files'
    ;;
  listen)
    _arguments $help $choice $shown[1] $anonymise $sending '--any-user[take lines of other users too]' \
      '(-o --output)'{-o+,--output=}'[keep all lines that arrive]:directory:_files -/' \
      '--keep-size=[bytes of the kept files]:size:' '--keep-age=[age of the kept files]:time:' \
      '--exec=[run this for each shown command]:command:' \
      '--systemd[take sockets of a service manager]' '*:address:'
    ;;
  ps) _arguments $help $shown[1] '--json[everything as one JSON object]' ;;
  attach)
    _arguments $help '--to=[what to write]:format:(event perf normal binary)' \
      '(-o --output)'{-o+,--output=}'[have the program write to a file]:file:_files' \
      '--filter=[only events of these categories]:patterns:' '--nesting=[the deepest regions to show]:number:' \
      '--ring[keep only the last events]' '--for=[end after this time]:time:' '1:process id:_pids'
    ;;
  snapshot)
    _arguments $help '(-o --output)'{-o+,--output=}'[write the copy to a file]:file:_files' '1:process id:_pids'
    ;;
  run)
    # A command that stands right behind the "--" is none of _arguments' own.
    if [[ $words[2] == -- ]] && ((CURRENT > 2)); then
      shift 2 words
      ((CURRENT -= 2))
      _normal
      return
    fi
    _arguments -S $help $anonymise $sending '--to=[what to write]:format:(event perf normal chrome firefox otlp folded html summary tree why)' \
      '--samples=-[show functions, by perf]::samples per second, waits:(waits 999,waits)' \
      '--samples-stack=[how perf finds callers]:way:(fp dwarf lbr)' \
      '--json[for why, summary and tree: one JSON object]' '*--prefix=[of variables of other programs]:prefix:' \
      '(-o --output)'{-o+,--output=}'[write to a file]:file:_files' \
      '(-)1:command: _command_names -e' '*::argument:_normal'
    ;;
  esac
}

_trace2 "$@"
