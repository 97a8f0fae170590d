// The verbs of one list of targets, as a session publishes them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/process/state/joining.hpp>
#include <trace2/process/state/state.hpp>
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
class all_verbs {
  using region = verb::region<Targets>;
  using message = verb::message<Targets>;
  using value = verb::value<Targets>;

  static constexpr verb::command<Targets> commands{};
  static constexpr verb::parameter<Targets> parameters{};
  static constexpr message messages{};
  static constexpr verb::child<Targets> children{};
  static constexpr verb::thread<Targets> threads{};
  static constexpr region regions{};
  static constexpr value values{};

 public:
  static constexpr verb_table table{.enter = &region::enter,
                                    .leave = &region::leave,
                                    .data_signed = &value::template data_number<std::int64_t>,
                                    .data_unsigned = &value::template data_number<std::uint64_t>,
                                    .data_floating = &value::template data_number<double>,
                                    .data_text = &value::data_text,
                                    .data_chars = &value::data_chars,
                                    .data_other = &value::data_other,
                                    .enter_f = &region::enter_f,
                                    .error_f = &message::error_f,
                                    .print_f = &message::print_f,
                                    .command = &commands,
                                    .parameter = &parameters,
                                    .message = &messages,
                                    .child = &children,
                                    .thread = &threads,
                                    .region = &regions,
                                    .value = &values,
                                    .join = &detail::join_object,
                                    .process = &this_process};
};

template <class Targets>
inline constexpr verb_table const& verb_table_of = all_verbs<Targets>::table;

}}}  // namespace trace2::v0::detail
