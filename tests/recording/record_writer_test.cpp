#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace record_writer_test {

using namespace trace2::detail::recording;
using trace2::buffer;

TEST_CASE("a record is filled up to a word, and its first word knows its size") {
  buffer room;
  record_writer record{room, kind::site};
  record.put(std::uint32_t{5});
  record.put_text("abc");
  std::string_view const bytes = record.finish(9);
  REQUIRE(bytes.size() == 24);
  CHECK(head_of(bytes) == long_head(kind::site, 3, 9));
  std::uint32_t const numbers[] = {5, 3};
  CHECK(std::memcmp(bytes.data() + 8, numbers, sizeof numbers) == 0);
  CHECK(bytes.substr(16) == std::string_view{"abc\0\0\0\0\0", 8});
}

TEST_CASE("an absent text is not an empty one") {
  buffer room;
  record_writer record{room, kind::site};
  record.put_text({});
  record.put_text("");
  CHECK(record.finish(0).substr(8) == std::string_view{"\xff\xff\xff\xff\0\0\0\0", 8});
}

TEST_CASE("a record that no chunk would have room for is none") {
  buffer room;
  record_writer record{room, kind::event};
  record.put_text(std::string(largest_chunk, 'x'));
  CHECK(record.finish(1).empty());
}

TEST_CASE("a record that its memory has no room for is none") {
  char memory[32];
  buffer room{memory, sizeof memory};
  record_writer record{room, kind::event};
  record.put_text("more than there is room for");
  CHECK(record.finish(1).empty());
}

TEST_CASE("what no ring may forget is marked") {
  buffer room;
  for (std::uint32_t const flags : {0u, lasting_event_flag}) {
    record_writer record{room, kind::event};
    for (int i = 0; i < 4; ++i) record.put(std::uint64_t{0});
    record.put(std::uint32_t{0});
    record.put(flags);
    CHECK(is_lasting_event(record.finish(1)) == (flags != 0));
  }
  CHECK_FALSE(is_lasting_event("short"));
}

TEST_CASE("a stored record is complete before its first word") {
  buffer room;
  record_writer record{room, kind::time};
  record.put(std::uint64_t{7});
  std::uint64_t place[2] = {};
  store_record(place, record.finish(0));
  CHECK(place[0] == long_head(kind::time, 2, 0));
  CHECK(place[1] == 7);
}

}  // namespace record_writer_test
