#include <trace2/read/recording/chunk_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace chunk_search_test {

namespace recording = trace2::read::recording;
namespace layout = trace2::detail::recording;

namespace {

constexpr std::size_t page = layout::granule;

/// A file in memory whose writer does something between two readings.
struct scripted_medium {
  std::string bytes;
  std::function<void(scripted_medium& self, std::uint64_t offset)> before_reading{};
  mutable std::size_t readings = 0;

  void publish(std::size_t at, std::size_t size, std::uint64_t serial) {
    layout::chunk_header const head{{}, size, serial, layout::chunk_kind::events};
    if (bytes.size() < at + size) bytes.resize(at + size);
    std::memcpy(&bytes[at], &head, sizeof head);
    std::memcpy(&bytes[at], layout::chunk_magic, sizeof layout::chunk_magic);
  }
  /// Fills a place with records, which begin with no magic.
  void fill(std::size_t at, std::size_t size) { std::fill_n(&bytes[at], size, '\x01'); }

  std::size_t read_at(std::uint64_t offset, char* room, std::size_t size) const {
    ++readings;
    if (before_reading) before_reading(const_cast<scripted_medium&>(*this), offset);
    return offset < bytes.size() ? bytes.copy(room, size, offset) : 0;
  }
  std::uint64_t size() const { return bytes.size(); }
  std::uint64_t next_data(std::uint64_t at, std::uint64_t) const { return at; }
};

struct found {
  std::vector<std::uint64_t> serials{};
  std::uint64_t damages = 0;

  explicit found(scripted_medium const& in) {
    recording::chunk_search search{in};
    search.run(page);
    for (auto const& chunk : search.chunks()) serials.push_back(chunk.serial);
    damages = search.damages();
  }
};

using serials = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("chunks follow each other") {
  scripted_medium medium;
  medium.publish(page, page, 1);
  medium.publish(2 * page, 3 * page, 2);
  medium.fill(2 * page + 32, 3 * page - 32);
  medium.publish(5 * page, page, 3);
  found const all{medium};
  CHECK(all.serials == serials{1, 2, 3});
  CHECK(all.damages == 0);
}

TEST_CASE("what lies behind a blank head is found") {
  scripted_medium medium;
  medium.publish(page, page, 1);
  medium.publish(6 * page, page, 3);
  found const all{medium};
  CHECK(all.serials == serials{1, 3});
  CHECK(all.damages == 0);
}

TEST_CASE("a chunk that is published and filled during the search is no damage") {
  scripted_medium medium;
  medium.publish(page, page, 1);
  medium.bytes.resize(8 * page);
  medium.publish(8 * page, page, 3);
  medium.before_reading = [](scripted_medium& self, std::uint64_t offset) {
    if (offset != 4 * page) return;
    self.publish(2 * page, 6 * page, 2);
    self.fill(2 * page + 32, 6 * page - 32);
  };
  found const all{medium};
  CHECK(all.serials == serials{1, 2, 3});
  CHECK(all.damages == 0);
}

TEST_CASE("a chunk behind a blank head waits for the one that was published meanwhile") {
  scripted_medium medium;
  medium.bytes.resize(4 * page);
  medium.publish(4 * page, page, 2);
  medium.before_reading = [](scripted_medium& self, std::uint64_t offset) {
    if (offset == 4 * page) self.publish(page, 3 * page, 1);
  };
  found const all{medium};
  CHECK(all.serials == serials{1, 2});
  CHECK(all.damages == 0);
}

TEST_CASE("a head that changes all the time does not keep the search busy for ever") {
  scripted_medium medium;
  medium.bytes.resize(64 * page, '\0');
  medium.before_reading = [](scripted_medium& self, std::uint64_t) {
    for (std::size_t at = page; at < 64 * page; at += page)
      if (self.readings % 2 == 0)
        self.publish(at, page, at);
      else
        std::memset(&self.bytes[at], 0, sizeof(layout::chunk_header));
  };
  found const all{medium};
  CHECK(medium.readings < 1'000);
}

TEST_CASE("bytes that are neither blank nor a head are one damage up to the next chunk") {
  scripted_medium medium;
  medium.publish(page, page, 1);
  medium.bytes.resize(8 * page);
  medium.fill(2 * page, 2 * page);
  medium.publish(6 * page, page, 2);
  found const all{medium};
  CHECK(all.serials == serials{1, 2});
  CHECK(all.damages == 1);
}

TEST_CASE("a chunk that the file cuts is kept as far as it goes") {
  scripted_medium medium;
  medium.publish(page, 4 * page, 1);
  medium.bytes.resize(3 * page);
  recording::chunk_search search{medium};
  search.run(page);
  REQUIRE(search.chunks().size() == 1);
  CHECK(search.chunks()[0].size == 2 * page);
  CHECK(search.damages() == 1);
}

}  // namespace chunk_search_test
