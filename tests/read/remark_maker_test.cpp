#include <trace2/read/remark_maker.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace remark_maker_test {

namespace tr = trace2::read;

namespace {

constexpr std::int64_t second = 1'000'000'000;

struct listener final : tr::tracker_visitor {
  void remarked(tr::traced_process&, tr::remark const& told) override { all.push_back(told); }
  std::vector<tr::remark> all;
};

}  // namespace

TEST_CASE("several processes tell of one setting of the clock, which is remarked once", "[read]") {
  listener heard;
  tr::remark_maker maker{heard};
  tr::traced_process process;
  process.sid = "a";
  process.exe = "git";
  maker.make_of_clock(process, {});
  CHECK(heard.all.empty());
  maker.make_of_clock(
      process, {.size = ns(5 * second), .since = moment_ns(0), .until = moment_ns(9 * second)});
  maker.make_of_clock(
      process,
      {.size = ns(5 * second), .since = moment_ns(8 * second), .until = moment_ns(10 * second)});
  REQUIRE(heard.all.size() == 1);
  CHECK(heard.all[0].kind == tr::remark_kind::clock_set);
  CHECK(heard.all[0].process == "git");
  CHECK(heard.all[0].text.starts_with("the clock was set by +5 s at or before 1970-01-01 "));
  maker.make_of_clock(
      process,
      {.size = ns(-5 * second), .since = moment_ns(8 * second), .until = moment_ns(10 * second)});
  CHECK(heard.all.size() == 2);
}

TEST_CASE("a number out of range is remarked with its event and name", "[read]") {
  listener heard;
  tr::remark_maker maker{heard};
  tr::traced_process process;
  process.sid = "a";
  process.exe = "git";
  maker.make_of_number(process, "counter", "count");
  CHECK(heard.all.empty());
  maker.make_counted(process);
  REQUIRE(heard.all.size() == 1);
  CHECK(heard.all[0].kind == tr::remark_kind::number_out_of_range);
  CHECK(heard.all[0].sid == "a");
  CHECK(heard.all[0].line() ==
        "git: counter: the number 'count' is beyond the range of the reader, and was cut");
}

TEST_CASE("numbers out of range of one process, event and member share a remark", "[read]") {
  listener heard;
  tr::remark_maker maker{heard};
  tr::traced_process process;
  tr::traced_process other;
  other.number = 1;
  for (int i = 0; i < 1'000; ++i) maker.make_of_number(process, "counter", "count");
  maker.make_of_number(process, "counter", "nesting");
  maker.make_of_number(other, "counter", "count");
  maker.make_counted(process);
  REQUIRE(heard.all.size() == 2);
  CHECK(heard.all[0].count == 1'000);
  CHECK(heard.all[0].text.ends_with("and was cut (1000 times)"));
  CHECK(heard.all[1].count == 1);
  maker.make_counted(other);
  CHECK(heard.all.size() == 3);
  maker.make_counted(process);
  CHECK(heard.all.size() == 3);
}

TEST_CASE("very many kinds of counted remarks take bounded memory", "[read]") {
  listener heard;
  tr::remark_maker maker{heard};
  tr::traced_process process;
  for (std::size_t i = 0; i < tr::remark_list::most + 7; ++i)
    maker.count(process, tr::remark_kind::unmatched_end, "region " + std::to_string(i), "ended");
  CHECK(heard.all.size() == 7);
  maker.make_counted(process);
  CHECK(heard.all.size() == tr::remark_list::most + 7);
  CHECK(maker.all().left_out() == 7);
}

}  // namespace remark_maker_test
