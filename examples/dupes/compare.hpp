// Finds sets of duplicate files with as little reading as possible. Only files of the same size are
// opened, only files with the same beginning are read to the end, and only a comparison of bytes
// decides.
#pragma once

#include <trace2/trace2.hpp>

#include <algorithm>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "content.hpp"
#include "find.hpp"
#include "parallel.hpp"
#include "problems.hpp"

namespace dupes {

using file_set = std::span<file>;

namespace detail {

inline constexpr std::uint64_t head_size = 4096;

/// Calls `use(set)` for each run of files with the same size and digest.
template <class Use>
void for_each_set(file_set files, Use const& use) {
  while (!files.empty()) {
    auto const end = std::find_if_not(files.begin(), files.end(), [&](file const& other) {
      return other.size == files.front().size && other.digest == files.front().digest;
    });
    auto const size = static_cast<std::size_t>(end - files.begin());
    use(files.first(size));
    files = files.subspan(size);
  }
}

/// Groups files with the same size and digest, large files first, and drops files without a
/// partner.
inline void keep_candidates(std::vector<file>& files) {
  std::sort(files.begin(), files.end(), [](file const& a, file const& b) {
    return std::tie(b.size, a.digest, a.path) < std::tie(a.size, b.digest, b.path);
  });
  std::vector<file> kept;
  for_each_set(files, [&](file_set set) {
    if (set.size() > 1)
      kept.insert(kept.end(), std::move_iterator{set.begin()}, std::move_iterator{set.end()});
  });
  files = std::move(kept);
}

/// Digests the first `limit` bytes of all files that haven't been read that far.
inline void hash(std::vector<file>& files, std::uint64_t limit, unsigned jobs,
                 problem_log& problems) {
  for_each_parallel("hash", jobs, files.size(), [&](std::size_t i) {
    if (!files[i].digest || files[i].size > head_size)
      files[i].digest = digest_of(files[i], limit, problems);
  });
  std::erase_if(files, [](file const& file) { return !file.digest; });
}

/// Splits a set into sets of files with the same content.
inline std::vector<file_set> split_by_content(file_set set, problem_log& problems) {
  TRACE2_REGION_F("verify", "set", "%zu files of %" PRIu64 " bytes", set.size(), set.front().size);
  std::vector<file_set> found;
  while (set.size() > 1) {
    auto const end = std::stable_partition(set.begin() + 1, set.end(), [&](file const& other) {
      return have_same_content(set.front(), other, problems);
    });
    auto const size = static_cast<std::size_t>(end - set.begin());
    if (size > 1) found.push_back(set.first(size));
    set = set.subspan(size);
  }
  return found;
}

inline std::vector<file_set> verify(std::vector<file>& files, unsigned jobs,
                                    problem_log& problems) {
  std::vector<file_set> candidates;
  for_each_set(files, [&](file_set set) { candidates.push_back(set); });
  std::vector<std::vector<file_set>> found(candidates.size());
  for_each_parallel("verify", jobs, candidates.size(),
                    [&](std::size_t i) { found[i] = split_by_content(candidates[i], problems); });
  std::vector<file_set> all;
  for (auto const& sets : found) all.insert(all.end(), sets.begin(), sets.end());
  return all;
}

}  // namespace detail

/// The sets of files with the same content. They are parts of `files`, which keeps no other file.
/// The result does not depend on the number of jobs.
inline std::vector<file_set> find_duplicates(std::vector<file>& files, unsigned jobs,
                                             problem_log& problems) {
  TRACE2_REGION("dupes", "compare");
  {
    TRACE2_REGION("compare", "sizes");
    detail::keep_candidates(files);
  }
  TRACE2_DATA("compare", "same_size", files.size());
  {
    TRACE2_REGION("compare", "heads");
    detail::hash(files, detail::head_size, jobs, problems);
    detail::keep_candidates(files);
  }
  TRACE2_DATA("compare", "same_head", files.size());
  {
    TRACE2_REGION("compare", "digests");
    detail::hash(files, UINT64_MAX, jobs, problems);
    detail::keep_candidates(files);
  }
  TRACE2_DATA("compare", "same_digest", files.size());
  TRACE2_REGION("compare", "bytes");
  return detail::verify(files, jobs, problems);
}

}  // namespace dupes
