#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace buffer_test {

using trace2::basic_buffer;
using trace2::buffer;

TEST_CASE("a new buffer is empty and owns nothing") {
  buffer const text;
  CHECK(text.empty());
  CHECK(text.size() == 0);
  CHECK(text.capacity() == 0);
  CHECK(text.view() == "");
  CHECK_FALSE(text.failed());
}

TEST_CASE("a buffer keeps what is appended, in order") {
  buffer text;
  text.append("ab");
  text.append("");
  text.append('c');
  text.append(std::string_view{});
  text.fill(3, '.');
  text.fill(0, '!');
  CHECK(text.view() == "abc...");
  CHECK(text.back() == '.');
  CHECK(text[2] == 'c');
}

TEST_CASE("a buffer keeps its content while it grows") {
  buffer text;
  std::string expected;
  for (int i = 0; i < 20'000; ++i) {
    text.append(static_cast<char>('a' + i % 26));
    expected += static_cast<char>('a' + i % 26);
  }
  CHECK(text.view() == expected);
}

TEST_CASE("a buffer that is cleared keeps its memory") {
  buffer text;
  text.fill(5000, 'x');
  std::size_t const capacity = text.capacity();
  text.clear();
  CHECK(text.empty());
  CHECK(text.capacity() == capacity);
}

TEST_CASE("a buffer can be cut but not lengthened by a cut") {
  buffer text;
  text.append("abcdef");
  text.truncate(10);
  CHECK(text.view() == "abcdef");
  text.truncate(3);
  CHECK(text.view() == "abc");
  text.pop_back();
  CHECK(text.view() == "ab");
}

TEST_CASE("bytes stored behind the end count once they are committed") {
  buffer text;
  text.append("a");
  REQUIRE(text.reserve(2));
  text.end()[0] = 'b';
  text.end()[1] = 'c';
  CHECK(text.view() == "a");
  text.commit(2);
  CHECK(text.view() == "abc");
}

TEST_CASE("a buffer as C string is terminated behind its end") {
  buffer text;
  CHECK(text.c_str() == std::string_view{});
  text.append("abc");
  CHECK(text.c_str() == std::string_view{"abc"});
  CHECK(text.size() == 3);
}

TEST_CASE("a buffer that isn't whole is no C string", "[R-LIM-05]") {
  char room[4];
  buffer text{room, sizeof room};
  text.append("abcde");
  CHECK(text.c_str() == nullptr);
  text.clear();
  text.append("abc");
  CHECK(text.c_str() == std::string_view{"abc"});
  text.fail();
  CHECK(text.c_str() == nullptr);
}

TEST_CASE("when memory runs out errno stays", "[R-LIM-05]") {
  basic_buffer<long> numbers;
  errno = 4711;
  // Half of an address space of 32 bits may be there.
  bool const is_there = numbers.reserve(static_cast<std::size_t>(-1) / 2 / sizeof(long));
  CHECK((sizeof(long) == 4 || !is_there));
  CHECK(errno == 4711);
  CHECK(numbers.failed() != is_there);
}

TEST_CASE("when memory runs out an item is missing, and the buffer tells", "[R-LIM-05]") {
  basic_buffer<std::uint64_t> numbers;
  numbers.push_back(1);
  CHECK_FALSE(numbers.reserve(std::numeric_limits<std::size_t>::max() / 16));
  CHECK(numbers.failed());
  numbers.fill(std::numeric_limits<std::size_t>::max() / 16, 2);
  CHECK(numbers.size() == 1);
  CHECK(numbers[0] == 1);
  numbers.clear();
  CHECK_FALSE(numbers.failed());
}

TEST_CASE("a buffer on the caller's memory never takes more than that") {
  char room[4];
  buffer text{room, sizeof room};
  text.append("abc");
  CHECK(text.data() == room);
  text.append("de");
  CHECK(text.view() == "abc");
  CHECK(text.failed());
  text.clear();
  text.append("defg");
  CHECK(text.view() == "defg");
  CHECK_FALSE(text.failed());
}

TEST_CASE("integers of any size are written in full") {
  buffer text;
  text.append_decimal(std::numeric_limits<std::int64_t>::min());
  text.append(' ');
  text.append_decimal(std::numeric_limits<std::uint64_t>::max());
  text.append(' ');
  text.append_decimal(-0);
  CHECK(text.view() == "-9223372036854775808 18446744073709551615 0");
}

}  // namespace buffer_test
