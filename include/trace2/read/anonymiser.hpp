// Makes events that tell how a program has worked, but not on what, where, and for whom.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/read/anonymous_json.hpp>
#include <trace2/read/anonymous_texts.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/known_names.hpp>
#include <trace2/read/replacements.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read {

/// The texts of an `event_rewriter` that hides whom and what a trace is about:
///
///     trace2::read::anonymiser hidden;
///     trace2::read::event_rewriter rewriter{hidden};
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

  std::string_view sid(std::string_view sid) {
    if (sid != latest_sid_ || anonymous_sid_.empty()) {
      latest_sid_ = sid;
      anonymous_sid_.clear();
      texts_.append_sid(anonymous_sid_, sid);
    }
    return anonymous_sid_;
  }
  std::string_view thread(std::string_view name) {
    return made(name, &anonymous_texts::append_thread);
  }
  std::string_view file(std::string_view path) {
    return made(path, &anonymous_texts::append_source);
  }
  std::string_view event_name(std::string_view name) {
    return made(name, &anonymous_texts::append_name);
  }
  std::string_view member_name(std::string_view name) {
    return made(name, &anonymous_texts::append_name);
  }

  json_value member(std::string_view name, json_value const& value) {
    if (value.kind == json_kind::string) {
      json_.clear();
      detail::append_json_string(json_,
                                 member_text(name, json_reader{memory_.resource()}.text(value)));
      return scanned(memory_.keep(json_.view()));
    }
    std::string json;
    append_anonymous_json(json, value.text, texts_, memory_.resource());
    return scanned(memory_.keep(json));
  }

  template <class Event>
  void rewrite(Event& event) {
    for_each_member<Event>(
        [&](auto member) { rewrite_member(member.name, event.*member.pointer); });
  }
  void rewrite(event::version& event) { event.exe = event_name(event.exe); }
  void rewrite(event::cmd_path& event) { event.path = program(event.path, true); }
  void rewrite(event::start& event) { event.argv = command_line(event.argv, true); }
  void rewrite(event::exec& event) {
    event.exe = program(event.exe);
    event.argv = command_line(event.argv);
  }
  void rewrite(event::cmd_ancestry& event) {
    event.ancestry = memory_.changed(
        event.ancestry, [this](std::size_t, std::string_view name) { return program(name); });
  }
  /// An alias stands for a command of Git's, or for a line for a shell.
  void rewrite(event::alias& event) {
    event.alias = argument(event.alias);
    event.argv = memory_.changed(event.argv, [this](std::size_t at, std::string_view word) {
      return at == 0 && is_among(known_names::git_commands, word) ? word : argument(word);
    });
  }
  void rewrite(event::child_start& event) {
    rewrite_member("child_class", event.child_class);
    rewrite_member("hook_name", event.hook_name);
    rewrite_member("cd", event.cd);
    event.argv = event.use_shell ? shell_line(event.argv) : command_line(event.argv);
  }
  void rewrite(event::def_param& event) {
    event.param = made(event.param, &anonymous_texts::append_setting);
    event.value = value(event.value);
  }

 private:
  using append_text = void (anonymous_texts::*)(std::string&, std::string_view);

  /// Keeps what a function appends for a text. An absent text stays absent.
  std::string_view made(std::string_view text, append_text append) {
    if (text.data() == nullptr) return text;
    scratch_.clear();
    (texts_.*append)(scratch_, text);
    return memory_.keep(scratch_);
  }
  std::string_view made(std::string_view text, replaced kind) {
    if (text.data() == nullptr) return text;
    scratch_.clear();
    texts_.append(scratch_, kind, text);
    return memory_.keep(scratch_);
  }
  std::string_view program(std::string_view path, bool is_own = false) {
    if (path.data() == nullptr) return path;
    scratch_.clear();
    texts_.append_program(scratch_, path, is_own);
    return memory_.keep(scratch_);
  }
  std::string_view argument(std::string_view text) {
    return made(text, &anonymous_texts::append_argument);
  }
  std::string_view value(std::string_view text) {
    return made(text, &anonymous_texts::append_value);
  }

  /// The subcommand of Git stays.
  text_list command_line(text_list argv, bool is_own = false) {
    std::string_view const subcommand = subcommand_of(argv);
    return memory_.changed(argv, [&](std::size_t at, std::string_view word) {
      if (at == 0) return program(word, is_own);
      bool const is_subcommand = word.data() == subcommand.data() && !word.empty();
      if (is_subcommand && is_among(known_names::git_commands, word) &&
          program_name(argv.items[0]) == "git")
        return word;
      return argument(word);
    });
  }

  /// The first item is a line for a shell, which begins with a program.
  text_list shell_line(text_list argv) {
    return memory_.changed(argv, [this](std::size_t at, std::string_view word) {
      if (at != 0) return argument(word);
      std::string_view const first = first_word(word);
      std::string_view const shown = program(first);
      if (first == word) return shown;
      std::string line{shown};
      texts_.append(line.append(1, ' '), replaced::argument, word);
      return memory_.keep(line);
    });
  }

  /// The text of a member, by what the events of the library say under its name.
  std::string_view member_text(std::string_view name, std::string_view text) {
    for (std::string_view const known :
         {"category", "label", "key", "name", "hierarchy", "ready", "child_class", "evt"})
      if (name == known) return event_name(text);
    if (name == "msg" || name == "fmt") return made(text, replaced::message);
    if (name == "worktree" || name == "cd") return made(text, &anonymous_texts::append_directory);
    if (name == "path") return made(text, &anonymous_texts::append_path);
    if (name == "hook_name")
      return is_among(known_names::git_hooks, text) ? text : made(text, replaced::hook);
    return is_plain_value(text) ? text : made(text, replaced::text);
  }

  void rewrite_member(std::string_view name, std::string_view& text) {
    if (text.data() != nullptr) text = member_text(name, text);
  }
  void rewrite_member(std::string_view, std::string& text) {
    if (!is_plain_value(text)) text = made(text, replaced::text);
  }
  void rewrite_member(std::string_view, text_list& list) {
    list = memory_.changed(list,
                           [this](std::size_t, std::string_view text) { return argument(text); });
  }
  void rewrite_member(std::string_view, data_value& of) {
    of.visit([&]<class Value>(Value const& held) {
      if constexpr (std::is_same_v<Value, text>)
        if (!held.is_absent()) of = text{value(held)};
    });
  }
  void rewrite_member(std::string_view, json_text& json) {
    if (json.text.is_absent()) return;
    std::string made;
    json_value whole;
    if (json_scanner{json.text}.pass(whole))
      append_anonymous_json(made, whole.text, texts_, memory_.resource());
    else
      texts_.append(made.append(1, '"'), replaced::value, json.text), made.push_back('"');
    json.text = memory_.keep(made);
  }
  /// Numbers, times and the like.
  template <class Value>
  void rewrite_member(std::string_view, Value&) noexcept {
    static_assert(std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                      std::is_same_v<Value, duration> || detail::chrono_duration<Value>,
                  "trace2: an event's member may hold texts that nobody would replace");
  }

  anonymous_texts texts_;
  event_memory memory_;
  std::string scratch_;
  detail::buffer json_;
  std::string latest_sid_;
  std::string anonymous_sid_;
};

}}}  // namespace trace2::v0::read
