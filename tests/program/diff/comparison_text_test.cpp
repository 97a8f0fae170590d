#include "diff/comparison_text.hpp"

#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace comparison_text_test {

namespace program = trace2::program;

namespace {

program::comparison some() {
  program::comparison all;
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

std::string text_of(program::comparison const& all, std::size_t width, bool shows_tests = false) {
  trace2::memory_sink sink;
  program::comparison_text{sink, 25, {}, width, shows_tests}.write(all);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("a comparison leads with a sentence, and says where the difference arises", "[export]") {
  program::comparison all = some();
  all.rows.insert(all.rows.begin() + 1, {.kind = "region",
                                         .command = "git gc",
                                         .path = {"c/l"},
                                         .before = {.n = 10, .median = 0.002},
                                         .after = {.n = 12, .median = 0.0029},
                                         .change = 0.45,
                                         .p = 0.001,
                                         .corrected_p = 0.003,
                                         .verdict = "slower"});
  CHECK(text_of(all, 80) ==
        "git gc is slower: 12.5 \u2192 13.5 ms (+8.0 %, at least +5.2 %; 10 and 12 runs)\n"
        "Not compared: 1 unfinished command\n"
        "\n"
        "Where it arises\n"
        "  difference    before     after  change  region < around it < command\n"
        "   +0.900 ms  2.000 ms  2.900 ms  +45.0%  c/l < git gc\n"
        "\n"
        "New\n"
        "      median  n     kind  name < around it < command\n"
        "  1.000000 s  3  command  git log\n"
        "\n"
        "Gone\n"
        "      median  n   kind  name < around it < command\n"
        "  1.000000 s  3  timer  c/t\\x1b < git gc\n"
        "\n"
        "--stat shows all rows, with intervals and tests: 1 of 2 tested rows has changed\n");
}

TEST_CASE("the sentence tells what is sure, and how it is known", "[export]") {
  program::comparison all;
  all.tested = 1;
  all.rows = {{.kind = "command",
               .command = "git status",
               .before = {.n = 12, .median = 0.00159},
               .after = {.n = 12, .median = 0.00194},
               .change = 0.22,
               .change_low = 0.18,
               .change_high = 0.25,
               .p = 0.001,
               .verdict = "slower"}};
  auto& row = all.rows[0];
  auto const sentence = [&] { return text_of(all, 80).substr(0, text_of(all, 80).find('\n')); };
  CHECK(sentence() ==
        "git status is slower: 1.59 \u2192 1.94 ms (+22 %, at least +18 %; 12 runs each)");
  row.verdict = "faster";
  row.change = -0.2;
  row.change_low = -0.25;
  row.change_high = -0.12;
  row.after.median = 0.00127;
  CHECK(sentence() ==
        "git status is faster: 1.59 \u2192 1.27 ms (-20 %, at least -12 %; 12 runs each)");
  row.verdict = "none";
  row.change = 0.002;
  row.after.median = 0.001593;
  CHECK(sentence() == "git status: no sure change, 1.590 \u2192 1.593 ms (+0.2 %; 12 runs each)");
  row.verdict = "too few";
  row.p.reset();
  row.before.n = row.after.n = 1;
  CHECK(sentence() ==
        "git status: 1.590 \u2192 1.593 ms (+0.2 %; 1 run each: too few to be sure, 4 can be)");
  row.after.median = row.before.median;
  row.change = 0;
  row.verdict = "same";
  CHECK(sentence() == "git status: no sure change, 1.590 ms (0.0 %; 1 run each)");
}

TEST_CASE("of several commands the sentence is about the one that changed most", "[export]") {
  program::comparison all = some();
  all.rows.insert(all.rows.begin() + 1, {.kind = "command",
                                         .command = "git add",
                                         .before = {.n = 9, .median = 1},
                                         .after = {.n = 9, .median = 1.01},
                                         .change = 0.01,
                                         .p = 0.7,
                                         .verdict = "none"});
  std::string const text = text_of(all, 200);
  CHECK(text.starts_with("git gc is slower: "));
  auto const counts = [&](std::string_view line) {
    return text_of(all, 200).find(line) != std::string::npos;
  };
  CHECK(text.find("\nCommands by name\n") != std::string::npos);
  all.before = {.ended = 19, .unfinished = 1};
  all.after = {.ended = 21};
  CHECK(counts("\n20 and 21 commands: 1 of 2 names has changed\n"));
  all.is_of_summaries = true;
  CHECK(counts("\n1 of 2 names has changed\n"));
  all.is_of_summaries = false;
  all.after = all.before;
  for (auto& row : all.rows) {
    row.p.reset();
    row.verdict = "too few";
  }
  CHECK(counts("\n20 commands each, of 2 names\n"));
}

TEST_CASE("groups of one input are named behind the sentence", "[export]") {
  program::comparison all = some();
  all.by = {.datum = "cache/result",
            .before = {"direct_cache_hit", 412},
            .after = {std::string(100, 'x') + "\n", 1},
            .values = 2};
  std::string const text = text_of(all, 80);
  CHECK(text.find(")\nbefore: cache/result = direct_cache_hit (412 commands)\n"
                  "after:  cache/result = x") != std::string::npos);
  CHECK(text.find("\u2026 (1 command)\n") != std::string::npos);
  CHECK(text.find("most frequent") == std::string::npos);
  all.by->values = 4;
  all.by->others = 12;
  CHECK(text_of(all, 80).find("\nthe two most frequent of 4 values; 12 commands have others\n") !=
        std::string::npos);
}

TEST_CASE("the tests have names, and all rows are shown, where both are wanted", "[export]") {
  CHECK(text_of(some(), 200, true) ==
        "git gc is slower: 12.5 \u2192 13.5 ms (+8.0 %, at least +5.2 %; 10 and 12 runs)\n"
        "Not compared: 1 unfinished command\n"
        "interval: 95 % of the change, by the ratios of all pairs (Hodges, Lehmann 1963)\n"
        "claim: Mann-Whitney U test (1947), 5 % for all rows (Benjamini, Hochberg 1995)\n"
        "       ~: may be chance; few: too few values for a claim\n"
        "\n"
        "Commands by name\n"
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
  program::comparison all = some();
  all.rows[0].command = std::string(100, 'x');
  all.rows[0].change_high = 5000;
  std::string const text = text_of(all, 80) + text_of(all, 80, true);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text.find('\n', at);
    CAPTURE(text.substr(at, end - at));
    CHECK(trace2::read::width_of(std::string_view{text}.substr(at, end - at)) <= 80);
    at = end + 1;
  }
}

TEST_CASE("without values for a claim the text says so", "[export]") {
  program::comparison all = some();
  all.tested = 0;
  for (auto& row : all.rows) {
    row.p.reset();
    row.verdict = "too few";
  }
  CHECK(text_of(all, 80).find(": too few for any claim\n") != std::string::npos);
  all.rows[0].verdict = "same";
  CHECK(text_of(all, 200).find(": no change, for all values are equal or too few\n") !=
        std::string::npos);
}

TEST_CASE("a probability is never shown as 0", "[export]") {
  program::comparison all = some();
  all.rows[0].p = 0.00099;
  CHECK(text_of(all, 200, true).find("slower  <0.001  10/12") != std::string::npos);
}

TEST_CASE("changes are short", "[export]") {
  CHECK(program::shown_change(0) == "0.0%");
  CHECK(program::shown_change(-0.0004) == "0.0%");
  CHECK(program::shown_change(-0.0006, false) == "-0.1%");
  CHECK(program::shown_change(0.0812) == "+8.1%");
  CHECK(program::shown_change(-0.123) == "-12.3%");
  CHECK(program::shown_change(-0.123, false) == "-12%");
  CHECK(program::shown_change(2.5) == "+250%");
  CHECK(program::shown_change(11) == "x12");
  CHECK(program::shown_change(1e6) == "x1e+06");
}

TEST_CASE("timers are shown finer than a microsecond where they are", "[export]") {
  program::comparison all;
  all.rows = {{.kind = "timer",
               .command = "git gc",
               .path = {"c/t median"},
               .before = {.n = 3, .median = 0.0000025},
               .after = {.n = 3, .median = 0.000000075},
               .verdict = "too few"}};
  std::string const text = text_of(all, 200, true);
  CHECK(text.find("2.500 us  0.075 us") != std::string::npos);
}

}  // namespace comparison_text_test
