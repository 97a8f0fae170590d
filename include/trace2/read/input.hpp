// Finds the files of a trace in directories, recognises their kind by their first bytes, and opens
// them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/problem.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

namespace trace2 { inline namespace v0 { namespace read {

/// Wraps a source and reads its first bytes ahead.
class peeked_source final : public byte_source {
 public:
  static constexpr std::size_t most = std::size_t{64} * 1024;

  explicit peeked_source(std::unique_ptr<byte_source> from)
      : from_{std::move(from)}, bytes_(most, '\0') {
    std::ptrdiff_t const got = from_->read(bytes_.data(), bytes_.size());
    error_ = got < 0 ? got : 0;
    bytes_.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }

  /// The first bytes: at least one, unless the source is empty or broken.
  std::string_view beginning() const noexcept { return bytes_; }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    if (given_ == bytes_.size()) return error_ != 0 ? error_ : from_->read(room, size);
    std::size_t const count = bytes_.copy(room, size, given_);
    given_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }
  std::size_t position() const noexcept override { return from_->position(); }

 private:
  std::unique_ptr<byte_source> from_;
  std::string bytes_;
  std::size_t given_ = 0;
  std::ptrdiff_t error_ = 0;
};

/// One file of an input.
struct input_file {
  std::string path;              ///< "-" for standard input
  bool is_in_directory = false;  ///< found in a directory, so it may be no trace
  std::size_t size = 0;          ///< 0 if unknown
  bool is_pipe = false;          ///< a pipe or a terminal: can be read only once
  std::size_t surplus = 0;       ///< not 0: the directory has so many files beyond the limit
};

namespace input {

/// The size of a file; 0 if unknown, as of pipes.
inline std::size_t size_of(std::filesystem::directory_entry const& entry) {
  std::error_code error;
  auto const size = entry.file_size(error);
  return error ? 0 : static_cast<std::size_t>(size);
}

/// The regular files of a directory, in any depth, in the order of their paths: in one directory
/// that is the order of time. A directory that can't be listed is returned itself, so that opening
/// it tells the reason. Links to directories are not followed, for they may lead back. Directories
/// beyond those that may wait at a time to be listed count as surplus files.
inline std::vector<input_file> files_of(std::filesystem::directory_entry const& directory,
                                        std::size_t most,
                                        std::size_t most_directories = limits::files) {
  std::vector<input_file> files;
  std::vector<input_file> unlisted;
  std::size_t surplus = 0;
  std::error_code ignored;
  std::vector<std::filesystem::path> left{directory.path()};
  while (!left.empty()) {
    std::filesystem::path const path = std::move(left.back());
    left.pop_back();
    std::error_code error;
    for (std::filesystem::directory_iterator at{path, error}, end; !error && at != end;
         at.increment(error)) {
      bool const is_directory = at->is_directory(ignored) && !at->is_symlink(ignored);
      if (!is_directory && !at->is_regular_file(ignored)) continue;
      if (is_directory && left.size() < most_directories)
        left.push_back(at->path());
      else if (!is_directory && files.size() < most)
        files.push_back({at->path().string(), true, size_of(*at)});
      else
        ++surplus;
    }
    if (error) unlisted.push_back({path.string(), false, 0});
  }
  std::sort(files.begin(), files.end(),
            [](auto const& a, auto const& b) { return a.path < b.path; });
  std::move(unlisted.begin(), unlisted.end(), std::back_inserter(files));
  if (surplus != 0) files.push_back({.path = directory.path().string(), .surplus = surplus});
  return files;
}

/// Keeps the first of several names of one file, whose events would count twice.
inline void drop_repeated(std::vector<input_file>& files) {
  std::set<std::pair<dev_t, ino_t>> known;
  std::erase_if(files, [&known](input_file const& file) {
    struct ::stat status;
    if (file.is_pipe || file.surplus != 0 || ::stat(file.path.c_str(), &status) != 0) return false;
    return S_ISREG(status.st_mode) && !known.emplace(status.st_dev, status.st_ino).second;
  });
}

}  // namespace input

/// Replaces directories among the paths by their files, in any depth, up to `limits::files`. A file
/// that is given twice is there once. A path that does not exist, and the number of files beyond
/// the limit, are reported when they are opened. A directory beyond the limit counts as a file.
inline std::vector<input_file> find_files(std::vector<std::string> const& paths) {
  std::vector<input_file> files;
  for (std::string const& path : paths) {
    std::error_code ignored;
    std::filesystem::directory_entry const entry{path, ignored};
    if (path == "-" || !entry.is_directory(ignored)) {
      bool const is_pipe =
          path == "-" || (entry.exists(ignored) && !entry.is_regular_file(ignored));
      files.push_back({path, false, is_pipe ? 0 : input::size_of(entry), is_pipe});
    } else {
      std::size_t const room = limits::files - std::min(files.size(), limits::files);
      auto inside = input::files_of(entry, room);
      std::move(inside.begin(), inside.end(), std::back_inserter(files));
    }
  }
  input::drop_repeated(files);
  return files;
}

/// Turns a gzip stream into a source of its content; empty in programs that can't decompress.
using decompressor = std::function<std::unique_ptr<byte_source>(std::unique_ptr<byte_source>)>;

namespace input {

inline bool is_gzip(std::string_view beginning) noexcept {
  return beginning.starts_with("\x1f\x8b");
}

inline bool is_recording(std::string_view beginning) noexcept {
  namespace layout = trace2::detail::recording;
  return beginning.starts_with({layout::file_magic, sizeof layout::file_magic});
}

/// Whether a line begins with a time of day, as the lines of NORMAL and PERF do.
inline bool is_dated(std::string_view line) noexcept {
  constexpr std::string_view pattern = "00:00:00.000000 ";
  if (line.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bool const is_digit = line[i] >= '0' && line[i] <= '9';
    if (pattern[i] == '0' ? !is_digit : line[i] != pattern[i]) return false;
  }
  return true;
}

inline constexpr char const* no_events =
    "holds no events: only EVENT traces and recordings can be read";

/// The reason why a file is no EVENT stream; null if it may be one. An EVENT stream may begin with
/// garbage, such as lines of other targets with the same destination. Without the beginning of any
/// object the file is something else.
inline char const* refusal_of(std::string_view beginning) noexcept {
  if (beginning.empty() || beginning.front() == '#' ||
      beginning.find("{\"event\":") != beginning.npos)
    return nullptr;
  if (beginning.starts_with("\xff\xfe") || beginning.starts_with("\xfe\xff"))
    return "is UTF-16: only UTF-8 can be read";
  std::string_view const line = beginning.substr(0, beginning.find('\n'));
  if (line.starts_with("d0 | ") || (is_dated(line) && line.find(" | d") != line.npos))
    return "is a PERF trace: only EVENT traces and recordings can be read";
  if (is_dated(line)) return "is a NORMAL trace: only EVENT traces and recordings can be read";
  if (beginning.find('{') == beginning.npos || beginning.find('\0') != beginning.npos)
    return no_events;
  return nullptr;
}

/// Whether one of the lines is an event. Lines of other JSON, such as that of an export, are none.
inline bool has_event(std::string_view lines) noexcept {
  while (!lines.empty()) {
    std::size_t const size = std::min(lines.find('\n'), lines.size());
    std::string_view const line = lines.substr(0, size);
    std::size_t const begin = line.find_first_not_of(" \t");
    if (begin != line.npos && line[begin] == '{' &&
        (line.find("\"event\":") != line.npos || line.find("\"event\" :") != line.npos))
      return true;
    lines.remove_prefix(std::min(size + 1, lines.size()));
  }
  return false;
}

/// Copies a source into a file without a name. Returns its descriptor or a negated errno value.
/// Stops at `most` bytes and sets `is_cut` if there are more.
inline int copy_to_file(byte_source& from, std::size_t most, bool& is_cut) {
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / "trace2.XXXXXX").string();
  int const fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0) return -errno;
  std::remove(path.c_str());
  std::string room(peeked_source::most, '\0');
  int problem = 0;
  for (std::size_t size = 0; problem == 0;) {
    std::ptrdiff_t const got = from.read(room.data(), room.size());
    if (got == 0) return fd;
    if (got > 0) size += static_cast<std::size_t>(got);
    is_cut = size > most;
    if (is_cut) return fd;
    problem = got < 0 ? static_cast<int>(got)
                      : write_all(fd, {room.data(), static_cast<std::size_t>(got)});
  }
  trace2::detail::posix::close(fd);
  return problem;
}

}  // namespace input

/// The content of a file: an EVENT stream, a recording, or neither.
struct opened_input {
  std::unique_ptr<byte_source> events{};
  std::unique_ptr<flight_recording> recording{};
};

/// Opens the EVENT stream or the recording in a file, plain or compressed. A file of another kind,
/// or without an event in its first 64 KiB, gives neither; it is reported if it was named and not
/// found in a directory.
///
/// A recording is read at many places at once. Therefore a recording from a pipe, or a compressed
/// one, is copied to a temporary file of at most `limits::temporary_file` bytes; a cut is reported.
/// The recording takes memory from the budget, if there is one.
inline opened_input open_input(input_file const& file, decompressor const& unpack,
                               problem_handler const& report, memory_budget* memory = nullptr) {
  auto const refuse = [&](std::string_view reason) -> opened_input {
    if (!file.is_in_directory) report({file.path, 0, reason});
    return {};
  };
  auto const open = [](std::string const& path) {
    return trace2::detail::posix::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  };
  if (file.surplus != 0) {
    report({file.path, 0,
            "has " + std::to_string(file.surplus) + " files too many, which are left out"});
    return {};
  }
  int const fd = file.path == "-" ? 0 : open(file.path);
  if (fd < 0) {
    report({file.path, 0, "can't be opened: " + reason_of(-fd)});
    return {};
  }
  auto source = std::make_unique<peeked_source>(std::make_unique<descriptor_source>(fd));
  bool const is_packed = input::is_gzip(source->beginning());
  if (is_packed) {
    if (!unpack) return refuse("is compressed, which this program was built without");
    source = std::make_unique<peeked_source>(unpack(std::move(source)));
  }
  if (input::is_recording(source->beginning())) {
    auto recording = std::make_unique<flight_recording>(memory);
    bool is_cut = false;
    std::string const problem =
        file.is_pipe || is_packed
            ? recording->open(input::copy_to_file(*source, limits::temporary_file, is_cut))
            : recording->open(file.path.c_str());
    if (is_cut)
      report({file.path, 0,
              "is a recording of more than " +
                  std::to_string(limits::temporary_file / limits::mebibyte) +
                  " MiB, compressed or from a pipe: the rest is left out"});
    if (problem.empty()) return {.recording = std::move(recording)};
    report({file.path, 0, problem});
    return {};
  }
  if (char const* const refusal = input::refusal_of(source->beginning())) return refuse(refusal);
  // The first read of a pipe may give a few bytes only.
  bool const is_known = !file.is_pipe && !source->beginning().empty();
  if (is_known && !input::has_event(source->beginning())) return refuse(input::no_events);
  return {.events = std::move(source)};
}

}}}  // namespace trace2::v0::read
