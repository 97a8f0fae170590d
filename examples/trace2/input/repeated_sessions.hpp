// Finds sessions of EVENT that several files tell of, so that each event counts once.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2::program {

/// Recognises a session that begins again in another file: another copy of its lines, such as a
/// compressed one, a part of them, or the whole of a part. As many events of the copy as were read
/// before count already; what it has beyond is new. If the two differ, as traces of different
/// limits do, nothing beyond counts either.
///
/// Memory: some 10 MB at most, for 100,000 sessions; those beyond are not recognised.
class repeated_sessions {
 public:
  /// The next events are of another file.
  void begin_file() noexcept { ++files_; }

  /// True if an event was read before.
  bool knows(read::occurrence const& what);

  /// Sessions of which events came again.
  std::uint64_t count() const noexcept { return count_; }

 private:
  static constexpr std::size_t most = 100'000;

  struct session {
    std::uint64_t first = 0;    ///< mark of its first event
    std::uint64_t all = 0;      ///< mark of all events that count, in their order
    std::uint64_t events = 0;   ///< that count
    std::uint64_t again = 0;    ///< events of the copy
    std::uint64_t of_copy = 0;  ///< mark of these
    std::uint32_t origin = 0;   ///< file with its first event
    std::uint32_t file = 0;     ///< with the copy; 0 without one
    bool is_counted = false;
    bool is_different = false;
  };

  session* session_of(read::occurrence const& what, bool begins);
  static std::uint64_t mark_of(read::occurrence const& what) noexcept;
  static std::uint64_t joined(std::uint64_t marks, std::uint64_t next) noexcept;

  std::unordered_map<std::size_t, session> sessions_;  ///< by hash of the session id
  std::string latest_sid_;
  session* latest_ = nullptr;  ///< that of `latest_sid_`
  std::uint32_t files_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace trace2::program
