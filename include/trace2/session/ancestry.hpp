// The names of the processes above this one, for the event cmd_ancestry (R-ANC-01..05): on Linux
// from /proc, on Windows from a snapshot of all processes, on other systems none.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/value/buffer.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The beginning of a file /proc/<pid>/stat, such as `42 (name) S 1 `, parsed.
struct process_status {
  std::string_view name;
  int parent = 0;
  bool understood = false;

  /// The name may hold any bytes, parentheses and blanks too. The blank behind the parent's number
  /// shows that the number is complete.
  [[gnu::cold]] static process_status parse(std::string_view text) noexcept {
    constexpr std::size_t to_parent = std::string_view{") S "}.size();
    std::size_t const open = text.find('(');
    std::size_t const close = text.rfind(')');
    if (close == text.npos || open > close || text.size() - close <= to_parent) return {};

    process_status status{.name = text.substr(open + 1, close - open - 1)};
    std::string_view rest = text.substr(close + to_parent);
    std::size_t const size = rest.size();
    std::uint64_t const parent = take_number(rest);
    status.understood = rest.size() != size && parent <= INT_MAX && rest.starts_with(' ');
    if (status.understood) status.parent = static_cast<int>(parent);
    return status;
  }
};

/// Names of processes, the parent's first, as the kernel has them. At most 64, even if processes
/// come and go while they are read. Lifetime: the names point into the object.
struct ancestry {
  static constexpr std::size_t max_size = 64;
  static constexpr std::size_t max_status = 64;  ///< bytes of a status that Git looks at

  ancestry() noexcept = default;
  ancestry(ancestry const&) = delete;
  ancestry& operator=(ancestry const&) = delete;

  std::string_view const* begin() const noexcept { return names; }
  std::string_view const* end() const noexcept { return names + count; }
  std::size_t size() const noexcept { return count; }

  std::string_view names[max_size];
  std::size_t count = 0;
  char statuses[max_size][max_status];
};

/// Fills `result` up to the first process that can't be read or has no parent: with none on systems
/// without such files.
template <class System>
[[gnu::cold]] void read_process_files(ancestry& result) noexcept {
  char room_for_path[64];
  buffer path{room_for_path, sizeof room_for_path};
  for (int process = System::getppid(); process > 0 && result.count < ancestry::max_size;) {
    path.clear();
    path.append("/proc/");
    path.append_decimal(process);
    path.append("/stat");
    int const fd = System::open(path.c_str(), open_mode::read);
    if (fd < 0) return;
    char* const room = result.statuses[result.count];
    auto const size = System::read(fd, room, ancestry::max_status);
    System::close(fd);
    auto const status =
        process_status::parse(view_of(room, size > 0 ? static_cast<std::size_t>(size) : 0));
    if (!status.understood) return;
    result.names[result.count++] = status.name;
    process = status.parent;
  }
}

/// Fills `result` as Git does on Windows: with at most 10 names, and a mark where processes name
/// each other as parents, or where there are more (R-ANC-05).
template <class System>
void read_process_snapshot(ancestry& result) noexcept {
  constexpr std::size_t most = 10;
  typename System::process_snapshot processes;
  int seen[most];
  std::size_t count = 0;
  char* room = *result.statuses;
  char* const end = room + sizeof result.statuses;
  for (int process = System::getpid(); processes.select(process); process = processes.parent()) {
    std::string_view mark = count == most ? "(truncated)" : "";
    if (count != 0 && processes.store_name(room, static_cast<std::size_t>(end - room))) {
      result.names[result.count++] = room;
      room += std::strlen(room) + 1;
    } else if (count != 0) {
      mark = "(truncated)";
    }
    for (std::size_t i = 0; i < count; ++i)
      if (seen[i] == process) mark = "(cycle)";
    if (!mark.empty()) {
      result.names[result.count++] = mark;
      return;
    }
    seen[count++] = process;
  }
}

/// Fills `result`. May change `errno`. Cost: some microseconds per process; milliseconds on
/// Windows.
template <class System = system_calls>
void read_ancestry(ancestry& result) noexcept {
  result.count = 0;
  if constexpr (requires { typename System::process_snapshot; })
    read_process_snapshot<System>(result);
  else
    read_process_files<System>(result);
}

}}}  // namespace trace2::v0::detail
