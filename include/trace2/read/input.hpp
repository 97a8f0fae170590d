// Recognises the kind of a file by its first bytes, and opens it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/reader_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/input_files.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/native_path.hpp>
#include <trace2/read/opened_input.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/surroundings/cleaned_source.hpp>
#include <trace2/read/surroundings/decoded_source.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>
#include <trace2/read/surroundings/other_form.hpp>
#include <trace2/read/surroundings/recognition.hpp>
#include <trace2/read/text_target.hpp>
#include <trace2/read/time_window.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

namespace input {

/// The moment at which a file was written last, in microseconds since the epoch; now, if it is no
/// regular file.
inline std::int64_t written_at(int fd) noexcept {
  trace2::detail::file_status status;
  if (trace2::detail::system_calls::status(fd, status) == 0 && status.is_regular())
    return status.changed_at();
  return std::time(nullptr) * std::int64_t{1'000'000};
}

/// Copies a source into a file without a name. Returns its descriptor or a negated errno value.
/// Stops at `most` bytes and sets `is_cut` if there are more.
inline int copy_to_file(byte_source& from, std::size_t most, bool& is_cut) {
  std::error_code error;
  std::string const directory = text_of(std::filesystem::temp_directory_path(error));
  if (error) return -ENOENT;
  int const fd = trace2::detail::create_temporary(directory.c_str());
  if (fd < 0) return fd;
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
  trace2::detail::system_calls::close(fd);
  return problem;
}

/// Takes away what stands around the lines of a text, as far as its first bytes tell. Returns the
/// cleaner of its lines, which `text_stream` asks about lines that it can't read.
inline std::shared_ptr<surroundings::line_cleaner> clean(std::unique_ptr<peeked_source>& source,
                                                         bool is_pipe) {
  using surroundings::text_encoding;
  auto const peek = [&source](std::unique_ptr<byte_source> at) {
    source = std::make_unique<peeked_source>(std::move(at));
  };
  auto const is_one_line = [](std::string_view text) {
    return text.find('\r') != text.npos && text.find('\n') == text.npos;
  };
  while (is_one_line(source->beginning()) && source->read_on()) {
  }
  auto const encoding = text_encoding::of(source->beginning());
  if (!encoding.is_plain())
    peek(std::make_unique<surroundings::decoded_source>(std::move(source), encoding));
  target_of(*source);  // reads on until an event is among the first lines
  std::string_view const beginning = source->beginning();
  bool const is_all = !is_pipe && beginning.size() < peeked_source::most;
  auto known = surroundings::recognise(beginning, is_all);
  bool const is_any = known.is_any();
  auto cleaner = std::make_shared<surroundings::line_cleaner>(std::move(known));
  if (encoding.by != text_encoding::units::bytes)
    cleaner->removed().note_all(surrounding::encoding, "converted from UTF-16");
  if (encoding.ends_with_cr)
    cleaner->removed().note_all(surrounding::line_ends, "read CR as the end of a line");
  if (is_any) peek(std::make_unique<surroundings::cleaned_source>(std::move(source), cleaner));
  return cleaner;
}

}  // namespace input

/// Opens the text trace or the recording in a file, plain or compressed. A file of another kind,
/// or without an event in its first 64 KiB, gives neither; it is reported if it was named and not
/// found in a directory, where also the first line has to be an event.
///
/// What people's tools have put around all lines of a text is taken away, unless the file was found
/// in a directory: see `opened_input::removed`.
///
/// A recording is read at many places at once. Therefore a recording from a pipe, or a compressed
/// one, is copied to a temporary file of at most `limits::temporary_file` bytes; a cut is reported.
/// The recording takes memory from the budget, if there is one, and has the events of the window
/// and others around them.
inline opened_input open_input(input_file const& file, decompressor const& unpack,
                               problem_handler const& report, memory_budget* memory = nullptr,
                               time_window const& window = {}) {
  auto const refuse = [&](std::string_view reason) -> opened_input {
    if (!file.is_in_directory) report({file.path, 0, reason});
    return {};
  };
  auto const open = [](std::string const& path) {
    return trace2::detail::system_calls::open(path.c_str(), trace2::detail::open_mode::read);
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
  std::int64_t const written = input::written_at(fd);
  auto source = std::make_unique<peeked_source>(std::make_unique<descriptor_source>(fd));
  compression const packed = input::compression_of(source->beginning());
  bool const is_packed = packed != compression::none;
  if (is_packed) {
    auto content = unpack ? unpack(packed, std::move(source)) : nullptr;
    if (content == nullptr) {
      // A file of a directory, too, may be a trace that is then missing.
      report({file.path, 0,
              std::string{"is compressed by "} + (packed == compression::gzip ? "gzip" : "zstd") +
                  ", which this program was built without"});
      return {};
    }
    source = std::make_unique<peeked_source>(std::move(content));
  }
  if (input::is_recording(source->beginning())) {
    auto recording = std::make_unique<flight_recording>(memory);
    bool is_cut = false;
    std::string const problem =
        file.is_pipe || is_packed
            ? recording->open(input::copy_to_file(*source, limits::temporary_file, is_cut), window)
            : recording->open(file.path.c_str(), window);
    if (is_cut)
      report({file.path, 0,
              "is a recording of more than " +
                  std::to_string(limits::temporary_file / limits::mebibyte) +
                  " MiB, compressed or from a pipe: the rest is left out"});
    if (problem.empty()) return {.recording = std::move(recording)};
    report({file.path, 0, problem});
    return {};
  }
  std::shared_ptr<surroundings::line_cleaner> cleaner;
  if (!file.is_in_directory) {
    cleaner = input::clean(source, file.is_pipe);
    if (!cleaner->known().refusal.empty()) return refuse(cleaner->known().refusal);
  }
  auto const target = input::target_of(*source);
  std::string_view const beginning = source->beginning();
  // Of a pipe more may follow.
  bool const may_be_event =
      beginning.empty() || (file.is_pipe && beginning.find('{') != beginning.npos);
  if (target && file.is_in_directory && !input::begins_with_event(beginning))
    return {.begins_otherwise = true};
  if (target && *target > file.least) return {.is_passed_over = true};
  if (!target && !may_be_event) return refuse(surroundings::other_form(beginning));
  return {.events = std::move(source),
          .target = target.value_or(text_target::event),
          .written = written,
          .cleaner = std::move(cleaner)};
}

}}}  // namespace trace2::v0::read
