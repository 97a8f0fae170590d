// Finds processes that two targets tell of in a way that can't be taken for one.
#pragma once

#include <trace2/event/lifecycle.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace trace2::program {

/// Processes of which EVENT, a recording or PERF tell, but not only one of them, so that their
/// events count twice. Which of them says more is unknown: EVENT leaves out deep regions, a ring
/// all that is old, and a recording may have begun late. NORMAL and brief lines of PERF say too
/// little to know their process again. Memory: some 20 MB at most, for the hashes of 100,000
/// session ids and of as many beginnings; it notes no further ones.
class twice_told {
 public:
  enum class teller : unsigned char { event = 1, recording = 2, perf = 4 };

  /// EVENT and recordings share session ids.
  void note(std::string_view sid, teller by);

  /// PERF has none, but the arguments and times of `start` are those that the others tell.
  void note(read::occurrence const& what, teller by);

  /// Number of processes of which both EVENT and a recording tell.
  std::uint64_t count() const noexcept { return count_; }
  /// Number of processes of which PERF tells, and one of these.
  std::uint64_t count_of_perf() const noexcept { return count_of_perf_; }

 private:
  static constexpr std::size_t most = 100'000;

  static constexpr int as_bit(teller by) noexcept { return static_cast<int>(by); }

  struct entry {
    int tellers = 0;
    read::moment wall{};

    /// True if another one has told of it before, and this one not yet.
    bool add(teller by) noexcept;
  };
  using entries = std::unordered_map<std::size_t, entry>;

  static entry* entry_of(entries& all, std::size_t hash);

  /// PERF has no dates.
  static bool is_near(read::moment one, read::moment other) noexcept;

  entries by_sid_;
  entries by_start_;
  std::uint64_t count_ = 0;
  std::uint64_t count_of_perf_ = 0;
};

}  // namespace trace2::program
