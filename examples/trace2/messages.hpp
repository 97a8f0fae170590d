// Messages on standard error, and exit codes.
#pragma once

#include <trace2/version.hpp>

#include <trace2/export/left_out.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/read/problem.hpp>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trace2_program {

inline constexpr char const* version = TRACE2_VERSION;

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
/// means that there was not one event, no command makes an output.
enum class followed : unsigned char { all, partly, nothing };

inline void say(std::string const& message) {
  std::fprintf(stderr, "trace2: %s\n", trace2::exporter::shown_text(message).c_str());
}

inline void say(trace2::read::problem const& found) {
  std::string place{found.file};
  if (found.line != 0) place.append(":").append(std::to_string(found.line));
  say(place.append(": ").append(found.reason));
}

/// "1 place", "2 places".
inline std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count).append(" ").append(what).append(count == 1 ? "" : "s");
}

/// Reports what limits have kept out of an output, and what that makes of a result.
inline followed report_left_out(trace2::exporter::left_out const& of, followed result) {
  if (of.empty()) return result;
  say("the output lacks " + of.text() + ", for which the reader has no room");
  return result == followed::all ? followed::partly : result;
}

/// Reports the first problems as they come, and counts the others.
class problem_reporter {
 public:
  explicit problem_reporter(bool is_audible = true) noexcept : is_audible_{is_audible} {}

  void operator()(trace2::read::problem const& found) {
    if (++count_ <= most && is_audible_) say(found);
  }

  /// Reports the number of the others; true when there were no problems at all.
  bool finish() const {
    if (count_ > most) say("... and " + std::to_string(count_ - most) + " more problems");
    return count_ == 0;
  }

  std::uint64_t count() const noexcept { return count_; }

 private:
  static constexpr std::uint64_t most = 20;
  bool is_audible_;
  std::uint64_t count_ = 0;
};

}  // namespace trace2_program
