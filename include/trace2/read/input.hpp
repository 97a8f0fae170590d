// Files that hold traces: found in directories, and recognised by what is in them.
#pragma once

#include <trace2/detail/posix.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/recording_source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace trace2::inline v0::read {

/// Another source, with its first bytes read already.
class peeked_source final : public byte_source {
 public:
  static constexpr std::size_t most = std::size_t{64} * 1024;

  explicit peeked_source(std::unique_ptr<byte_source> from)
      : from_{std::move(from)}, bytes_(most, '\0') {
    std::ptrdiff_t const got = from_->read(bytes_.data(), bytes_.size());
    error_ = got < 0 ? got : 0;
    bytes_.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }

  /// What the first read gave: at least one byte unless the source is empty or broken.
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
  bool is_in_directory = false;  ///< found, not named: it may be something else
  std::size_t size = 0;          ///< 0 if nobody knows
};

namespace input {

/// 0 if nobody knows, as of pipes.
inline std::size_t size_of(std::filesystem::directory_entry const& entry) {
  std::error_code error;
  auto const size = entry.file_size(error);
  return error ? 0 : static_cast<std::size_t>(size);
}

/// The regular files of a directory in the order of their names, which is that of time; the
/// directory itself where they can't be listed, so that whoever opens it learns why.
inline std::vector<input_file> files_of(std::filesystem::directory_entry const& directory) {
  std::vector<input_file> files;
  std::error_code error;
  std::error_code ignored;
  for (std::filesystem::directory_iterator at{directory.path(), error}, end; !error && at != end;
       at.increment(error))
    if (at->is_regular_file(ignored)) files.push_back({at->path().string(), true, size_of(*at)});
  std::sort(files.begin(), files.end(),
            [](auto const& a, auto const& b) { return a.path < b.path; });
  if (error) files.push_back({directory.path().string(), false, 0});
  return files;
}

}  // namespace input

/// The files that paths stand for: themselves, or those in a directory. What does not exist is
/// reported when it is opened.
inline std::vector<input_file> find_files(std::vector<std::string> const& paths) {
  std::vector<input_file> files;
  for (std::string const& path : paths) {
    std::error_code ignored;
    std::filesystem::directory_entry const entry{path, ignored};
    if (path == "-" || !entry.is_directory(ignored)) {
      files.push_back({path, false, path == "-" ? 0 : input::size_of(entry)});
    } else {
      auto const inside = input::files_of(entry);
      files.insert(files.end(), inside.begin(), inside.end());
    }
  }
  return files;
}

/// Makes a source of the content of a gzip stream; empty where that can't be done.
using decompressor = std::function<std::unique_ptr<byte_source>(std::unique_ptr<byte_source>)>;

namespace input {

inline bool is_gzip(std::string_view beginning) noexcept {
  return beginning.starts_with("\x1f\x8b");
}

inline bool is_recording(std::string_view beginning) noexcept {
  namespace layout = trace2::detail::recording;
  return beginning.starts_with({layout::file_magic, sizeof layout::file_magic});
}

/// A stream may begin with garbage; but one without the beginning of any object is something else.
inline bool may_hold_events(std::string_view beginning) noexcept {
  return beginning.empty() || beginning.find('{') != beginning.npos || beginning.front() == '#';
}

}  // namespace input

/// The EVENT stream that a file holds: directly, compressed, or as a recording. Null for anything
/// else, which is reported unless the file was merely found.
inline std::unique_ptr<byte_source> open_input(input_file const& file, decompressor const& unpack,
                                               problem_handler const& report) {
  auto const refuse = [&](std::string_view reason) {
    if (!file.is_in_directory) report({file.path, 0, reason});
    return nullptr;
  };
  bool const is_stdin = file.path == "-";
  int const fd =
      is_stdin ? 0
               : trace2::detail::posix::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) {
    report({file.path, 0, std::string{"can't be opened: "} + std::strerror(-fd)});
    return nullptr;
  }
  auto source = std::make_unique<peeked_source>(std::make_unique<descriptor_source>(fd));
  if (input::is_gzip(source->beginning())) {
    if (!unpack) return refuse("is compressed, which this program was built without");
    source = std::make_unique<peeked_source>(unpack(std::move(source)));
  }
  if (input::is_recording(source->beginning())) {
    auto recording = std::make_unique<recording_source>();
    std::string const problem =
        is_stdin ? "is a recording, which must be a file" : recording->open(file.path.c_str());
    if (!problem.empty()) return refuse(problem);
    return recording;
  }
  if (!input::may_hold_events(source->beginning()))
    return refuse("holds no events: only EVENT traces and recordings can be read");
  return source;
}

}  // namespace trace2::inline v0::read
