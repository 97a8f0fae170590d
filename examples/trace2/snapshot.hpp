// The command trace2 snapshot: copies the recording of a running program as it is now.
#pragma once

#include <trace2/detail/system/same_file.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "messages.hpp"
#include "output.hpp"
#include "owned_descriptor.hpp"
#include "running_program.hpp"
#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// The format of recordings.
namespace layout = trace2::detail::recording;

/// Copies a recording while its program goes on, which notices nothing: the copy is one that a
/// reader understands, whatever the program overwrites meanwhile.
class recording_copy {
 public:
  /// Opens a recording that the process of this number is writing now.
  static std::optional<recording_copy> open(std::string const& path, std::string const& process) {
    // Devices may notice that they are opened.
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return {};
    recording_copy copy{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (!copy.fd_) return {};
    struct ::stat status {};
    layout::file_header head{};
    bool const is_its_own = ::fstat(copy.fd_.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                            copy.read(0, &head, sizeof head) &&
                            std::memcmp(head.magic, layout::file_magic, sizeof head.magic) == 0 &&
                            head.endian == layout::endian_mark &&
                            std::to_string(head.pid) == process && head.is_finished == 0;
    if (!is_its_own) return {};
    return copy;
  }

  /// Writes events first and then the definitions that they need. The copy has the events up to
  /// its beginning, without gaps; the oldest ones may be missing, which the program has overwritten
  /// meanwhile. False if those were all of them, again and again. Memory: a chunk.
  bool write(output& out) {
    layout::file_header head{};
    read(0, &head, sizeof head);
    head.latest_index = 0;  // chunks have other places in the copy
    std::string bytes(layout::header_size, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
    out.write(bytes);
    constexpr int attempts = 8;
    bool is_taken = false;
    for (int i = 0; i < attempts && !is_taken; ++i) is_taken = write_events(out);
    // Whatever an event refers to was defined before the event.
    for_each_chunk([&](std::size_t at, layout::chunk_header const& chunk) {
      if (chunk.kind == layout::chunk_kind::definitions && load(at, chunk.size)) out.write(bytes_);
    });
    return is_taken;
  }
  /// Whether the path names the very file of the program.
  bool is_of(std::string const& path) const noexcept {
    struct ::stat own {};
    struct ::stat other {};
    return ::fstat(fd_.get(), &own) == 0 && ::stat(path.c_str(), &other) == 0 &&
           trace2::detail::is_same_file(own, other);
  }

 private:
  explicit recording_copy(int fd) noexcept : fd_{fd} {}

  void for_each_chunk(auto const& use) const {
    struct ::stat status {};
    if (::fstat(fd_.get(), &status) != 0) return;
    auto const size = static_cast<std::size_t>(status.st_size);
    for (std::size_t at = layout::header_size; at + layout::granule <= size;) {
      layout::chunk_header head{};
      bool const is_chunk = read(at, &head, sizeof head) &&
                            std::memcmp(head.magic, layout::chunk_magic, sizeof head.magic) == 0 &&
                            head.size != 0 && head.size % layout::granule == 0 &&
                            head.size <= layout::largest_chunk && head.size <= size - at;
      // The program may just be taking room for a chunk.
      if (is_chunk) use(at, head);
      at += is_chunk ? head.size : layout::granule;
    }
  }

  /// False, and nothing is written, if the program has replaced the contents of all chunks.
  bool write_events(output& out) {
    std::uint64_t latest = 0;
    for_each_chunk([&](std::size_t, layout::chunk_header const& chunk) {
      latest = std::max(latest, chunk.serial);
    });
    bool has_chunks = false;
    bool has_events = false;
    for_each_chunk([&](std::size_t at, layout::chunk_header const& chunk) {
      if (chunk.kind != layout::chunk_kind::events) return;
      has_chunks = true;
      layout::chunk_header after{};
      bool const is_whole = chunk.serial != 0 && chunk.serial <= latest && load(at, chunk.size) &&
                            read(at, &after, sizeof after) && after.serial == chunk.serial;
      if (is_whole) out.write(bytes_);
      has_events = has_events || is_whole;
    });
    return has_events || !has_chunks;
  }

  bool load(std::size_t at, std::size_t size) {
    bytes_.resize(size);
    return read(at, bytes_.data(), size);
  }

  bool read(std::size_t at, void* to, std::size_t size) const {
    for (auto* room = static_cast<char*>(to); size != 0;) {
      ssize_t const got = ::pread(fd_.get(), room, size, static_cast<off_t>(at));
      if (got <= 0) return false;
      room += got;
      at += static_cast<std::size_t>(got);
      size -= static_cast<std::size_t>(got);
    }
    return true;
  }

  owned_descriptor fd_;
  std::string bytes_;  ///< of one chunk
};

class snapshot {
 public:
  explicit snapshot(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("snapshot", "Copy the flight recorder's ring of a program.");
    command->add_option("-o,--output", output_, "Write the copy to FILE")
        ->required()
        ->type_name("FILE");
    command->add_option("PID", process_, "The program, as \"trace2 ps\" lists it")
        ->required()
        ->type_name("");
    command->footer(
        "The copy is a recording of what the program has done last, up to now, for \"trace2 "
        "cat\",\n"
        "\"trace2 tree\" and the others. The program goes on and notices nothing.\n"
        "\n"
        "Examples:\n"
        "  trace2 snapshot 4711 -o frob.recording");
  }

  int run() const {
    auto program = running_program::find(process_);
    if (!program) return bad_input;
    std::string refusal;
    std::string const name = std::to_string(process_);
    auto const facts = program->facts(refusal);
    if (!facts) return say(name + ": " + refusal), bad_input;
    auto const* const target = facts->find("binary");
    if (target == nullptr || target->state == "off") {
      say(name + " records nothing; trace2 attach " + name +
          " --to=binary --ring -o FILE has it do so");
      return bad_input;
    }
    auto copy = open(*facts, *target);
    if (!copy) return say(name + ": can't find or read the recording"), bad_input;
    if (copy->is_of(output_))
      return say(output_ + " is the recording of " + name + " itself"), bad_usage;
    output out{output_};
    if (out.error() != 0) return say(output_ + ": " + std::strerror(out.error())), bad_input;
    bool const is_taken = copy->write(out);
    if (!is_taken) say(name + " overwrites its ring faster than it can be read");
    return finish(out, is_taken ? followed::all : followed::partly);
  }

 private:
  /// By its name, or, if it was moved or removed, among the open files of the program.
  std::optional<recording_copy> open(running_facts const& facts,
                                     running_target const& target) const {
    namespace fs = std::filesystem;
    for (std::string const& path : {file_of(facts, target), target.value})
      if (auto found = recording_copy::open(path, facts.own_number)) return found;
    std::error_code none;
    for (auto const& each :
         fs::directory_iterator{"/proc/" + std::to_string(process_) + "/fd", none})
      if (auto found = recording_copy::open(each.path().string(), facts.own_number)) return found;
    return {};
  }

  std::int64_t process_ = 0;
  std::string output_;
};

}  // namespace trace2_program
