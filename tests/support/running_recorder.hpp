// The recorder of the process without a session, and a look at what it has stored.
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/short_record.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include <sys/mman.h>
#include <unistd.h>

namespace support {

using namespace trace2::detail;
using namespace trace2::detail::recording;
using trace2::buffer;

/// The recorder of the process as long as the object lives, and the contents of its file.
struct running_recorder {
  explicit running_recorder(recording_mode mode = recording_mode::grow,
                            std::uint64_t size = 1 << 20) {
    trace2::detail::start_clock();
    descriptor = ::memfd_create("recorder_test", MFD_CLOEXEC);
    REQUIRE(content->open(descriptor, {mode, size}, "SID", "/program", 1) == 0);
    this_cursor.regions = &regions;
    this_cursor.name = "main";
    regions.enter(trace2::detail::clock::now());
    recorder::set_alone(true);
  }
  ~running_recorder() {
    recorder::set_alone(false);
    recorder::leave(this_cursor);
    this_cursor.regions = cursor{}.regions;
    content->close();
  }

  std::vector<std::uint64_t> words() const { return words_in(descriptor); }
  static std::vector<std::uint64_t> words_in(int descriptor) {
    auto const size = static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END));
    std::vector<std::uint64_t> found(size / word);
    REQUIRE(::pread(descriptor, found.data(), size, 0) == static_cast<ssize_t>(size));
    return found;
  }
  /// Where chunks of events begin.
  static std::vector<std::size_t> chunks(std::vector<std::uint64_t> const& words) {
    std::vector<std::size_t> found;
    for (std::size_t at = header_size / word; at < words.size(); at += words[at + 1] / word)
      if (words[at + 3] == static_cast<std::uint64_t>(chunk_kind::events)) found.push_back(at);
    return found;
  }
  std::size_t chunks() const { return chunks(words()).size(); }

  /// Number of definitions that have the site's number.
  std::size_t sites(static_site const& site) const {
    auto const all = words();
    std::size_t count = 0;
    for (std::size_t at = header_size / word; at < all.size(); at += all[at + 1] / word) {
      if (all[at + 3] != static_cast<std::uint64_t>(chunk_kind::definitions)) continue;
      std::size_t const end = at + all[at + 1] / word;
      for (std::size_t i = at + 4; i < end && all[i] != 0; i += words_of(all[i]))
        count += kind_of(all[i]) == kind::site && upper_of(all[i]) == site.number.load_relaxed();
    }
    return count;
  }

  /// All first words of the records of chunks of events, in their order.
  std::vector<std::uint64_t> heads() const {
    auto const all = words();
    std::vector<std::uint64_t> found;
    for (std::size_t const at : chunks(all)) {
      std::size_t const end = at + all[at + 1] / word;
      for (std::size_t i = at + 4; i < end && all[i] != 0; i += words_of(all[i]))
        found.push_back(all[i]);
    }
    return found;
  }
  /// Those of events; the others tell whose and when, as often as that needs to be said.
  std::vector<kind> kinds() const {
    std::vector<kind> found;
    for (std::uint64_t const head : heads())
      if (kind_of(head) != kind::time && kind_of(head) < kind::state)
        found.push_back(kind_of(head));
    return found;
  }

  /// A number that was recorded, and when.
  struct number {
    std::uint32_t site;
    std::int64_t value;
    std::int64_t ticks;
  };
  /// All numbers in the order of the chunks.
  std::vector<number> numbers() const {
    auto const all = words();
    std::vector<number> found;
    for (std::size_t const at : chunks(all)) {
      std::size_t const end = at + all[at + 1] / word;
      std::int64_t anchor = 0;
      for (std::size_t i = at + 4; i < end && all[i] != 0; i += words_of(all[i])) {
        if (kind_of(all[i]) == kind::state || kind_of(all[i]) == kind::time)
          anchor = static_cast<std::int64_t>(all[i + 1]);
        if (kind_of(all[i]) == kind::data_signed)
          found.push_back({middle_of(all[i]), static_cast<std::int64_t>(all[i + 1]),
                           anchor + upper_of(all[i])});
      }
    }
    return found;
  }

  // A recorder lives as long as the process.
  recorder* content = leaked<recorder>::make();
  int descriptor = -1;
  region_stack regions;
};

/// A record of about that many bytes.
inline std::string record_of(std::size_t size) {
  buffer room;
  record_writer record{room, kind::event};
  record.put_bytes(std::string(size, '\x81'));
  return std::string{record.finish(1)};
}

/// Stores a number. Which way that goes is a matter of when the system lets the test run: both
/// refuse when the clock wants to be looked after.
template <class Number>
bool stores(static_site& site, Number value) {
  constexpr int tries = 10;
  for (int i = 0; i < tries; ++i)
    if (short_record::data(site, value) || short_record::data_slowly(site, value)) return true;
  return false;
}

}  // namespace support
