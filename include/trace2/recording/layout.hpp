// The format of a recording, version 1.
//
// All numbers are in the byte order of the machine that wrote them; the endian mark tells which. A
// word is 8 bytes, and everything begins at a multiple of 8.
//
// File: a header of 4096 bytes, then chunks without gaps up to the end of the file or to the first
// place where no chunk begins. There the writer died while it took room, and a chunk may follow at
// a later multiple of 4096 bytes.
//
//   header                                          chunk
//     0  "TRACE2R\n"                                  0  "CHUNK2R\n"
//     8  u32 endian mark 0x01020304                   8  u64 size in bytes, a multiple of 4096
//    12  u32 version                                 16  u64 serial number, ascending over time; 0:
//    16  u32 offset of the first chunk                       the contents are being replaced
//    20  u32 flags, 1: ring, 2: jump (jump_flag)     24  u64 1: definitions, 2: events of threads,
//    24  u64 process id                                      3: an index
//    32  u64 number of events that found no room     32  records up to a word that is 0, or the end
//    40  u64 1: the writer has ended in good order
//    48  u64 ticks that 1024 empty regions have cost when the file was opened; 0: not known
//    56  u64 ticks from their beginnings to their ends, as records tell them
//    64  u64 offset of the latest chunk with an index; 0: there is none
//
// A record is committed by its first word, which is written last and in one store. The records
// in front of a word that is 0 are complete. The first word:
//
//   bits 0..7    kind
//   kind < 0x40:  one word        bits 8..31 number of a site, bits 32..63 time
//   kind < 0x80:  two words       the same
//   others:       several words   bits 8..31 how many, bits 32..63 depends on the kind
//
// Thus a reader can skip records of unknown kind. A time is a number of ticks since the last
// `state` or `time` record of the chunk.
//
//   01 region_enter
//   02 region_leave
//   03 wait_enter      a region that only waits
//   04 wait_leave
//   40 time            i64 ticks: times count from here on
//   41 data_signed     i64
//   42 data_unsigned   u64
//   43 data_floating   f64
//   44 task_begin      u64 number of the task, whose parent is the task that the thread runs
//   45 task_end        u64 number of the task
//   46 task_run        bits 8..31 open regions inside the task; u64 number of the task
//   47 task_pause      the same; the thread runs no task any more
//   48 task            behind a `state` record: the thread has been running this task, whose open
//                      regions the `state` record lists; u64 number of the task
//   80 state           the records behind it are from another thread, or continue another chunk.
//                      Bits 32..63 number of the thread, where an event of a signal handler counts
//                      as a thread of its own; i64 ticks; u32 size of the thread's name; u32
//                      number of its open regions, the thread included; the name, filled up to a
//                      word; for as many of the innermost of these regions as the record has room
//                      for, the innermost last: i64 ticks of its beginning
//   81 event           bits 32..63 number of a schema; i64 ticks; i64 t_abs in microseconds;
//                      i64 wall clock in microseconds since the epoch; u32 line; i32 open regions;
//                      i32 repository; u32 1 if no ring may overwrite it, else 0; text file; the
//                      members in the order of the schema; a text for each wording of the schema
//   85 clock           bits 32..63 its number; i64 ticks from which it applies; i64 nanoseconds of
//                      the monotonic clock at that moment; i64 nanoseconds per tick, times 2^40;
//                      i64 nanoseconds to add for wall time. It stands in front of the events that
//                      need it, of any thread; a ring may have overwritten some numbers
//
// While a thread runs a task, its records of regions are of that task. Where another word is in the
// place of a site, a record names none.
//
// Chunks of definitions hold the following records, `clock`, and events of the main thread:
//
//   82 process         i64 ticks of the process's start; text session id; text path of the program
//   83 schema          bits 32..63 its number; u32 flags (schema_flag); text name of the event; u32
//                      number of members; for each u32 type (member_type), text name
//   84 site            bits 32..63 its number; u32 line; texts file, category, and label or key
//
// A file that grows has an index from place to place, and in front of each all `clock` records so
// far in chunks of definitions. The first record of a chunk of an index is:
//
//   86 index           i64 ticks; u64 offset of the index before, or 0; u64 number of chunks of
//                      definitions in front of it; u64 offset of the last of them; for each chunk
//                      of events in front of it that may get further records: u64 offset; u64 sum
//                      of the words before (index_sum). What the other chunks in front of it hold
//                      is older than the ticks
//
// Inside a record numbers follow each other without gaps. A text is a u32 size, 0xffffffff for an
// absent one, and as many bytes. Records are filled up to a word with zeros.
//
// Losses: a committed record survives every end of the process, as long as the kernel runs. When
// the machine loses power, the records are lost that the kernel has not written back yet, by
// default those of up to 30 s.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {
inline namespace layout {

inline constexpr char file_magic[] = {'T', 'R', 'A', 'C', 'E', '2', 'R', '\n'};
inline constexpr char chunk_magic[] = {'C', 'H', 'U', 'N', 'K', '2', 'R', '\n'};
inline constexpr std::uint32_t endian_mark = 0x01020304;
inline constexpr std::uint32_t version = 1;
inline constexpr std::uint32_t ring_flag = 1;
/// A thread's ring has overwritten events behind chunks that were kept.
inline constexpr std::uint32_t jump_flag = 2;
inline constexpr std::size_t header_size = 4096;
inline constexpr std::size_t granule = 4096;
inline constexpr std::size_t largest_chunk = std::size_t{64} << 20;
inline constexpr std::size_t largest_definition = std::size_t{1} << 20;
inline constexpr std::size_t word = 8;

/// The time that regions without contents take.
struct empty_region_ticks {
  static constexpr std::uint64_t regions = 1024;  ///< that both numbers are of

  std::uint64_t cost;
  std::uint64_t length;
};

struct file_header {
  char magic[8];
  std::uint32_t endian;
  std::uint32_t version;
  std::uint32_t first_chunk;
  std::uint32_t flags;
  std::uint64_t pid;
  std::uint64_t dropped;
  std::uint64_t is_finished;
  empty_region_ticks empty_regions;
  std::uint64_t latest_index;
};
static_assert(sizeof(file_header) == 72);

enum class chunk_kind : std::uint64_t { definitions = 1, events = 2, index = 3 };

struct chunk_header {
  char magic[8];
  std::uint64_t size;
  std::uint64_t serial;
  chunk_kind kind;
};
static_assert(sizeof(chunk_header) == 32);

enum class kind : std::uint8_t {
  none = 0,
  region_enter = 0x01,
  region_leave = 0x02,
  wait_enter = 0x03,
  wait_leave = 0x04,
  time = 0x40,
  data_signed = 0x41,
  data_unsigned = 0x42,
  data_floating = 0x43,
  task_begin = 0x44,
  task_end = 0x45,
  task_run = 0x46,
  task_pause = 0x47,
  task = 0x48,
  state = 0x80,
  event = 0x81,
  process = 0x82,
  schema = 0x83,
  site = 0x84,
  clock = 0x85,
  index = 0x86
};
inline constexpr std::uint8_t first_of_two_words = 0x40;
inline constexpr std::uint8_t first_sized = 0x80;

inline constexpr std::uint32_t largest_number = (1u << 24) - 1;
inline constexpr std::uint32_t lasting_event_flag = 1;
inline constexpr std::uint32_t absent_text = 0xffffffff;

/// The first word of a record of one or two words.
constexpr std::uint64_t short_head(kind what, std::uint32_t number, std::uint64_t time) noexcept {
  return static_cast<std::uint64_t>(what) | std::uint64_t{number} << 8 | time << 32;
}
/// The first word of a record of several words.
constexpr std::uint64_t long_head(kind what, std::size_t words, std::uint32_t number) noexcept {
  return static_cast<std::uint64_t>(what) | std::uint64_t{words} << 8 | std::uint64_t{number} << 32;
}

constexpr kind kind_of(std::uint64_t head) noexcept { return static_cast<kind>(head & 0xff); }
constexpr std::uint32_t middle_of(std::uint64_t head) noexcept {
  return static_cast<std::uint32_t>(head >> 8) & largest_number;
}
constexpr std::uint32_t upper_of(std::uint64_t head) noexcept {
  return static_cast<std::uint32_t>(head >> 32);
}
/// The size of a record in words.
constexpr std::size_t words_of(std::uint64_t head) noexcept {
  std::uint8_t const what = static_cast<std::uint8_t>(head & 0xff);
  return what < first_of_two_words ? 1 : what < first_sized ? 2 : middle_of(head);
}

/// The head of an event's record: it stands between the first word and the texts and members.
struct event_head {
  std::int64_t ticks;
  std::int64_t t_abs;
  std::int64_t wall;
  std::uint32_t line;
  std::int32_t open_regions;
  std::int32_t repo;
  std::uint32_t flags;
};
static_assert(sizeof(event_head) == 40);

/// The head of an index: it stands between the first word and the offsets of chunks of events.
struct index_head {
  std::int64_t ticks;
  std::uint64_t before;
  std::uint64_t definition_chunks;
  std::uint64_t definitions;
};
static_assert(sizeof(index_head) == 32);

/// Tells a whole index from a damaged one: begin with 0, and go on with each word.
constexpr std::uint64_t index_sum(std::uint64_t sum, std::uint64_t next) noexcept {
  return (sum ^ next) * 0x9e3779b97f4a7c15;
}

}}}}}  // namespace trace2::v0::detail::recording::layout

namespace trace2 { inline namespace v0 {

/// The names of this header, for programs that handle the bytes of a recording themselves.
namespace recording_layout = detail::recording::layout;

}}  // namespace trace2::v0
