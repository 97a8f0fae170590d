// Renders stored events as the lines that the text targets would have written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/line_patterns.hpp>
#include <trace2/read/recording/member_reader.hpp>
#include <trace2/read/recording/schema_event.hpp>
#include <trace2/read/recording/short_event.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/buffer.hpp>

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read {

/// The form of the lines made from the events of a recording: whole, unless they shall be shorter.
struct line_settings {
  bool brief = false;                                   ///< leave out time and place
  int nesting_limit = std::numeric_limits<int>::max();  ///< leave out what is nested deeper
};

namespace recording {

/// Renders the events of one process. Plain events (plain_record) take a short way, because
/// nearly all events of a hot loop are plain: a pattern of their line gets their times and number.
/// All other lines, and those of the first plain events of a second, are written by the format.
class renderer {
 public:
  /// The budget is for patterns, and must outlive the renderer.
  explicit renderer(memory_budget& memory) : patterns_{memory} {}

  void set_process(std::string_view sid) {
    if (sid_ == sid) return;
    patterns_.clear();
    sid_ = sid;
    sid_json_.clear();
    trace2::detail::append_json_escaped(sid_json_, sid_);
    depth_ = 0;
    for (char const c : sid_) depth_ += c == '/';
  }

  /// Appends the line of the event, with its LF; nothing if the format ignores the event. False
  /// when the bytes of the event don't match its schema.
  template <class Format>
  bool write(buffer& out, format_settings const& settings, stored_event const& from) {
    if constexpr (std::is_same_v<Format, format::perf>)
      cut_indentations_ += from.open_regions > limits::indentation ? 1 : 0;
    if constexpr (has_patterns<Format>)
      if (is_plain(from) && write_plain<Format>(out, settings, from)) [[likely]]
        return true;
    return write_whole<Format>(out, settings, from);
  }

  /// Number of lines of PERF whose indentation was cut.
  std::uint64_t cut_indentations() const noexcept { return cut_indentations_; }

 private:
  /// Formats whose lines of plain events differ in times and numbers alone. Of another format this
  /// can't be known.
  template <class Format>
  static constexpr bool has_patterns =
      std::is_same_v<Format, format::perf> || std::is_same_v<Format, format::json>;

  /// The settings on which the lines of all events depend.
  struct line_form {
    bool is_json = false;
    bool brief = false;
    int nesting_limit = 0;
    friend bool operator==(line_form const&, line_form const&) = default;
  };

  void set_form(line_form const& form) noexcept {
    if (form == form_) [[likely]]
      return;
    patterns_.clear();
    form_ = form;
  }

  /// False when there is no pattern of the line.
  template <class Format>
  bool write_plain(buffer& out, format_settings const& settings, stored_event const& from) {
    set_form({std::is_same_v<Format, format::json>, settings.brief, settings.nesting_limit});
    return patterns_.append(out, from, [&](buffer& line, stored_event const& event) {
      write_whole<Format>(line, settings, event);
    });
  }

  template <class Format>
  bool write_whole(buffer& out, format_settings const& settings, stored_event const& from) {
    std::size_t const begin = out.size();
    bool is_sound = true;
    auto const with = [&]<class Event>(Event const& event) {
      if constexpr (Format::template wants<Event>)
        append<Format>(out, settings, make_record(event, from));
    };
    if (from.what == nullptr)
      visit_short<true>(from, with);
    else if ((from.what->flags & detail::any_wording_flag) != 0 ||
             !visit_known(from, with, is_sound))
      is_sound = write_other<Format>(out, settings, from);
    if (out.size() != begin && out.back() != '\n') out.append('\n');
    return is_sound;
  }

  /// Formats need an empty buffer for each line.
  template <class Format>
  void append(buffer& out, format_settings const& settings, auto const& record) {
    if (out.empty()) return write_line<Format>(out, settings, record);
    line_.clear();
    write_line<Format>(line_, settings, record);
    out.append(line_.view());
  }
  template <class Format>
  static void write_line(buffer& line, format_settings const& settings, auto const& record) {
    if constexpr (requires { Format::write(line, settings, record); })
      Format::write(line, settings, record);
    else
      trace2::write_as<Format>(line, settings, record);
  }

  template <class Event>
  record<Event> make_record(Event const& event, stored_event const& from) {
    return {circumstances_of(from), event};
  }

  circumstances circumstances_of(stored_event const& from) {
    // Formats take the name of a file as a C string.
    file_ = from.file;
    thread_json_.clear();
    trace2::detail::append_json_escaped(thread_json_, from.thread);
    return {.at = {from.file.data() == nullptr ? nullptr : file_.c_str(), from.line},
            .process = {sid_, sid_json_.view(), depth_},
            .thread = {from.thread, thread_json_.view(),
                       std::min(from.open_regions, limits::indentation)},
            .wall = from.wall(),
            .t_abs = duration::microseconds(from.t_abs()),
            .repo = {from.repo}};
  }

  /// False when the recorded program describes the event differently from the library.
  template <class Use>
  bool visit_known(stored_event const& from, Use&& use, bool& is_sound) {
    if (!from.what->is_as_listed) return false;
    constexpr std::size_t count = boost::mp11::mp_size<builtin_events>::value;
    return boost::mp11::mp_with_index<count>(from.what->listed, [&](auto known) {
      boost::mp11::mp_at<builtin_events, decltype(known)> event{};
      is_sound = members_.read(from.members, event);
      if (is_sound) use(event);
      return true;
    });
  }

  template <class Format>
  bool write_other(buffer& out, format_settings const& settings, stored_event const& from) {
    schema_event& other = others_.of(*from.what);
    if (!other.read(from.members)) return false;
    other.visit([&](trace2::detail::untyped_event const& event) {
      if (Format::wants_untyped(event))
        append<Format>(out, settings,
                       trace2::detail::untyped_record{circumstances_of(from), event});
    });
    return true;
  }

  std::string sid_;
  buffer sid_json_;
  int depth_ = 0;
  std::string file_;
  buffer thread_json_;
  buffer line_;
  member_reader members_;
  schema_events others_;
  line_form form_;
  line_patterns patterns_;
  std::uint64_t cut_indentations_ = 0;
};

}  // namespace recording
}}}  // namespace trace2::v0::read
