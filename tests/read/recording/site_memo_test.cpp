#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/site_memo.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <string_view>

#include "support/catch.hpp"

namespace site_memo_test {

using trace2::read::recording::dictionary;
using trace2::read::recording::site_memo;
namespace recording = trace2::detail::recording;

namespace {

void add_site(dictionary& words, std::uint32_t number, std::string_view label) {
  trace2::buffer room;
  recording::record_writer record{room, recording::kind::site};
  record.put(std::uint32_t{1});
  record.put_text("file.cpp");
  record.put_text("category");
  record.put_text(label);
  trace2::read::recording::record_walk walk{record.finish(number)};
  REQUIRE(walk.next());
  REQUIRE(words.add(walk));
}

}  // namespace

TEST_CASE("sites are those of the dictionary, however many there are", "[read]") {
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
  for (std::uint32_t number = 1; number < 100; ++number) add_site(words, number, "label");
  site_memo sites{words};
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t number = 1; number < 100; ++number)
      CHECK(sites.find(number) == words.find_site(number));
}

TEST_CASE("a site that is defined late is found then", "[read]") {
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
  site_memo sites{words};
  CHECK(sites.find(7) == nullptr);
  add_site(words, 7, "late");
  REQUIRE(sites.find(7) != nullptr);
  CHECK(sites.find(7)->label == "late");
}

}  // namespace site_memo_test
