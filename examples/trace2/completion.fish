# Completion of trace2(1) for fish. Words without a rule here, such as INPUT, are completed as
# files; what follows "trace2 run" is completed as a command of its own.

function __trace2_command
    set -l words (commandline -opc)
    test "$words[2]" = --no-pager; and set -e words[2]
    set -q words[2]; and echo $words[2]
end

function __trace2_is
    contains -- (__trace2_command) $argv
end

complete -c trace2 -n 'not __trace2_command' -f -l help -d 'Explain the commands'
complete -c trace2 -n 'not __trace2_command' -f -l version -d 'Show the version'
complete -c trace2 -n 'not __trace2_command' -f -l no-pager -d 'Use no pager'
complete -c trace2 -n 'not __trace2_command' -f -a why -d 'Explain why a command took as long as it did'
complete -c trace2 -n 'not __trace2_command' -f -a list -d 'Show one line for each command'
complete -c trace2 -n 'not __trace2_command' -f -a summary -d 'Show tables of what is in a trace'
complete -c trace2 -n 'not __trace2_command' -f -a tree -d 'Show an indented tree'
complete -c trace2 -n 'not __trace2_command' -f -a diff -d 'Compare what commands did before and after'
complete -c trace2 -n 'not __trace2_command' -f -a query -d 'Answer a question in SQL'
complete -c trace2 -n 'not __trace2_command' -f -a check -d 'Tell what is odd in a trace'
complete -c trace2 -n 'not __trace2_command' -f -a report -d 'Write a page for a browser'
complete -c trace2 -n 'not __trace2_command' -f -a convert -d 'Write a trace in another format'
complete -c trace2 -n 'not __trace2_command' -f -a run -d 'Run a command and trace it'
complete -c trace2 -n 'not __trace2_command' -f -a ps -d 'List programs that can be attached to'
complete -c trace2 -n 'not __trace2_command' -f -a attach -d 'Trace a running program'
complete -c trace2 -n 'not __trace2_command' -f -a snapshot -d 'Copy the ring of a running program'
complete -c trace2 -n 'not __trace2_command' -f -a cat -d 'Show recordings as text'
complete -c trace2 -n 'not __trace2_command' -f -a listen -d 'Receive traces of running programs'

set -l readers why list diff summary tree query report convert cat listen
complete -c trace2 -n "__trace2_is $readers check run ps attach snapshot" -l help -d 'Explain the command'
complete -c trace2 -n "__trace2_is $readers" -x -l command -d 'Only commands with this name'
complete -c trace2 -n "__trace2_is $readers" -x -l repo -d 'Only commands in such a worktree'
complete -c trace2 -n "__trace2_is $readers" -x -l since -d 'Only commands that began then or later'
complete -c trace2 -n "__trace2_is $readers" -x -l until -d 'Only commands that began earlier'
complete -c trace2 -n "__trace2_is $readers" -x -l slower-than -d 'Only commands that took longer'
complete -c trace2 -n "__trace2_is $readers" -l failed -d 'Only commands that failed'
complete -c trace2 -n "__trace2_is $readers" -x -l where -d 'Only commands with such data'
complete -c trace2 -n "__trace2_is $readers" -x -l pid -d 'Only this process id'
complete -c trace2 -n "__trace2_is $readers" -x -l sid -d 'Only this session id'
complete -c trace2 -n "__trace2_is $readers" -x -l category -d 'Only events of these categories'

complete -c trace2 -n '__trace2_is why list diff summary tree query listen ps' -x -l color -a 'auto always never' -d 'Colours'
complete -c trace2 -n '__trace2_is why list diff summary' -x -l rows -d 'Rows to show'
complete -c trace2 -n '__trace2_is why list diff query' -l csv -d 'Comma-separated values'
complete -c trace2 -n '__trace2_is list' -x -l sort -a 'newest oldest slowest fastest' -d 'What comes first'
complete -c trace2 -n '__trace2_is why list summary tree diff check query run ps' -l json -d 'Everything as JSON'
complete -c trace2 -n '__trace2_is query' -l schema -d 'Show the tables and views'
complete -c trace2 -n '__trace2_is summary' -x -l csv -d 'One table as comma-separated values' \
    -a 'processes commands regions tasks children timers counters phases data other_events errors losses remarks left_out'
complete -c trace2 -n '__trace2_is summary' -x -l sort -a 'total self max median count' -d 'What comes first'
complete -c trace2 -n '__trace2_is summary' -x -l histogram -d 'Draw the durations of these regions'
complete -c trace2 -n '__trace2_is diff' -x -l fail-above -d 'Exit with 3 if something takes so much longer'
complete -c trace2 -n '__trace2_is diff' -x -l by -d 'Compare commands of one input by a datum'
complete -c trace2 -n '__trace2_is diff' -l stat -d 'All rows, with the names of the tests'
complete -c trace2 -n '__trace2_is diff' -x -l to -a html -d 'Write a page for a browser'
complete -c trace2 -n '__trace2_is tree' -x -l depth -d 'Levels to show'
complete -c trace2 -n '__trace2_is tree' -x -l min-share -d 'Leave out what takes less'
complete -c trace2 -n '__trace2_is convert' -x -l to -a 'event perf normal chrome firefox otlp folded html sqlite csv ndjson' -d 'What to write'
complete -c trace2 -n '__trace2_is attach' -x -l to -a 'event perf normal binary' -d 'What to write'
complete -c trace2 -n '__trace2_is attach' -x -l filter -d 'Only events of these categories'
complete -c trace2 -n '__trace2_is attach' -x -l for -d 'End after this time'
complete -c trace2 -n '__trace2_is attach' -l ring -d 'Keep the last events only'
complete -c trace2 -n '__trace2_is run' -x -l to -d 'What to write' \
    -a 'event perf normal chrome firefox otlp folded html summary tree why'
complete -c trace2 -n '__trace2_is why tree report convert diff' -r -l samples -d 'Show functions of a profiler'
complete -c trace2 -n '__trace2_is run' -l samples -a 'waits 999,waits' -d 'Show functions, by perf'
complete -c trace2 -n '__trace2_is run' -x -l samples-stack -a 'fp dwarf lbr' -d 'How perf finds callers'
complete -c trace2 -n '__trace2_is run' -x -l prefix -d 'Of variables of other programs'
complete -c trace2 -n '__trace2_is report convert run diff attach snapshot' -r -s o -l output -d 'Write to a file'
complete -c trace2 -n '__trace2_is report convert cat run listen' -l anonymise -d 'Replace texts by numbers'
complete -c trace2 -n '__trace2_is convert' -x -l traceparent -d 'The span that the trace belongs to'
complete -c trace2 -n '__trace2_is convert run listen' -x -l otlp -d 'Send spans to this receiver'
complete -c trace2 -n '__trace2_is convert run listen' -x -a '(__fish_complete_directories)' -l spool -d 'Where spans wait'
complete -c trace2 -n '__trace2_is convert run listen' -x -l spool-limit -d 'MiB that may wait'
complete -c trace2 -n '__trace2_is convert run listen' -x -l keep -d 'When to give up what is never accepted'
complete -c trace2 -n '__trace2_is convert run listen' -x -l retry-for -d 'Seconds until spans wait'
complete -c trace2 -n '__trace2_is cat' -x -l format -a 'normal perf event' -d 'What to write'
complete -c trace2 -n '__trace2_is cat' -l follow -d 'Continue until the processes have ended'
complete -c trace2 -n '__trace2_is cat' -x -l last -d 'Only events of that length before the end'
complete -c trace2 -n '__trace2_is cat' -x -l events-since -d 'Only events of that time or later'
complete -c trace2 -n '__trace2_is cat' -x -l events-until -d 'Only events of earlier times'
complete -c trace2 -n '__trace2_is listen' -x -s o -l output -a '(__fish_complete_directories)' -d 'Keep all lines that arrive'
complete -c trace2 -n '__trace2_is listen' -x -l keep-size -d 'Bytes of the kept files'
complete -c trace2 -n '__trace2_is listen' -x -l keep-age -d 'Age of the kept files'
complete -c trace2 -n '__trace2_is listen' -x -l exec -d 'Run this for each shown command'
complete -c trace2 -n '__trace2_is listen' -l systemd -d 'Take sockets of a service manager'
complete -c trace2 -n '__trace2_is listen' -l any-user -d 'Take lines of other users too'
complete -c trace2 -n '__trace2_is convert cat' -l brief -d 'Leave out time and place'
complete -c trace2 -n '__trace2_is convert cat attach' -x -l nesting -d 'The deepest regions to show'
complete -c trace2 -n '__trace2_is run' -f -a '(__fish_complete_subcommand --fcs-skip=2 -o --output --to --prefix --otlp --spool --spool-limit --keep --retry-for)'
