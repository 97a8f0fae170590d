// Prints the result: the sets of duplicates, the greatest waste first, and the totals.
#pragma once

#include <trace2/trace2.hpp>

#include <boost/describe/class.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "compare.hpp"
#include "problems.hpp"
#include "sort.hpp"

namespace dupes {

struct statistics {
  std::uint64_t directories{};
  std::uint64_t files{};
  std::uint64_t bytes{};
  std::uint64_t sets{};
  std::uint64_t surplus_files{};
  std::uint64_t surplus_bytes{};

  double surplus_percent() const {
    return bytes == 0 ? 0.0
                      : 100.0 * static_cast<double>(surplus_bytes) / static_cast<double>(bytes);
  }
};
BOOST_DESCRIBE_STRUCT(statistics, (),
                      (directories, files, bytes, sets, surplus_files, surplus_bytes))

inline std::uint64_t surplus_bytes(file_set set) { return (set.size() - 1) * set.front().size; }

inline void count(std::vector<file_set> const& sets, statistics& totals) {
  totals.sets = sets.size();
  for (file_set const set : sets) {
    totals.surplus_files += set.size() - 1;
    totals.surplus_bytes += surplus_bytes(set);
  }
}

namespace detail {

/// Each record begins with the number of surplus bytes and ends with NUL, which no path contains.
inline std::string records_of(std::vector<file_set> sets) {
  std::sort(sets.begin(), sets.end(),
            [](file_set a, file_set b) { return a.front().path < b.front().path; });
  std::string records;
  for (file_set const set : sets) {
    records += std::to_string(surplus_bytes(set)) +
               " bytes in excess: " + std::to_string(set.size()) + " files of " +
               std::to_string(set.front().size) + " bytes\n";
    for (file const& file : set) records += "  " + file.path + '\n';
    records += '\0';
  }
  return records;
}

inline void print(std::string const& text, problem_log& problems) {
  bool const is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!is_written || std::fflush(stdout) != 0) problems.add("write", "standard output", errno);
}

}  // namespace detail

/// Prints the sets, the greatest waste first.
inline void print_sets(std::vector<file_set> const& sets, problem_log& problems) {
  TRACE2_REGION("report", "sets");
  std::string const records = detail::records_of(sets);
  if (records.empty()) return;
  std::string text = sorted(records, problems).value_or(records);
  std::replace(text.begin(), text.end(), '\0', '\n');
  detail::print(text, problems);
}

inline void print_totals(statistics const& totals, problem_log& problems) {
  TRACE2_REGION("report", "totals");
  TRACE2_DATA_JSON("report", "statistics", totals);
  TRACE2_DATA("report", "surplus_percent", totals.surplus_percent());
  detail::print(std::to_string(totals.files) + " files in " + std::to_string(totals.directories) +
                    " directories, " + std::to_string(totals.bytes) + " bytes\n" +
                    std::to_string(totals.sets) + " sets of duplicates, " +
                    std::to_string(totals.surplus_files) + " files and " +
                    std::to_string(totals.surplus_bytes) + " bytes in excess\n",
                problems);
}

}  // namespace dupes
