// Reports failures to the user, to the trace and to the exit code. None of them ends the program.
#pragma once

#include <trace2/trace2.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <system_error>

namespace dupes {

/// Threads: any.
class problem_log {
 public:
  /// For example "cannot read '/etc/shadow': Permission denied". The trace names the place of the
  /// caller. It also has the format, by which readers of traces group errors.
  void add(char const* action, std::string const& object, std::error_code why,
           trace2::call_site at = trace2::call_site::here()) {
    std::string const reason = why.message();
    std::fprintf(stderr, "dupes: cannot %s '%s': %s\n", action, object.c_str(), reason.c_str());
    trace2::tracer::error_f(at, "cannot %s '%s': %s", action, object.c_str(), reason.c_str());
    ++count_;
  }
  void add(char const* action, std::string const& object, int error_number,
           trace2::call_site at = trace2::call_site::here()) {
    add(action, object, std::error_code{error_number, std::generic_category()}, at);
  }

  std::size_t count() const { return count_; }

 private:
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace dupes
