// What could not be done: told to the person, to the trace and to the exit code, never the end.
#pragma once

#include <trace2/trace2.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <system_error>

namespace dupes {

/// Safe to use from all threads.
class problem_log {
 public:
  /// For example "cannot read '/etc/shadow': Permission denied". The trace names the caller's place
  /// and keeps the format apart, by which readers of traces group errors.
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
