// What the program says on standard error.
#pragma once

#include <trace2/export/shown.hpp>
#include <trace2/read/problem.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace trace2_program {

inline constexpr char const* version = "0.1.0";

/// How a command ends.
enum exit_code : int {
  ok = 0,
  bad_input = 1,  ///< something could not be read or written; what could, was
  bad_usage = 2
};

/// What could be used of the inputs. Why not all of it, has been said.
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

/// Tells of problems as they come, but not of thousands.
class problem_reporter {
 public:
  void operator()(trace2::read::problem const& found) {
    if (++count_ <= most) say(found);
  }

  /// Says how many there were besides; true when there were none at all.
  bool finish() const {
    if (count_ > most) say("... and " + std::to_string(count_ - most) + " more problems");
    return count_ == 0;
  }

  std::uint64_t count() const noexcept { return count_; }

 private:
  static constexpr std::uint64_t most = 20;
  std::uint64_t count_ = 0;
};

}  // namespace trace2_program
