#include "convert/chrome_marks.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace chrome_marks_test {

namespace {

/// Kind, category and name of each mark.
struct list : trace2::read::tracker_visitor {
  trace2::program::bounded_buffer arguments{};
  trace2::program::chrome_marks marks{arguments};
  std::string text{};

  void event(trace2::read::traced_event const& now) override {
    if (auto const made = marks.of(now))
      text.append(made->ph).append(" ").append(made->cat).append(" ").append(made->name) +=
          made->args ? " " + std::string{made->args->text} + "\n" : "\n";
  }
};

std::string marks_of(std::string_view event, std::string_view members) {
  list all;
  support::follow(support::event_line(event, "S", "main", "00:00:00", members), all);
  return all.text;
}

}  // namespace

TEST_CASE("data are counters if they are whole numbers, else instants", "[export]") {
  auto const data = [](std::string const& value) {
    return marks_of("data", R"(,"category":"c","key":"k","value":)" + value);
  };
  CHECK(data(R"("-5")") == "C c c/k {\"value\":-5}\n");
  CHECK(data(R"("5.5")") == "i c k {\"value\":\"5.5\"}\n");
  CHECK(data(R"("")") == "i c k {\"value\":\"\"}\n");
  CHECK(data(R"("-9007199254740992")") == "C c c/k {\"value\":-9007199254740992}\n");
  CHECK(data(R"("9007199254740993")") == "i c k {\"value\":\"9007199254740993\"}\n");
  CHECK(data(R"("99999999999999999999")") == "i c k {\"value\":\"99999999999999999999\"}\n");
}

TEST_CASE("a number of a recording is shown as that of a line", "[export]") {
  auto const data = [](trace2::data_value const& value) {
    trace2::read::traced_process process;
    trace2::read::traced_thread thread;
    trace2::read::occurrence what;
    what.event = trace2::event::data{.category = "c", .key = "k", .value = value};
    list all;
    all.event({process, thread, moment_ns(0), what});
    return all.text;
  };
  CHECK(data(-5) == "C c c/k {\"value\":-5}\n");
  CHECK(data(7.0) == "C c c/k {\"value\":7}\n");
  CHECK(data(5.5) == "i c k {\"value\":\"5.5\"}\n");
  CHECK(data(5u) == "C c c/k {\"value\":5}\n");
  CHECK(data(9'007'199'254'740'993) == "i c k {\"value\":\"9007199254740993\"}\n");
  CHECK(data(~std::uint64_t{0}) == "i c k {\"value\":\"18446744073709551615\"}\n");
  CHECK(data("99") == "C c c/k {\"value\":99}\n");
}

TEST_CASE("a timer has a mean", "[export]") {
  std::string const timer =
      R"(,"category":"c","name":"n","t_total":0.3,"t_min":0.1,"t_max":0.2,"intervals":)";
  CHECK(marks_of("timer", timer + "2").find("\"mean\":0.150000") != std::string::npos);
  CHECK(marks_of("timer", timer + "1000000").find("\"mean\":0.000000300,") != std::string::npos);
  CHECK(marks_of("timer", timer + "0").find("\"mean\":0.000000") != std::string::npos);
}

TEST_CASE("regions and children are no marks", "[export]") {
  CHECK(marks_of("region_enter", R"(,"nesting":1,"label":"l")") == "");
  CHECK(marks_of("child_start", R"(,"child_id":0,"argv":["a"])") == "");
}

}  // namespace chrome_marks_test
