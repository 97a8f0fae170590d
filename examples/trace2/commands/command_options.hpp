// The options of each command, and what its --help says.
#pragma once

#include "commands/attach.hpp"
#include "commands/cat.hpp"
#include "commands/check.hpp"
#include "commands/convert.hpp"
#include "commands/diff.hpp"
#include "commands/list.hpp"
#include "commands/listen.hpp"
#include "commands/overview.hpp"
#include "commands/ps.hpp"
#include "commands/query.hpp"
#include "commands/report.hpp"
#include "commands/run.hpp"
#include "commands/snapshot.hpp"
#include "commands/why.hpp"

namespace CLI {
class App;
}

namespace trace2::program {

/// Each adds a command to the program; parsing fills the options, which outlive `app`.
void add_attach(CLI::App& app, attach_options& options);
void add_cat(CLI::App& app, cat_options& options);
void add_check(CLI::App& app, check_options& options);
void add_convert(CLI::App& app, convert_options& options);
void add_diff(CLI::App& app, diff_options& options);
void add_list(CLI::App& app, list_options& options);
void add_listen(CLI::App& app, listen_options& options);
void add_ps(CLI::App& app, ps_options& options);
void add_query(CLI::App& app, query_options& options);
void add_report(CLI::App& app, report_options& options);
void add_run(CLI::App& app, run_options& options);
void add_snapshot(CLI::App& app, snapshot_options& options);
void add_summary(CLI::App& app, overview_command_options& options);
void add_tree(CLI::App& app, overview_command_options& options);
void add_why(CLI::App& app, why_command_options& options);

}  // namespace trace2::program
