// Hides secrets that a writer has left in a trace, as the library's own writer hides them: Git
// hides the passwords of some URLs alone.
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/redaction.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <string>
#include <string_view>

namespace trace2::program {

/// The texts of a `event_rewriter` without secrets: in arguments, parameters and
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
  read::json_value member(std::string_view name, read::json_value const& value);

  void rewrite(auto&) noexcept {}
  void rewrite(trace2::event::start& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::child_start& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::alias& event) { event.argv = arguments(event.argv); }
  void rewrite(trace2::event::exec& event);
  void rewrite(trace2::event::error& event);
  void rewrite(trace2::event::def_param& event);
  void rewrite(trace2::event::region_enter& event) { hide_in_region(event.msg); }
  void rewrite(trace2::event::region_leave& event) { hide_in_region(event.msg); }
  void rewrite(trace2::event::printf& event) { hide(event.msg); }
  void rewrite(trace2::event::data& event);
  void rewrite(trace2::event::data_json& event);

 private:
  void hide(std::string_view& text);

  /// Most regions end with the message with which they began.
  void hide_in_region(std::string_view& text);

  /// An error may quote a command line.
  void hide_in_prose(std::string_view& text);

  std::string_view json(std::string_view text);

  text_list arguments(text_list argv);

  read::event_memory memory_;
  trace2::redacted_text visible_;
  trace2::redacted_text whole_;
  std::string harmless_;  ///< the latest message of a region in which there was nothing to hide
};

}  // namespace trace2::program
