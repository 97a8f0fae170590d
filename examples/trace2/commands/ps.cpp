// Defines what ps.hpp and snapshot.hpp declare.
#include "commands/ps.hpp"

#include <trace2/read/shown.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "commands/snapshot.hpp"
#include "control/running_program.hpp"
#include "output/colour.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/table.hpp"
#include "output/utc_text.hpp"
#include "summary/summary_json.hpp"
#include "system/owned_descriptor.hpp"
#include "system/posix/same_file.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program {

// ---- ps.hpp ----

/// A target that is on.
struct told_target {
  std::string name{};
  std::string state{};
  std::optional<std::string> value{};  ///< of the setting
  /// By which its file grows; absent without a file, or if that can't be told.
  std::optional<std::uint64_t> bytes_per_second{};
  std::uint64_t lost{};
  std::string file{};
};
BOOST_DESCRIBE_STRUCT(told_target, (), (name, state, value, bytes_per_second, lost))

struct told_program {
  std::int64_t pid{};
  std::optional<std::string> since{};  ///< absent for a number that no program has written
  std::string sid{};
  std::string command{};
  std::vector<told_target> targets{};
  std::int64_t since_us{};
};
BOOST_DESCRIBE_STRUCT(told_program, (), (pid, since, sid, command, targets))

/// All of it in JSON.
struct told_programs {
  std::vector<told_program> programs{};
};
BOOST_DESCRIBE_STRUCT(told_programs, (), (programs))

namespace {

/// True if some program may have written this number of microseconds.
bool is_moment(std::int64_t microseconds) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 1'000;
  return microseconds >= 0 && microseconds <= most;
}

told_program told(std::int64_t process, running_facts const& program) {
  told_program result{
      .pid = process, .sid = program.sid, .command = program.command, .since_us = program.since};
  if (is_moment(program.since))
    result.since = utc_text(read::moment{program.since * read::nanoseconds{1'000}});
  for (running_target const& each : program.targets) {
    if (each.state == "off") continue;
    result.targets.push_back({.name = each.name,
                              .state = each.state,
                              .value = each.value == "-" ? std::nullopt : std::optional{each.value},
                              .lost = each.lost,
                              .file = file_of(program, each)});
  }
  return result;
}

void measure_growth(std::vector<told_program>& programs) {
  using namespace std::chrono;
  constexpr milliseconds interval{500};
  struct measured {
    told_target* target;
    std::uintmax_t size;
  };
  std::vector<measured> files;
  std::error_code none;
  for (told_program& program : programs)
    for (told_target& each : program.targets)
      if (!each.file.empty()) files.push_back({&each, std::filesystem::file_size(each.file, none)});
  if (files.empty()) return;
  auto const begin = steady_clock::now();
  std::this_thread::sleep_for(interval);
  std::chrono::duration<double> const passed = steady_clock::now() - begin;
  for (auto const& [target, before] : files) {
    auto const size = std::filesystem::file_size(target->file, none);
    if (!none && size >= before)
      target->bytes_per_second =
          static_cast<std::uint64_t>(static_cast<double>(size - before) / passed.count());
  }
}

/// A line for each target that is on, the first of which also has what is said of the program.
std::vector<table::cells> lines_of(std::vector<told_program> const& programs) {
  std::vector<table::cells> lines;
  for (told_program const& program : programs) {
    std::size_t const first = lines.size();
    for (told_target const& each : program.targets) {
      std::string const growth = each.bytes_per_second ? std::to_string(*each.bytes_per_second)
                                 : each.file.empty()   ? ""
                                                       : "?";
      lines.push_back({"", "", read::shown_text(each.name + " " + each.value.value_or(each.state)),
                       growth, std::to_string(each.lost), "", ""});
    }
    if (lines.size() == first) lines.push_back({"", "", "off", "", "", "", ""});
    table::cells& head = lines[first];
    head[0] = std::to_string(program.pid);
    if (program.since)
      head[1] = read::shown_moment(read::moment{program.since_us * read::nanoseconds{1'000}});
    head[5] = read::shown_text(program.sid);
    head[6] = read::shown_text(program.command);
  }
  return lines;
}

}  // namespace

int commands::ps(ps_options const& options) {
  told_programs all;
  followed result = followed::all;
  for (std::string const& path : running_program::sockets()) {
    running_program program{path};
    std::string refusal;
    // A program that ends at this moment is not worth a message.
    if (!program.is_open()) continue;
    if (auto const found = program.facts(refusal)) {
      all.programs.push_back(told(program.process(), *found));
    } else {
      say(std::to_string(program.process()) + ": " + refusal);
      result = followed::partly;
    }
  }
  if (all.programs.empty() && result == followed::all)
    say("no program with TRACE2_CONTROL=1 runs that can be attached to");
  measure_growth(all.programs);
  output out{std::string{}};
  if (options.is_json) {
    write_json(out, all);
    return finish(out, result);
  }
  std::vector<table::cells> const lines = lines_of(all.programs);
  table{"", {"pid", "since", "target", "bytes/s", "lost", "session", "command"}, {"session"}}
      .with_texts({"since", "target", "session"})
      .write(
          out, lines, [](table::cells const& line) { return line; }, lines.size(),
          options.colour.style(out), 0, out.width());
  return finish(out, result);
}

// ---- snapshot.hpp ----

namespace {

/// The format of recordings.
namespace layout = trace2::recording_layout;

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
    struct ::stat status{};
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
  /// True if the path names the very file of the program.
  bool is_of(std::string const& path) const noexcept {
    struct ::stat own{};
    struct ::stat other{};
    return ::fstat(fd_.get(), &own) == 0 && ::stat(path.c_str(), &other) == 0 &&
           is_same_file(own, other);
  }

 private:
  explicit recording_copy(int fd) noexcept : fd_{fd} {}

  void for_each_chunk(auto const& use) const {
    struct ::stat status{};
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

/// By its name, or, if it was moved or removed, among the open files of the program.
std::optional<recording_copy> open(running_facts const& facts, running_target const& target,
                                   std::int64_t process) {
  namespace fs = std::filesystem;
  for (std::string const& path : {file_of(facts, target), target.value})
    if (auto found = recording_copy::open(path, facts.own_number)) return found;
  std::error_code none;
  for (auto const& each : fs::directory_iterator{"/proc/" + std::to_string(process) + "/fd", none})
    if (auto found = recording_copy::open(each.path().string(), facts.own_number)) return found;
  return {};
}

}  // namespace

int commands::snapshot(snapshot_options const& options) {
  auto program = running_program::find(options.process);
  if (!program) return bad_input;
  std::string refusal;
  std::string const name = std::to_string(options.process);
  auto const facts = program->facts(refusal);
  if (!facts) return say(name + ": " + refusal), bad_input;
  auto const* const target = facts->find("binary");
  if (target == nullptr || target->state == "off") {
    say(name + " records nothing; \"trace2 attach " + name +
        " --to=binary --ring -o FILE\" has it do so");
    return bad_input;
  }
  auto copy = open(*facts, *target, options.process);
  if (!copy) return say(name + ": can't find or read the recording"), bad_input;
  if (copy->is_of(options.output))
    return say(options.output + " is the recording of " + name + " itself"), bad_usage;
  output out{options.output};
  if (out.error() != 0) return say(options.output + ": " + out.reason()), bad_input;
  bool const is_taken = copy->write(out);
  if (!is_taken) say(name + " overwrites its ring faster than it can be read");
  return finish(out, is_taken ? followed::all : followed::partly);
}

}  // namespace trace2::program
