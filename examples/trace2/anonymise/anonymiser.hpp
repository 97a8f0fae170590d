// Makes events that tell how a program has worked, but not on what, where, and for whom.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <string>
#include <string_view>
#include <type_traits>

#include "anonymise/anonymous_texts.hpp"
#include "anonymise/replacements.hpp"

namespace trace2::program {

/// The texts of an `event_rewriter` that hides whom and what a trace is about:
///
///     program::anonymiser hidden;
///     event_rewriter rewriter{hidden};
///
/// Paths, arguments, URLs, messages, texts among data, names of users' own and the host in session
/// ids become numbers in the order of first sight. Events, times, exit codes, process ids, numbers,
/// versions, places in the source, and names that a program's source gives stay: categories,
/// labels, keys, commands, threads. So does a member's text only if this class knows its name;
/// those of events that it doesn't know are replaced. Memory: that of `replacements`, and of one
/// event.
class anonymiser {
 public:
  void begin() { memory_.release(); }

  std::string_view sid(std::string_view sid);
  std::string_view thread(std::string_view name);
  std::string_view file(std::string_view path);
  std::string_view event_name(std::string_view name);
  std::string_view member_name(std::string_view name);

  read::json_value member(std::string_view name, read::json_value const& value);

  template <class Event>
  void rewrite(Event& event) {
    for_each_member<Event>(
        [&](auto member) { rewrite_member(member.name, event.*member.pointer); });
  }
  void rewrite(event::version& event) { event.exe = event_name(event.exe); }
  void rewrite(event::cmd_path& event) { event.path = program(event.path, true); }
  void rewrite(event::start& event) { event.argv = command_line(event.argv, true); }
  void rewrite(event::exec& event);
  void rewrite(event::cmd_ancestry& event);
  /// An alias stands for a command of Git's, or for a line for a shell.
  void rewrite(event::alias& event);
  void rewrite(event::child_start& event);
  void rewrite(event::def_param& event);

 private:
  using append_text = void (anonymous_texts::*)(std::string&, std::string_view);

  /// Keeps what a function appends for a text. An absent text stays absent.
  std::string_view made(std::string_view text, append_text append);
  std::string_view made(std::string_view text, replaced kind);
  std::string_view program(std::string_view path, bool is_own = false);
  std::string_view argument(std::string_view text);
  std::string_view value(std::string_view text);

  /// The subcommand of Git stays.
  text_list command_line(text_list argv, bool is_own = false);

  /// The first item is a line for a shell, which begins with a program.
  text_list shell_line(text_list argv);

  /// The text of a member, by what the events of the library say under its name.
  std::string_view member_text(std::string_view name, std::string_view text);

  void rewrite_member(std::string_view name, std::string_view& text);
  void rewrite_member(std::string_view, std::string& text);
  void rewrite_member(std::string_view, text_list& list);
  void rewrite_member(std::string_view, data_value& of);
  void rewrite_member(std::string_view, json_text& json);
  /// Numbers, times and the like.
  template <class Value>
  void rewrite_member(std::string_view, Value&) noexcept {
    static_assert(
        std::is_arithmetic_v<Value> || std::is_enum_v<Value> || std::is_same_v<Value, duration>,
        "trace2: an event's member may hold texts that nobody would replace");
  }

  anonymous_texts texts_;
  read::event_memory memory_;
  std::string scratch_;
  buffer json_;
  std::string latest_sid_;
  std::string anonymous_sid_;
};

}  // namespace trace2::program
