// The verbs of one list of targets, as a session publishes them.
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/verb/child.hpp>
#include <trace2/verb/command.hpp>
#include <trace2/verb/message.hpp>
#include <trace2/verb/parameter.hpp>
#include <trace2/verb/region.hpp>
#include <trace2/verb/thread.hpp>
#include <trace2/verb/value.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

template <class Targets>
inline constexpr verb_table verb_table_of{
    .enter = &verb::region<Targets>::enter,
    .leave = &verb::region<Targets>::leave,
    .data_signed = &verb::value<Targets>::template data_number<std::int64_t>,
    .data_unsigned = &verb::value<Targets>::template data_number<std::uint64_t>,
    .data_floating = &verb::value<Targets>::template data_number<double>,
    .data_text = &verb::value<Targets>::data_text,
    .data_chars = &verb::value<Targets>::data_chars,
    .data_other = &verb::value<Targets>::data_other,
    .enter_f = &verb::region<Targets>::enter_f,
    .error_f = &verb::message<Targets>::error_f,
    .print_f = &verb::message<Targets>::print_f,
    .region_enter = &verb::region<Targets>::region_enter,
    .region_leave = &verb::region<Targets>::region_leave,
    .vregion_enter = &verb::region<Targets>::vregion_enter,
    .vregion_leave = &verb::region<Targets>::vregion_leave,
    .data = &verb::value<Targets>::data,
    .data_json = &verb::value<Targets>::data_json,
    .data_json_text = &verb::value<Targets>::data_json_text,
    .error = &verb::message<Targets>::error,
    .verror = &verb::message<Targets>::verror,
    .print = &verb::message<Targets>::print,
    .vprint = &verb::message<Targets>::vprint,
    .thread_start = &verb::thread<Targets>::thread_start,
    .thread_exit = &verb::thread<Targets>::thread_exit,
    .child_start = &verb::child<Targets>::child_start,
    .child_exit = &verb::child<Targets>::child_exit,
    .child_ready = &verb::child<Targets>::child_ready,
    .exec = &verb::child<Targets>::exec,
    .exec_result = &verb::child<Targets>::exec_result,
    .cmd_start = &verb::command<Targets>::cmd_start,
    .cmd_exit = &verb::command<Targets>::cmd_exit,
    .cmd_path = &verb::command<Targets>::cmd_path,
    .cmd_ancestry = &verb::command<Targets>::cmd_ancestry,
    .cmd_name = &verb::command<Targets>::cmd_name,
    .cmd_mode = &verb::command<Targets>::cmd_mode,
    .cmd_alias = &verb::command<Targets>::cmd_alias,
    .def_param = &verb::parameter<Targets>::def_param,
    .cmd_list_config = &verb::parameter<Targets>::cmd_list_config,
    .cmd_list_env_vars = &verb::parameter<Targets>::cmd_list_env_vars,
    .cmd_set_config = &verb::parameter<Targets>::cmd_set_config,
    .def_repo = &verb::parameter<Targets>::def_repo};

}}}  // namespace trace2::v0::detail
