// Reads the events of a NORMAL trace, one at a time and in constant memory: the words of a line
// (R-NRM-05) become the struct of an event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/line_processes.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/line_stream.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/read/worded_text.hpp>
#include <trace2/value/enumerator.hpp>
#include <trace2/value/scope.hpp>

#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Fills the members of events from the words of a line. Members that NORMAL lacks keep their
/// defaults; `perf_payload` says how guesses are made.
class normal_payload {
 public:
  explicit normal_payload(quoted_words& words) noexcept : words_{words} {}

  /// Reads the words behind the event's name. False when they are none of this event.
  template <class Event>
  bool read(std::string_view payload, Event& to) {
    cut_.clear();
    worded_text from{payload, &cut_};
    bool const is_read = fill(to, from) && words_.is_whole();
    wide_code_ = from.wide_code();
    return is_read;
  }
  /// The numbers of that event that were out of range.
  read::cut_numbers& cut_numbers() noexcept { return cut_; }
  /// Its exit code, if that was out of range.
  std::optional<std::int64_t> wide_code() const noexcept { return wide_code_; }

 private:
  using text = worded_text;

  /// NORMAL ignores all other events.
  bool fill(auto&, text&) { return false; }
  bool fill(event::version& to, text& from) { return from.all(to.exe); }
  bool fill(event::start& to, text& from) {
    if (!quoted_words::begins_with_unquoted_path(from.rest())) return list(to.argv, from);
    to.argv = words_.all_unquoted(from.rest());
    return true;
  }
  bool fill(event::exit& to, text& from) { return end(to.t_abs, to.code, from); }
  bool fill(event::atexit& to, text& from) { return end(to.t_abs, to.code, from); }
  bool fill(event::signal& to, text& from) { return end(to.t_abs, to.signo, from); }
  bool fill(event::error& to, text& from) {
    if (!from.rest().empty()) to.msg = to.fmt = from.rest();
    return true;
  }
  bool fill(event::printf& to, text& from) { return from.all(to.msg); }
  bool fill(event::cmd_path& to, text& from) { return from.all(to.path); }
  bool fill(event::cmd_name& to, text& from) { return from.name(to); }
  bool fill(event::cmd_mode& to, text& from) { return from.all(to.name); }
  bool fill(event::cmd_ancestry& to, text& from) {
    ancestry_.clear();
    for (std::string_view name; from.until(" <- ", name) && ancestry_.size() < most_ancestors;)
      ancestry_.push_back(name);
    ancestry_.push_back(from.rest());
    to.ancestry = {ancestry_.data(), ancestry_.size()};
    return true;
  }
  bool fill(event::alias& to, text& from) {
    return from.until(" -> ", to.alias) && list(to.argv, from);
  }
  bool fill(event::child_start& to, text& from) {
    // Git Credential Manager writes a blank before the bracket, and quotes nothing.
    bool const is_unquoted = from.rest().starts_with('[');
    if (!id(to.child_id, from)) return false;
    if (is_unquoted) {
      if (!from.take(" ")) return false;
      to.argv = words_.all_unquoted(from.rest());
      return true;
    }
    if (from.take(" cd ")) {
      // The quotes tell where a directory ends; without them it is at the semicolon.
      to.cd = from.word(words_);
      if (to.cd.ends_with(';')) to.cd.remove_suffix(1);
    }
    if (!from.take(" ") || !list(to.argv, from)) return false;
    to.use_shell = is_for_shell(to.argv);
    return true;
  }
  bool fill(event::child_exit& to, text& from) {
    return id(to.child_id, from) && from.take(" pid:") && from.number(to.pid) &&
           from.take(" code:") && from.code(to.code) && from.take(" elapsed:") &&
           from.last(to.t_rel);
  }
  bool fill(event::child_ready& to, text& from) {
    return id(to.child_id, from) && from.take(" pid:") && from.number(to.pid) &&
           from.take(" ready:") && from.until_last(" elapsed:", to.ready) && from.last(to.t_rel);
  }
  bool fill(event::exec& to, text& from) {
    if (!id(to.exec_id, from) || !from.take(" ")) return false;
    from.program(to, words_);
    return true;
  }
  bool fill(event::exec_result& to, text& from) {
    return id(to.exec_id, from) && from.take(" code:") && from.code(to.code) &&
           (from.rest().empty() || from.take(" err:"));
  }
  bool fill(event::def_param& to, text& from) {
    std::string_view scope;
    if (!from.take("scope:") || !from.until(" ", scope)) return false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<trace2::scope>>([&](auto each) {
      if (scope == each.name) to.scope = each.value;
    });
    from.pair('=', to.param, to.value);
    return true;
  }
  bool fill(event::def_repo& to, text& from) {
    to.worktree = from.word(words_);
    return true;
  }
  template <event::sum_of Whose>
  bool fill(event::timer_sum<Whose>& to, text& from) {
    return from.until("/", to.category) && from.until_last(" intervals:", to.name) &&
           from.intervals(to);
  }
  template <event::sum_of Whose>
  bool fill(event::counter_sum<Whose>& to, text& from) {
    return from.until("/", to.category) && from.until_last(" value:", to.name) &&
           from.last(to.count);
  }

  /// The number in the brackets of which the first is taken, unless a blank stands before it.
  static bool id(int& to, text& from) noexcept {
    from.take("[");
    return from.number(to) && from.take("]");
  }

  static bool end(duration& elapsed, int& code, text& from) noexcept {
    return from.take("elapsed:") && from.number(elapsed) && from.take(" code:") &&
           from.code(code) && from.rest().empty();
  }

  bool list(text_list& to, text& from) {
    to = words_.all_of(from.rest());
    return true;
  }

  static constexpr std::size_t most_ancestors = 1000;

  quoted_words& words_;
  read::cut_numbers cut_;
  std::optional<std::int64_t> wide_code_{};
  std::vector<std::string_view> ancestry_;
};

/// Reads a NORMAL trace, brief or not, as `perf_stream` reads a PERF trace. NORMAL tells of
/// commands, children, ends, sums and errors, all of them on the main thread. NORMAL tells neither
/// the id nor the depth of a process, so that no process has a parent: nothing but a guess could
/// tell which child of which command it is.
class normal_stream final : public line_stream<normal_stream, normal_line, normal_payload> {
 public:
  normal_stream(byte_source& from, std::string name, problem_handler report, std::int64_t written,
                std::size_t longest_line = line_reader::default_most,
                surroundings::line_cleaner* cleaner = nullptr)
      : line_stream{"normal",          false,   from,         std::move(name),
                    std::move(report), written, longest_line, cleaner} {}

 private:
  friend line_stream;

  occurrence const* make() {
    occurrence const* const result = boost::mp11::mp_with_index<event_count>(
        find_event<builtin_events>(columns_.event),
        [this](auto index) { return this->template make<index>(); });
    if (result == nullptr && !std::exchange(is_left_out_, false))
      lines_.complain("lacks a part of its event");
    return result;
  }

  template <event_kind Kind>
  occurrence const* make() {
    auto& event = made_.event.template emplace<Kind + 1>();
    if (!payload_.read(columns_.payload, event)) return nullptr;
    made_.t_abs.reset();
    made_.t_rel.reset();
    line_facts line{.kind = Kind, .is_of_csharp = columns_.place.is_of_csharp()};
    if constexpr (Kind == kind_of<event::exit> || Kind == kind_of<event::atexit> ||
                  Kind == kind_of<event::signal>)
      made_.t_abs = event.t_abs;
    if constexpr (requires { event.t_rel; }) made_.t_rel = event.t_rel;
    if constexpr (requires { event.child_id; }) line.child_id = event.child_id;
    if (made_.t_abs) line.t_abs = made_.t_abs->in_microseconds();
    if (made_.t_rel) line.t_rel = made_.t_rel->in_microseconds();
    if (columns_.time_of_day)
      line.wall = clock_.at(*columns_.time_of_day, line.is<event::version>());

    line_process& process = processes_.writer_of(line);
    if (process.is_unclear) {
      ++unclear_;
      is_left_out_ = line.is_end() || line.is_beginning_or_child();
      if (is_left_out_) return nullptr;
    }
    processes_.note(process, nullptr, line);
    made_.event_name = columns_.event;
    made_.sid = process.sid;
    made_.wall.reset();
    if (line.wall) made_.wall = moment_at(*line.wall);
    made_.file = columns_.place.file;
    made_.line = columns_.place.line;
    made_.cut_numbers = payload_.cut_numbers().all();
    made_.wide_code = payload_.wide_code();
    return &made_;
  }

  bool is_left_out_ = false;  ///< the latest event, because it may be of several processes
};

}}}  // namespace trace2::v0::read
