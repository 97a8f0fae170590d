#include <trace2/export/comparison_text.hpp>
#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace comparison_text_test {

namespace exporter = trace2::exporter;

namespace {

exporter::comparison some() {
  exporter::comparison all;
  all.before = {.ended = 10, .unfinished = 1};
  all.after.ended = 12;
  all.tested = 2;
  all.claims = 1;
  all.rows = {
      {.kind = "command",
       .command = "git gc",
       .before = {.n = 10, .median = 0.0125},
       .after = {.n = 12, .median = 0.0135},
       .change = 0.08,
       .change_low = 0.052,
       .change_high = 0.114,
       .p = 0.002,
       .corrected_p = 0.004,
       .verdict = "slower"},
      {.kind = "region",
       .command = "git gc",
       .path = {"c/outer", "c/inner"},
       .before = {.n = 1, .median = 2},
       .after = {.n = 1, .median = 1},
       .change = -0.5,
       .verdict = "too few"},
      {.kind = "counter",
       .command = "git gc",
       .path = {"c/n"},
       .before = {.n = 9, .median = 2.5},
       .after = {.n = 9, .median = 50},
       .change = 19,
       .change_low = -0.1,
       .change_high = 20,
       .p = 0.5,
       .verdict = "none"},
      {.kind = "command", .command = "git log", .after = {.n = 3, .median = 1}, .verdict = "new"},
      {.kind = "region",
       .command = "git log",
       .path = {"c/a"},
       .after = {.n = 3, .median = 1},
       .verdict = "new"},
      {.kind = "timer",
       .command = "git gc",
       .path = {"c/t\x1b"},
       .before = {.n = 3, .median = 1},
       .verdict = "gone"}};
  return all;
}

std::string text_of(exporter::comparison const& all, std::size_t width) {
  trace2::memory_sink sink;
  exporter::comparison_text{sink, 25, {}, width}.write(all);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("a comparison says its method, and shows a table of each kind", "[export]") {
  CHECK(text_of(some(), 200) ==
        "10 runs before, 12 after; 1 of 2 tested rows has changed\n"
        "Not compared: 1 unfinished process\n"
        "interval: 95 % of the change, by the ratios of all pairs (Hodges, Lehmann 1963)\n"
        "claim: Mann-Whitney U test (1947), 5 % for all rows (Benjamini, Hochberg 1995)\n"
        "       ~: may be chance; few: too few values for a claim\n"
        "\n"
        "Commands\n"
        "     before      after  change    interval   claim      p      n  command\n"
        "  12.500 ms  13.500 ms   +8.0%  +5.2..+11%  slower  0.002  10/12  git gc\n"
        "\n"
        "Regions\n"
        "      before       after  change  claim  n  region < around it < command\n"
        "  2.000000 s  1.000000 s  -50.0%    few  1  c/inner < c/outer < git gc\n"
        "\n"
        "Counters\n"
        "  before  after  change   interval  claim      p  n  counter < command\n"
        "     2.5     50     x20  -10%..x21      ~  0.500  9  c/n < git gc\n"
        "\n"
        "New\n"
        "      median  n     kind  name < around it < command\n"
        "  1.000000 s  3  command  git log\n"
        "\n"
        "Gone\n"
        "      median  n   kind  name < around it < command\n"
        "  1.000000 s  3  timer  c/t\\x1b < git gc\n");
}

TEST_CASE("lines fit a terminal of 80 columns", "[export]") {
  exporter::comparison all = some();
  all.rows[0].command = std::string(100, 'x');
  all.rows[0].change_high = 5000;
  std::string const text = text_of(all, 80);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text.find('\n', at);
    CAPTURE(text.substr(at, end - at));
    CHECK(exporter::width_of(std::string_view{text}.substr(at, end - at)) <= 80);
    at = end + 1;
  }
}

TEST_CASE("without values for a claim the text says so", "[export]") {
  exporter::comparison all = some();
  all.tested = 0;
  for (auto& row : all.rows) {
    row.p.reset();
    row.verdict = "too few";
  }
  CHECK(text_of(all, 80).starts_with("10 runs before, 12 after; too few for any claim\n"));
  all.rows[0].verdict = "same";
  CHECK(text_of(all, 80).starts_with(
      "10 runs before, 12 after; no change, for all values are equal or too few\n"));
}

TEST_CASE("a probability is never shown as 0", "[export]") {
  exporter::comparison all = some();
  all.rows[0].p = 0.00099;
  CHECK(text_of(all, 200).find("slower  <0.001  10/12") != std::string::npos);
}

TEST_CASE("changes are short", "[export]") {
  CHECK(exporter::shown_change(0) == "+0.0%");
  CHECK(exporter::shown_change(0.0812) == "+8.1%");
  CHECK(exporter::shown_change(-0.123) == "-12.3%");
  CHECK(exporter::shown_change(-0.123, false) == "-12%");
  CHECK(exporter::shown_change(2.5) == "+250%");
  CHECK(exporter::shown_change(11) == "x12");
  CHECK(exporter::shown_change(1e6) == "x1e+06");
}

TEST_CASE("timers are shown finer than a microsecond where they are", "[export]") {
  exporter::comparison all;
  all.rows = {{.kind = "timer",
               .command = "git gc",
               .path = {"c/t median"},
               .before = {.n = 3, .median = 0.0000025},
               .after = {.n = 3, .median = 0.000000075},
               .verdict = "too few"}};
  std::string const text = text_of(all, 200);
  CHECK(text.find("2.500 us  0.075 us") != std::string::npos);
}

}  // namespace comparison_text_test
