// Messages on standard error, and exit codes.
#pragma once

#include <trace2/version.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "output/left_out.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct problem;
}}}  // namespace trace2::v0::read

namespace trace2::program {

inline constexpr char const* program_version = TRACE2_VERSION;

/// The exit code of a command.
enum exit_code : int {
  ok = 0,
  bad_input = 1,  ///< a part could not be read or written; the rest was
  bad_usage = 2
};

/// Thrown for a wrong command line that only the files show to be wrong: ends with `bad_usage`.
struct wrong_usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The part of the inputs that could be used. The reasons were reported before. Of nothing, which
/// means that there was not one event, or none of a chosen command, no command makes an output.
enum class followed : unsigned char { all, partly, nothing };

/// Takes the messages of a command that shows them itself, as "trace2 check" does.
class message_listener {
 public:
  message_listener() noexcept : before_{std::exchange(current(), this)} {}
  message_listener(message_listener const&) = delete;
  message_listener& operator=(message_listener const&) = delete;
  virtual void take(std::string_view kind, std::string const& message) = 0;
  static message_listener*& current() noexcept;

 protected:
  ~message_listener() { current() = before_; }

 private:
  message_listener* before_;
};

/// `kind` is a name for programs.
void say(std::string const& message, std::string_view kind = "message");

void say(read::problem const& found);

/// "1 place", "2 places".
std::string counted(std::uint64_t count, std::string_view what);

/// Reports what limits have kept out of an output, and what that makes of a result.
followed report_left_out(left_out const& of, followed result);

/// Reports the first problems as they come, and counts the others.
class problem_reporter {
 public:
  explicit problem_reporter(bool is_audible = true) noexcept : is_audible_{is_audible} {}

  void operator()(read::problem const& found);

  /// Reports the number of the others; true when there were no problems at all.
  bool finish() const;

  std::uint64_t count() const noexcept { return count_; }

 private:
  static constexpr std::uint64_t most = 20;
  bool is_audible_;
  std::uint64_t count_ = 0;
};

}  // namespace trace2::program
