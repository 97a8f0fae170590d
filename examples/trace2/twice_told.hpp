// Finds processes that two targets tell of in a way that can't be taken for one.
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace trace2_program {

/// Processes of which both an EVENT trace and a recording tell, so that their events count twice.
/// Which of the two says more is unknown: EVENT leaves out deep regions, a ring all that is old,
/// and a recording may have begun late. Memory: some 6 MB at most, for the hashes of 100,000
/// session ids; it notes no further ones.
class twice_told {
 public:
  enum class teller : unsigned char { event = 1, recording = 2 };

  void note(std::string_view sid, teller by) {
    constexpr std::size_t most = 100'000;
    std::size_t const hash = trace2::read::table_hash{}(sid);
    auto const known = told_.find(hash);
    if (known == told_.end()) {
      if (told_.size() < most) told_.emplace(hash, static_cast<unsigned char>(by));
      return;
    }
    unsigned char const before = known->second;
    known->second |= static_cast<unsigned char>(by);
    if (before != known->second) ++count_;
  }

  /// Number of such processes.
  std::uint64_t count() const noexcept { return count_; }

 private:
  std::unordered_map<std::size_t, unsigned char> told_;
  std::uint64_t count_ = 0;
};

}  // namespace trace2_program
