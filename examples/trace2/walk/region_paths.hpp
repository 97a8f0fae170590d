// Numbers for paths of regions: each region by its own label and those of the regions around it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/label_table.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace trace2::program {

/// The number of a path. Valid as long as its table.
using path_id = std::uint32_t;

/// A table of paths. Memory: some 100 bytes for each.
class region_paths {
 public:
  static constexpr path_id outermost = 0;  ///< of the main thread, outside of any region
  static constexpr int deepest = 256;      ///< levels of a path, which is shown as a whole
  static constexpr std::size_t default_most = 100'000;  ///< half of the regions of a model

  explicit region_paths(std::size_t most = default_most) : most_{most} {}
  region_paths(region_paths const&) = delete;
  region_paths& operator=(region_paths const&) = delete;

  /// The path that ends with a label inside of another path; nothing when there is no room.
  std::optional<path_id> find(path_id around, read::label_id label);

  /// The path without its innermost region; it has a smaller number.
  path_id around(path_id path) const noexcept { return paths_[path].around; }
  std::size_t size() const noexcept { return paths_.size(); }

  /// "category/label" of each region on the path, the outermost first.
  std::vector<std::string> names(path_id path, read::label_table const& labels) const;

 private:
  struct place {
    path_id around;
    read::label_id label;
    int depth;
  };

  std::size_t most_;
  std::vector<place> paths_{{outermost, read::label_table::other, 0}};
  std::unordered_map<std::uint64_t, path_id, read::table_hash>
      known_{};  ///< by path around and label
};

}  // namespace trace2::program
