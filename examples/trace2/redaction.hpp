// Hides secrets that a writer has left in a trace, as the library's own writer hides them: Git
// hides the passwords of some URLs alone.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/process/redact.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/known_names.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2_program {

/// The texts of a `trace2::read::event_rewriter` without secrets: in arguments, parameters and
/// errors, and in values, messages and texts of regions too. Names stay.
class redaction {
  using text_list = trace2::text_list;

 public:
  void begin() { memory_.release(); }

  std::string_view sid(std::string_view sid) const noexcept { return sid; }
  std::string_view thread(std::string_view name) const noexcept { return name; }
  std::string_view file(std::string_view path) const noexcept { return path; }
  std::string_view event_name(std::string_view name) const noexcept { return name; }
  std::string_view member_name(std::string_view name) const noexcept { return name; }

  /// The name of a member may announce a secret, so both are looked at together.
  trace2::read::json_value member(std::string_view name, trace2::read::json_value const& value) {
    constexpr std::size_t around = 4;  // {"":
    whole_.clear();
    whole_.append("{\"");
    whole_.append(name);
    whole_.append("\":");
    whole_.append(value.text);
    whole_.append("}");
    std::string_view const shown = json(whole_.view());
    trace2::read::json_value changed = value;
    if (shown.data() != whole_.data())
      trace2::read::json_scanner{shown.substr(name.size() + around)}.pass(changed);
    return changed;
  }

  void rewrite(auto&) noexcept {}
  void rewrite(trace2::event::start& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::child_start& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::alias& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::exec& event) {
    hide(event.exe);
    event.argv = arguments(event.argv);
  }
  void rewrite(trace2::event::error& event) {
    hide_in_prose(event.msg);
    hide_in_prose(event.fmt);
  }
  void rewrite(trace2::event::def_param& event) {
    namespace detail = trace2::detail;
    bool const is_secret = (detail::secret_contexts(event.param) & detail::in_assignment) != 0;
    if (is_secret && !event.value.empty())
      event.value = detail::redacted_mark;
    else
      hide(event.value);
  }
  void rewrite(trace2::event::region_enter& event) { hide_in_region(event.msg); }
  void rewrite(trace2::event::region_leave& event) { hide_in_region(event.msg); }
  void rewrite(trace2::event::printf& event) { hide(event.msg); }
  void rewrite(trace2::event::data& event) {
    trace2::text const* const value = event.value.as_text();
    if (value == nullptr) return;
    std::string_view shown = *value;
    // A number below such a key is a count.
    if (!shown.empty() && !trace2::read::is_plain_value(shown) &&
        (trace2::detail::secret_contexts(event.key) & trace2::detail::in_assignment) != 0)
      shown = trace2::detail::redacted_mark;
    else
      hide(shown);
    event.value = trace2::text{shown};
  }
  void rewrite(trace2::event::data_json& event) {
    if (!event.value.text.is_absent()) event.value.text = json(event.value.text);
  }

 private:
  static bool redact(trace2::text shown, trace2::redacted_text& out) noexcept {
    return trace2::redact(shown, out);
  }

  void hide(std::string_view& text) {
    visible_.clear();
    if (text.data() != nullptr && redact(text, visible_)) text = memory_.keep(visible_.view());
  }

  /// Most regions end with the message with which they began.
  void hide_in_region(std::string_view& text) {
    if (text.empty() || text == harmless_) return;
    std::string_view const original = text;
    hide(text);
    if (text.data() == original.data()) harmless_ = original;
  }

  /// An error may quote a command line.
  void hide_in_prose(std::string_view& text) {
    using trace2::detail::command_line_redaction;
    if (text.data() == nullptr) return;
    visible_.clear();
    if (command_line_redaction{text, visible_, command_line_redaction::source::prose}.run())
      text = memory_.keep(visible_.view());
    hide(text);
  }

  std::string_view json(std::string_view text) {
    visible_.clear();
    bool const is_changed = trace2::detail::json_redaction{text, visible_, &redact}.run();
    return is_changed ? memory_.keep(visible_.view()) : text;
  }

  text_list arguments(text_list argv) {
    trace2::detail::option_secrets options;
    return memory_.changed(argv, [&](std::size_t, std::string_view argument) {
      visible_.clear();
      bool const is_changed = trace2::detail::redact_argument(options, argument, visible_, &redact);
      return is_changed ? memory_.keep(visible_.view()) : argument;
    });
  }

  trace2::read::event_memory memory_;
  trace2::redacted_text visible_;
  trace2::redacted_text whole_;
  std::string harmless_;  ///< the latest message of a region in which there was nothing to hide
};

}  // namespace trace2_program
