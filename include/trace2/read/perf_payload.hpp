// Reads the last column of a line of PERF into the struct of its event (R-PRF-12).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/event/wait.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/read/worded_text.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/scope.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Fills the members of events. Members that PERF lacks keep their defaults; a text that can't be
/// told from no text is no text. Where the wording leaves a choice:
///
/// - A region's message begins with the first word behind the label that begins with no letter, as
///   paths and numbers do. PERF does not show where a label ends.
/// - A child is started by a shell if its first argument has a blank.
/// - An exec names the program apart from the arguments if the two agree, as Git's do (R-CHD-08).
/// - The key of a value ends at the first colon.
///
/// Git Credential Manager, which is part of each Git for Windows, words some events otherwise than
/// Git (R-PRF-12), and quotes nothing. No wording of one is a wording of the other.
class perf_payload {
 public:
  explicit perf_payload(quoted_words& words) noexcept : words_{words} {}

  /// Reads the payload, without the dots in front of it, into an event. False when it is none of
  /// this event.
  template <class Event>
  bool read(perf_columns const& columns, std::string_view payload, Event& to) {
    if constexpr (requires { to.t_abs; }) to.t_abs = columns.t_abs.value_or(duration{});
    if constexpr (requires { to.t_rel; }) to.t_rel = columns.t_rel.value_or(duration{});
    if constexpr (requires { to.category; }) to.category = columns.category;
    cut_.clear();
    worded_text from{payload, &cut_};
    waits_ = false;
    bool const is_read = fill(to, from, columns) && words_.is_whole();
    wide_code_ = from.wide_code();
    return is_read;
  }
  /// The numbers of that event that were out of range.
  read::cut_numbers& cut_numbers() noexcept { return cut_; }
  /// Its exit code, if that was out of range.
  std::optional<std::int64_t> wide_code() const noexcept { return wide_code_; }
  /// True if the event that was read last is of a region that only waits.
  bool waits() const noexcept { return waits_; }

 private:
  using text = worded_text;

  bool fill(other_event&, text&, perf_columns const&) { return true; }
  bool fill(event::version& to, text& from, perf_columns const&) { return from.all(to.exe); }
  bool fill(event::too_many_files&, text&, perf_columns const&) { return true; }
  bool fill(event::start& to, text& from, perf_columns const&) {
    bool const is_unquoted = quoted_words::begins_with_unquoted_path(from.rest());
    to.argv = is_unquoted ? words_.all_unquoted(from.rest()) : words_.all_of(from.rest());
    return true;
  }
  bool fill(event::exit& to, text& from, perf_columns const&) {
    duration elapsed;
    if (from.take("elapsed:") && !(from.number(elapsed) && from.take(" "))) return false;
    return from.take("code:") && from.code(to.code) && from.rest().empty();
  }
  bool fill(event::atexit& to, text& from, perf_columns const&) {
    return from.take("code:") && from.code(to.code) && from.rest().empty();
  }
  bool fill(event::signal& to, text& from, perf_columns const&) {
    return from.take("signo:") && from.last(to.signo);
  }
  /// Readers of EVENT demand a format; a message is the only one that fits itself.
  bool fill(event::error& to, text& from, perf_columns const&) {
    if (!from.rest().empty()) to.msg = to.fmt = from.rest();
    return true;
  }
  bool fill(event::cmd_path& to, text& from, perf_columns const&) { return from.all(to.path); }
  bool fill(event::cmd_ancestry& to, text& from, perf_columns const&) {
    return from.take("ancestry:[") && list(to.ancestry, from);
  }
  bool fill(event::cmd_name& to, text& from, perf_columns const&) { return from.name(to); }
  bool fill(event::cmd_mode& to, text& from, perf_columns const&) { return from.all(to.name); }
  bool fill(event::alias& to, text& from, perf_columns const&) {
    return from.take("alias:") && from.until(" argv:[", to.alias) && list(to.argv, from);
  }
  bool fill(event::child_start& to, text& from, perf_columns const&) {
    if (!child_id(to.child_id, from) || !from.take(" ")) return false;
    if (!from.take("class:")) {
      to.argv = words_.all_unquoted(from.rest());
      return !from.rest().empty();
    }
    std::string_view const rest = from.rest();
    std::size_t const size =
        std::min({rest.find(" hook:"), rest.find(" cd:"), rest.find(" argv:[")});
    if (size == rest.npos || !from.first(size, to.child_class)) return false;
    if (from.take(" hook:")) {
      std::string_view const behind = from.rest();
      from.first(std::min(behind.find(" cd:"), behind.find(" argv:[")), to.hook_name);
    }
    if (from.take(" cd:")) to.cd = from.word(words_);
    if (!from.take(" argv:[") || !list(to.argv, from)) return false;
    to.use_shell = is_for_shell(to.argv);
    return true;
  }
  bool fill(event::child_exit& to, text& from, perf_columns const&) {
    if (!child_id(to.child_id, from) || !from.take(" pid:") || !from.number(to.pid) ||
        !from.take(" code:") || !from.code(to.code))
      return false;
    duration elapsed;  // a column tells it, too
    return from.rest().empty() || (from.take(" elapsed:") && from.last(elapsed));
  }
  bool fill(event::child_ready& to, text& from, perf_columns const&) {
    return child_id(to.child_id, from) && from.take(" pid:") && from.number(to.pid) &&
           from.take(" ready:") && from.all(to.ready);
  }
  bool fill(event::thread_start&, text& from, perf_columns const&) { return from.rest().empty(); }
  bool fill(event::thread_exit&, text& from, perf_columns const&) { return from.rest().empty(); }
  bool fill(event::exec& to, text& from, perf_columns const&) {
    if (!from.take("id:") || !from.number(to.exec_id) || !from.take(" argv:[")) return false;
    if (!from.drop_end("]")) return false;
    from.program(to, words_);
    return true;
  }
  /// The system's text for the code follows from it.
  bool fill(event::exec_result& to, text& from, perf_columns const&) {
    return from.take("id:") && from.number(to.exec_id) && from.take(" code:") &&
           from.code(to.code) && (from.rest().empty() || from.take(" err:"));
  }
  bool fill(event::def_param& to, text& from, perf_columns const& columns) {
    constexpr std::string_view mark = "scope:";
    if (!columns.category.starts_with(mark)) return false;
    to.scope = scope_of(columns.category.substr(mark.size()));
    from.pair(':', to.param, to.value);
    return true;
  }
  bool fill(event::def_repo& to, text& from, perf_columns const&) {
    if (!from.take("worktree:")) return false;
    to.worktree = from.word(words_);
    return true;
  }
  bool fill(event::region_enter& to, text& from, perf_columns const& columns) {
    return region(to, from, columns);
  }
  bool fill(event::region_leave& to, text& from, perf_columns const& columns) {
    return region(to, from, columns);
  }
  bool fill(event::task_begin& to, text& from, perf_columns const&) {
    if (!task(to, from)) return false;
    from.take(" ");
    if (from.take("parent:") && !from.number(to.parent)) return false;
    from.take(" ");
    return label(to.label, to.msg, from.rest());
  }
  bool fill(event::task_run& to, text& from, perf_columns const&) {
    return task(to, from) && from.rest().empty();
  }
  bool fill(event::task_pause& to, text& from, perf_columns const&) {
    return task(to, from) && from.rest().empty();
  }
  bool fill(event::task_end& to, text& from, perf_columns const&) {
    if (!task(to, from) || !from.take(" run:") || !from.number(to.t_run)) return false;
    return from.take(" label:") ? from.all(to.label) : from.rest().empty();
  }
  bool fill(event::task_link& to, text& from, perf_columns const&) {
    return task(to, from) && from.take(" ") && from.until(":", to.kind) && from.last(to.other);
  }
  bool fill(event::task_region_enter& to, text& from, perf_columns const& columns) {
    return task(to, from) && from.take(" ") && region(to, from, columns);
  }
  bool fill(event::task_region_leave& to, text& from, perf_columns const& columns) {
    return task(to, from) && from.take(" ") && region(to, from, columns);
  }
  bool fill(event::data& to, text& from, perf_columns const&) {
    std::string_view value;
    from.pair(':', to.key, value);
    to.value = value;
    return value.data() != nullptr;
  }
  bool fill(event::data_json& to, text& from, perf_columns const&) {
    std::string_view value;
    from.pair(':', to.key, value);
    to.value.text = value;
    return value.data() != nullptr;
  }
  bool fill(event::printf& to, text& from, perf_columns const&) { return from.all(to.msg); }
  template <event::sum_of Whose>
  bool fill(event::timer_sum<Whose>& to, text& from, perf_columns const&) {
    return from.take("name:") && from.until_last(" intervals:", to.name) && from.intervals(to);
  }
  template <event::sum_of Whose>
  bool fill(event::counter_sum<Whose>& to, text& from, perf_columns const&) {
    return from.take("name:") && from.until_last(" value:", to.name) && from.last(to.count);
  }

  static bool child_id(int& id, text& from) noexcept {
    return from.take("[ch") && from.number(id) && from.take("]");
  }

  static bool task(auto& to, text& from) noexcept {
    return from.take("[t") && from.number(to.task) && from.take("]");
  }

  bool region(auto& to, text& from, perf_columns const& columns) noexcept {
    waits_ = from.take(event::detail::waits_mark);
    return label(to.label, to.msg, from.rest(), columns.place.is_of_csharp());
  }

  bool list(text_list& to, text& from) {
    if (!from.drop_end("]")) return false;
    to = words_.all_of(from.rest());
    return true;
  }

  /// Without a label the message stands behind a blank (R-PRF-13). `is_bare`: no "label:" stands
  /// before the label, as Git Credential Manager has it.
  static bool label(std::string_view& label, std::string_view& msg, std::string_view from,
                    bool is_bare = false) noexcept {
    if (from.empty()) return true;
    if (from.front() == ' ') return msg = from.substr(1), true;
    constexpr std::string_view mark = "label:";
    if (!from.starts_with(mark) && !is_bare) return false;
    label = from.starts_with(mark) ? from.substr(mark.size()) : from;
    for (std::size_t at = 0; (at = label.find(' ', at)) != label.npos; ++at) {
      if (at + 1 < label.size() && begins_word(label[at + 1])) continue;
      msg = label.substr(at + 1);
      label = label.substr(0, at);
      break;
    }
    return true;
  }
  static bool begins_word(char c) noexcept { return detail::is_letter(c) || !is_ascii(c); }

  /// The column shows only the beginning of long names (R-PRF-07).
  static trace2::scope scope_of(std::string_view beginning) noexcept {
    trace2::scope result = trace2::scope::unknown;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<trace2::scope>>([&](auto each) {
      if (!beginning.empty() && std::string_view{each.name}.starts_with(beginning))
        result = each.value;
    });
    return result;
  }

  quoted_words& words_;
  bool waits_ = false;
  read::cut_numbers cut_;
  std::optional<std::int64_t> wide_code_{};
};

}}}  // namespace trace2::v0::read
