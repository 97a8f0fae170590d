// Finds the files of a trace in directories.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_file.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/native_path.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/text_target.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

namespace input {

inline bool is_recording(std::string_view beginning) noexcept {
  return beginning.starts_with(
      {recording::layout::file_magic, sizeof recording::layout::file_magic});
}

/// True if a recording begins here, with a header that it can have.
inline bool has_recording_header(std::string_view beginning) {
  recording::layout::file_header head{};
  recording::byte_order order{};
  if (beginning.size() < sizeof head) return false;
  std::memcpy(&head, beginning.data(), sizeof head);
  return recording::convert_header(head, order).empty();
}

/// True if the first line is an event. A file of a directory that begins otherwise is no trace,
/// even if some lines are events: a source file may hold them as a text.
inline bool begins_with_event(std::string_view beginning) noexcept {
  return read::target_of(beginning.substr(0, beginning.find('\n'))).has_value();
}

/// The target that has written what a source begins with. EVENT may stand behind the others, and
/// one read of a pipe, or of several compressed files in a row, gives a part only. Therefore all
/// that can be looked at is read, unless a line of EVENT ends the search.
inline std::optional<text_target> target_of(peeked_source& source) {
  std::optional<text_target> target;
  std::size_t line = 0;  // the beginning of the last one
  do {
    auto const further = read::target_of(source.beginning().substr(line));
    if (further) target = std::min(*further, target.value_or(text_target::last));
    line = source.beginning().rfind('\n') + 1;
  } while (target != text_target::event && source.read_on());
  return target;
}

/// The size of a file; 0 if unknown, as of pipes.
inline std::size_t size_of(std::filesystem::directory_entry const& entry) {
  std::error_code error;
  auto const size = entry.file_size(error);
  return error ? 0 : static_cast<std::size_t>(size);
}

/// A path without the number at its end, and the number: "a.event" and 2 of "a.event.2.gz"; 0 of
/// one that has none.
inline std::pair<std::string_view, unsigned> numbered(std::string_view path) noexcept {
  for (std::string_view const packed : {".gz", ".zst"})
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  std::size_t const end = path.find_last_not_of("0123456789");
  if (end == path.npos || path[end] != '.') return {path, 0};
  unsigned number = 0;
  auto const [_, error] = std::from_chars(path.data() + end + 1, path.data() + path.size(), number);
  if (error != std::errc{}) return {path, 0};
  return {path.substr(0, end), number};
}

/// Puts files first that were written first.
inline void sort_by_time(std::span<input_file> files) {
  std::vector<std::pair<std::filesystem::file_time_type, input_file>> timed;
  for (input_file& file : files) {
    std::error_code ignored;
    auto const written = std::filesystem::last_write_time(native_path(file.path), ignored);
    timed.emplace_back(written, std::move(file));
  }
  std::stable_sort(timed.begin(), timed.end(),
                   [](auto const& a, auto const& b) { return a.first < b.first; });
  std::transform(timed.begin(), timed.end(), files.begin(),
                 [](auto& file) { return std::move(file.second); });
}

/// In one directory the order of paths is the order of time. Of files whose paths differ in a
/// number only, those come first that were written first: rotation gives the older files larger
/// numbers, but a file whose name is taken gets a number, too.
inline void sort(std::vector<input_file>& files) {
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) {
    auto const [a_path, a_number] = numbered(a.path);
    auto const [b_path, b_number] = numbered(b.path);
    return std::tie(a_path, b_number, a.path) < std::tie(b_path, a_number, b.path);
  });
  for (auto first = files.begin(); first != files.end();) {
    auto const last = std::find_if(first, files.end(), [first](auto const& file) {
      return numbered(file.path).first != numbered(first->path).first;
    });
    if (last - first > 1) sort_by_time({first, last});
    first = last;
  }
}

/// The regular files of a directory, in any depth, as `sort` orders them. A directory that
/// can't be listed is returned itself, so that opening it tells the reason. Links to directories
/// are not followed, for they may lead back. Directories beyond those that may wait at a time to be
/// listed count as surplus files.
inline std::vector<input_file> files_of(std::filesystem::directory_entry const& directory,
                                        std::size_t most,
                                        std::size_t most_directories = limits::files) {
  std::vector<input_file> files;
  std::vector<input_file> unlisted;
  std::size_t surplus = 0;
  std::error_code ignored;
  std::vector<std::filesystem::path> unread{directory.path()};
  while (!unread.empty()) {
    std::filesystem::path const path = std::move(unread.back());
    unread.pop_back();
    std::error_code error;
    for (std::filesystem::directory_iterator at{path, error}, end; !error && at != end;
         at.increment(error)) {
      bool const is_directory = at->is_directory(ignored) && !at->is_symlink(ignored);
      if (!is_directory && !at->is_regular_file(ignored)) continue;
      if (is_directory && unread.size() < most_directories)
        unread.push_back(at->path());
      else if (!is_directory && files.size() < most)
        files.push_back({text_of(at->path()), true, size_of(*at)});
      else
        ++surplus;
    }
    if (error) unlisted.push_back({text_of(path), false, 0});
  }
  sort(files);
  std::move(unlisted.begin(), unlisted.end(), std::back_inserter(files));
  if (surplus != 0) files.push_back({.path = text_of(directory.path()), .surplus = surplus});
  return files;
}

/// The target that has written a file of a directory, as its first bytes tell; a recording counts
/// as EVENT. Nothing for what is no trace, or can't be read.
inline std::optional<text_target> target_of(input_file const& file, decompressor const& unpack) {
  int const fd =
      trace2::detail::system_calls::open(file.path.c_str(), trace2::detail::open_mode::read);
  if (fd < 0) return {};
  auto source = std::make_unique<peeked_source>(std::make_unique<descriptor_source>(fd));
  compression const packed = compression_of(source->beginning());
  if (packed != compression::none) {
    auto content = unpack ? unpack(packed, std::move(source)) : nullptr;
    if (content == nullptr) return {};
    source = std::make_unique<peeked_source>(std::move(content));
  }
  if (!is_recording(source->beginning()))
    return begins_with_event(source->beginning()) ? target_of(*source) : std::nullopt;
  if (!has_recording_header(source->beginning())) return {};
  return text_target::event;
}

/// The target that says the most among those that have written the files.
inline text_target best_target(std::vector<input_file> const& files, decompressor const& unpack) {
  text_target best = text_target::last;
  for (input_file const& file : files) {
    if (best == text_target::event) break;
    if (file.is_in_directory) best = std::min(best, target_of(file, unpack).value_or(best));
  }
  return best;
}

/// Keeps the first of several names of one file, whose events would count twice.
inline void drop_repeated(std::vector<input_file>& files) {
  std::set<trace2::detail::file_number> visited;
  std::erase_if(files, [&visited](input_file const& file) {
    trace2::detail::file_status status;
    if (file.is_pipe || file.surplus != 0 ||
        trace2::detail::system_calls::status(file.path.c_str(), status) != 0)
      return false;
    return status.is_regular() && !visited.insert(status.number()).second;
  });
}

}  // namespace input

/// Replaces directories among the paths by their files, in any depth, up to `limits::files`. A file
/// that is given twice is there once. A path that does not exist, and the number of files beyond
/// the limit, are reported when they are opened. A directory beyond the limit counts as a file.
/// `unpack` lets compressed files, too, tell which target says the most.
///
/// Cost: opens the files of a directory, and reads up to 64 KiB of each, up to the first one of
/// EVENT.
inline std::vector<input_file> find_files(std::vector<std::string> const& paths,
                                          decompressor const& unpack = {}) {
  std::vector<input_file> files;
  for (std::string const& path : paths) {
    std::error_code ignored;
    std::filesystem::directory_entry const entry{native_path(path), ignored};
    if (path == "-" || !entry.is_directory(ignored)) {
      bool const is_pipe =
          path == "-" || (entry.exists(ignored) && !entry.is_regular_file(ignored));
      files.push_back({path, false, is_pipe ? 0 : input::size_of(entry), is_pipe});
    } else {
      std::size_t const room = limits::files - std::min(files.size(), limits::files);
      auto inside = input::files_of(entry, room);
      text_target const best = input::best_target(inside, unpack);
      for (input_file& file : inside) file.least = best;
      std::move(inside.begin(), inside.end(), std::back_inserter(files));
    }
  }
  input::drop_repeated(files);
  return files;
}

}}}  // namespace trace2::v0::read
