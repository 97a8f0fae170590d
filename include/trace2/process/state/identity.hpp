// The session id of a process: the ids of its ancestors, and the component that it adds to them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/sha1.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Appends `<time>-<host>-<process>`, the component that a process adds to its parent's session id
/// (R-SID-01).
[[gnu::cold]] inline void append_sid_component(buffer& out, std::int64_t wall_microseconds,
                                               std::string_view host, std::uint32_t pid) noexcept {
  append_sid_time(out, wall_microseconds);
  if (host.data() == nullptr) {
    out.append("-Localhost");
  } else {
    out.append("-H");
    append_hexadecimal(out, sha1{host}.word(0), 8);
  }
  out.append("-P");
  append_hexadecimal(out, pid, 8);
}

/// Appends the component of this process on this machine (R-SID-02).
template <class System = system_calls>
void append_sid_component(buffer& out, std::int64_t wall_microseconds) noexcept {
  constexpr std::size_t longest_host = 64;
  char host[longest_host + 1];
  // With room for the terminator: the C library refuses a name that does not fit.
  bool const is_known = System::gethostname(host, sizeof host) >= 0;
  host[longest_host] = '\0';
  append_sid_component(out, wall_microseconds,
                       is_known ? std::string_view{host} : std::string_view{},
                       static_cast<std::uint32_t>(System::getpid()));
}

/// A longer id or hierarchy is not taken over: a new tree begins. Each process of a chain adds to
/// them, and the system starts no program with a variable of 128 KiB.
inline constexpr std::size_t longest_inheritance = std::size_t{64} << 10;

/// The session id of the process, which names its ancestors too. Immutable once published.
/// Lifetime: the process.
class process_identity {
 public:
  /// The parent's id is taken as it is; an empty one counts as none (R-SID-03).
  process_identity(std::string_view parent, std::string_view own) noexcept {
    if (!parent.empty() && parent.size() <= longest_inheritance) {
      sid_.append(parent);
      sid_.append('/');
    }
    component_ = sid_.size();
    sid_.append(own);
    sid_.c_str();
    append_json_escaped(sid_json_, sid());
    for (char const c : sid()) depth_ += c == '/';
  }

  std::string_view sid() const noexcept { return sid_.view(); }
  char const* c_str() const noexcept { return sid_.data(); }
  /// The session id, escaped for a JSON string.
  std::string_view sid_json() const noexcept { return sid_json_.view(); }
  /// The component that this process adds to its parent's id. The process's file in a directory has
  /// this name (R-DST-10).
  std::string_view component() const noexcept { return sid().substr(component_); }
  /// The parent's session id; empty for the first process of a tree.
  std::string_view parent() const noexcept {
    return sid().substr(0, component_ == 0 ? 0 : component_ - 1);
  }
  /// The session id of the first process of the tree.
  std::string_view root() const noexcept { return sid().substr(0, sid().find('/')); }
  /// Number of ancestors in the id (R-SID-05).
  int depth() const noexcept { return depth_; }
  /// False when memory ran out.
  bool is_complete() const noexcept { return !sid_.failed() && !sid_json_.failed(); }

 private:
  buffer sid_;
  buffer sid_json_;
  std::size_t component_ = 0;
  int depth_ = 0;
};

}}}  // namespace trace2::v0::detail
