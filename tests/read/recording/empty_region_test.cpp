#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/empty_region.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace empty_region_of_test {

namespace read = trace2::read;
namespace recording = trace2::detail::recording;

namespace {

/// What a reader finds in a header, where three ticks are two nanoseconds.
std::optional<read::empty_region> told_by(recording::empty_region_ticks const& ticks,
                                          bool with_clock = true) {
  support::temporary_directory const directory;
  std::string const path = directory / "recording";
  recording::file_header head{
      {}, recording::endian_mark, recording::version, 4096, 0, 1, 0, 1, ticks, 0};
  std::memcpy(head.magic, recording::file_magic, sizeof head.magic);
  std::string bytes(4096, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  directory.write("recording", bytes);

  read::memory_budget memory{1'000'000};
  read::recording::dictionary words{memory};
  trace2::buffer room;
  recording::record_writer record{room, recording::kind::clock};
  record.put(std::int64_t{0});
  record.put(std::int64_t{0});
  record.put(trace2::detail::tick_segment::unit * 2 / 3);
  record.put(std::int64_t{0});
  read::recording::record_walk walk{record.finish(0)};
  REQUIRE(walk.next());
  if (with_clock) REQUIRE(words.add(walk));
  read::recording::file file;
  REQUIRE(file.open(path.c_str()) == "");
  return read::recording::empty_region_of(file, words);
}

}  // namespace

TEST_CASE("a recording tells what an empty region takes, in nanoseconds", "[read]") {
  auto const told = told_by({1024 * 30, 1024 * 15});
  REQUIRE(told);
  CHECK(told->cost.in_nanoseconds() == ns(20));
  CHECK(told->length.in_nanoseconds() == ns(10));
}

TEST_CASE("older recordings don't tell what an empty region takes", "[read]") {
  CHECK_FALSE(told_by({0, 0}));
}

TEST_CASE("the first bytes of a recording don't tell how long a tick is", "[read]") {
  CHECK_FALSE(told_by({1024 * 30, 1024 * 15}, false));
}

TEST_CASE("absurd costs of an empty region are cut", "[read]") {
  auto const told = told_by({~std::uint64_t{0}, ~std::uint64_t{0}});
  REQUIRE(told);
  CHECK(told->cost.in_nanoseconds() < ns(10'000'000));
}

}  // namespace empty_region_of_test
