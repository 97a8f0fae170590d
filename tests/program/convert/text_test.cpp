#include "convert/text.hpp"

#include <trace2/detail/text/json_text.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/sink/memory.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/git_traces.hpp"
#include "support/temporary_directory.hpp"
#include "support/trace_log.hpp"
#include <time.h>

namespace text_test {

namespace program = trace2::program;
namespace format = trace2::format;

namespace {

template <class Format>
std::string converted(std::string trace,
                      trace2::format_settings const& settings =
                          program::text_writer<Format>::everything) {
  trace2::memory_sink sink;
  program::text_writer<Format> to{sink, settings};
  CHECK(support::follow(std::move(trace), to).empty());
  return std::string{sink.text()};
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size() - 1);
    lines.emplace_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// Git's targets read the clock each for itself, and name themselves as the place of some events.
std::string without_moment(std::string const& line) {
  static std::regex const time{R"(^\d\d:\d\d:\d\d\.\d{6} )"};
  static std::regex const own_place{R"(trace2/tr2_tgt_\w+\.c:\d+ *)"};
  return std::regex_replace(std::regex_replace(line, time, "T "), own_place, "OWN ");
}

/// An EVENT line carries the absolute time of these events only.
std::string without_uncarried_time(std::string const& line) {
  static std::regex const column{
      R"(^((?:T [^|]*\| )?d\d+ \| [^|]* \| ([a-z_]+) *\| [^|]* \| ) *\d+\.\d{6}( \| ))"};
  static std::set<std::string> const carried{"start", "exit",      "atexit", "signal",
                                             "data",  "data_json", "printf"};
  std::smatch match;
  if (!std::regex_search(line, match, column) || carried.contains(match[2])) return line;
  return match[1].str() + "#" + match[3].str() + match.suffix().str();
}

/// The zone in which a recording was made.
char const* zone_of(std::string const& path) {
  return path.ends_with("kolkata") ? "Asia/Kolkata" : "UTC";
}

/// Whether one thread of one process has written everything.
bool is_in_order(std::string const& events) {
  static std::regex const writer{R"("sid":"[^"]*","thread":"[^"]*")"};
  std::set<std::string> writers;
  for (std::sregex_iterator at{events.begin(), events.end(), writer}, end; at != end; ++at)
    writers.insert(at->str());
  return writers.size() == 1;
}

template <class Mask>
std::vector<std::string> masked(std::string const& text, bool is_in_order, Mask mask) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) line = mask(line);
  // Processes and threads write into each of the three files in an order of its own.
  if (!is_in_order) std::stable_sort(lines.begin(), lines.end());
  return lines;
}

/// Converts EVENT and compares the result with the file of that ending.
template <class Format, class Mask>
void check_round_trip(std::string const& path, char const* ending, Mask mask) {
  support::scoped_variable const zone{"TZ", zone_of(path)};
  ::tzset();
  INFO(path);
  std::string const events = support::content_of(path + ".event");
  bool const in_order = is_in_order(events);
  CHECK(masked(converted<Format>(events), in_order, mask) ==
        masked(support::content_of(path + ending), in_order, mask));
}

/// EVENT alone leaves out regions that are nested deeper than its limit (R-REG-02).
bool is_complete(std::string const& path) { return !path.ends_with("default-nesting"); }

}  // namespace

TEST_CASE("an exit code that is no int keeps its value in each format", "[export]") {
  std::string const begin = R"({"event":"exit","sid":"S","thread":"main","t_abs":1.0,"code":)";
  for (std::string_view const told : {"3221225477", R"("3221225477")"}) {
    std::string const trace = begin + std::string{told} + "}\n";
    std::string const event = converted<format::json>(trace);
    CHECK(event.find(R"("code":3221225477})") != event.npos);
    CHECK(converted<format::perf>(trace).find("code:3221225477\n") != std::string::npos);
    CHECK(converted<format::normal>(trace).find("code:3221225477\n") != std::string::npos);
  }
}

TEST_CASE("PERF made of Git's EVENT is Git's PERF", "[export][R-PRF-02][R-PRF-09][R-PRF-12]") {
  auto const mask = [](std::string const& line) {
    return without_uncarried_time(without_moment(line));
  };
  for (std::string const& path : support::git_traces())
    if (is_complete(path)) check_round_trip<format::perf>(path, ".perf", mask);
}

TEST_CASE("NORMAL made of Git's EVENT is Git's NORMAL", "[export][R-NRM-02][R-NRM-05]") {
  for (std::string const& path : support::git_traces())
    check_round_trip<format::normal>(path, ".normal", without_moment);
}

TEST_CASE("EVENT made of Git's EVENT is the same, and valid", "[export][R-EVT-02][R-EVT-05]") {
  for (std::string const& path : support::git_traces()) {
    std::string const original = support::content_of(path + ".event");
    std::vector<std::string> const before = lines_of(original);
    std::vector<std::string> const after = lines_of(converted<format::json>(original));
    INFO(path);
    REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      INFO(before[i]);
      if (trace2::detail::is_json(before[i])) CHECK(after[i] == before[i]);
      CHECK(trace2::detail::is_json(after[i]));
    }
  }
}

TEST_CASE("absolute times that EVENT does not carry are those since the process began",
          "[export]") {
  std::string const perf =
      converted<format::perf>(support::event_line("start", "S", "main", "00:00:00.500000",
                                                  R"(,"t_abs":0.25,"argv":["a"])") +
                              support::event_line("region_enter", "S", "main", "00:00:01.000000",
                                                  R"(,"nesting":1,"category":"c","label":"l")"));
  CHECK(perf.find("| region_enter |     |  0.750000 |           | c            | label:l\n") !=
        std::string::npos);
}

TEST_CASE("lines of several processes in turn have the names and depths of their own", "[export]") {
  auto const line = [](std::string_view sid, std::string_view thread) {
    return support::event_line("printf", sid, thread, "", R"(,"t_abs":0.000000,"msg":"m")");
  };
  std::string const trace =
      line("S", "main") + line("S/T", "th01:x") + line("S/\\\"U", "main") + line("S", "th01:x");
  CHECK(converted<format::json>(trace) == trace);
  std::string const perf = converted<format::perf>(trace);
  CHECK(perf.starts_with("d0 | main "));
  CHECK(perf.find("\nd1 | th01:x ") < perf.find("\nd1 | main "));
  CHECK(perf.find("\nd0 | th01:x ") != perf.npos);
}

TEST_CASE("events that nobody knows are shown where the format can", "[export]") {
  std::string const line =
      support::event_line("frobbed", "S/T", "main", "", R"(,"category":"c","what":"a b","n":[1])");
  CHECK(converted<format::json>(line) == line);
  CHECK(
      converted<format::perf>(line) ==
      "d1 | main                     | frobbed      |     |  0.000000 |           | c            | "
      "what:a b n:[1]\n");
  CHECK(converted<format::normal>(line).empty());
}

TEST_CASE("members that nobody knows are kept in EVENT", "[export]") {
  std::string const line = support::event_line("exit", "S", "main", "00:00:00.000000",
                                               R"(,"t_abs":1.000000,"code":0,"x":{"y":1})");
  CHECK(converted<format::json>(line) == line);
}

TEST_CASE("a region that only waits does so in PERF too, and in EVENT made of that", "[export]") {
  std::string const names = R"("nesting":1,"category":"c","label":"idle","waits":true)";
  std::string const event =
      support::event_line("region_enter", "S", "main", "00:00:00.000000", "," + names) +
      support::event_line("region_leave", "S", "main", "00:00:01.000000",
                          ",\"t_rel\":1.000000," + names);
  std::string const perf = converted<format::perf>(event, {.brief = true});
  CHECK(std::count(perf.begin(), perf.end(), '\n') == 2);
  CHECK(perf.find("region_enter") < perf.find("waits label:idle\n"));
  CHECK(perf.find("waits label:idle\n") != perf.rfind("waits label:idle\n"));
  CHECK(converted<format::json>(event) == event);
}

TEST_CASE("a place without a time is kept in EVENT", "[export]") {
  CHECK(converted<format::json>(
            R"({"event":"cmd_mode","sid":"S","thread":"main","file":"f.c","line":3,"name":"n"})"
            "\n") ==
        R"({"event":"cmd_mode","sid":"S","thread":"main","name":"n","file":"f.c","line":3})"
        "\n");
}

TEST_CASE("brief lines have no time and no place, also of events that nobody knows",
          "[export][R-EVT-03][R-EVT-04]") {
  std::string const trace =
      R"({"event":"cmd_name","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","file":"a.c","line":1,"name":"n","hierarchy":"n","x":1})"
      "\n"
      R"({"event":"frob","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","file":"a.c","line":2,"repo":3,"t_abs":1.5,"y":[2]})"
      "\n";
  CHECK(converted<format::json>(trace, {.brief = true, .nesting_limit = 9}) ==
        R"({"event":"cmd_name","sid":"S","thread":"main","name":"n","hierarchy":"n","x":1})"
        "\n"
        R"({"event":"frob","sid":"S","thread":"main","repo":3,"t_abs":1.5,"y":[2]})"
        "\n");
  CHECK(converted<format::normal>(trace, {.brief = true}) == "cmd_name n (n)\n");
}

TEST_CASE("EVENT shows regions to the depth that is asked for", "[export][R-REG-02]") {
  auto const line = [](std::string_view event, int nesting) {
    return R"({"event":")" + std::string{event} + R"(","sid":"S","thread":"main","nesting":)" +
           std::to_string(nesting) + R"(,"category":"c","label":"l"})" + "\n";
  };
  std::string const shallow = line("region_enter", 1) + line("frob", 1);
  std::string const deep = line("region_enter", 2) + line("frob", 2);
  CHECK(converted<format::json>(shallow + deep, {.nesting_limit = 1}) == shallow);
}

TEST_CASE("EVENT is made uniform: order, times, names, UTF-8", "[export]") {
  CHECK(converted<format::json>(
            "{ \"time\": \"2000-01-01T01:00:00.5+01:00\", \"sid\": \"S\", \"event\": \"data-json\","
            "\"thread\": \"main\", \"t_abs\": 1e-3, \"key\": \"k\xff\", \"value\": [1] }\n") ==
        R"({"event":"data_json","sid":"S","thread":"main","time":"2000-01-01T00:00:00.500000Z",)"
        R"("t_abs":0.001000,"t_rel":0.001000,"nesting":0,"key":"k)"
        "\xef\xbf\xbd"
        R"(","value":[1]})"
        "\n");
}

/// A command of a writer that tells neither places nor absolute times.
std::string untimed(std::string_view between) {
  auto const line = [](std::string_view event, std::string_view time, std::string_view members) {
    return support::event_line(event, "S", "main", time, members);
  };
  return line("version", "00:00:01.000000", R"(,"evt":"2","exe":"1")") +
         line("start", "00:00:01.000100", R"(,"argv":["a"])") + std::string{between} +
         line("atexit", "00:00:09.000000", R"(,"code":0)");
}
std::string inside(std::string_view event, std::string_view time, std::string_view members = "") {
  return support::event_line(event, "S", "main", time, members);
}

TEST_CASE("times that an event lacks come from the time of day", "[export]") {
  std::string const trace = untimed(
      inside("data", "00:00:02.000000", R"(,"nesting":1,"category":"c","key":"k","value":"v")") +
      inside("region_enter", "00:00:03.000000", R"(,"nesting":1,"category":"c","label":"l")") +
      inside("data", "00:00:03.250000", R"(,"nesting":2,"category":"c","key":"k","value":"v")") +
      inside("region_leave", "00:00:03.500000", R"(,"nesting":1,"category":"c","label":"l")") +
      inside("child_start", "00:00:04.000000",
             R"(,"child_id":0,"child_class":"?","use_shell":false,"argv":["b"])") +
      inside("child_exit", "00:00:06.000000", R"(,"child_id":0,"pid":1,"code":0)") +
      support::event_line("thread_start", "S", "th01:x", "00:00:06.000000") +
      support::event_line("thread_exit", "S", "th01:x", "00:00:06.750000"));
  std::string const event = converted<format::json>(trace);
  for (std::string_view const expected :
       {R"(01.000100Z","t_abs":0.000100,"argv")", R"("t_abs":1.000000,"t_rel":1.000000,"nesting":1)",
        R"("t_abs":2.250000,"t_rel":0.250000,"nesting":2)", R"("t_rel":0.500000,"nesting":1)",
        R"("code":0,"t_rel":2.000000})", R"(06.750000Z","t_rel":0.750000})",
        R"(09.000000Z","t_abs":8.000000,"code":0)"}) {
    INFO(expected << " in " << event);
    CHECK(event.find(expected) != event.npos);
  }
  std::string const perf = converted<format::perf>(trace);
  INFO(perf);
  CHECK(perf.find("|  2.250000 |  0.250000 | c            | ..k:v\n") != perf.npos);
  CHECK(perf.find("| region_leave |     |  2.500000 |  0.500000 |") != perf.npos);
  CHECK(converted<format::normal>(trace).find(" atexit elapsed:8.000000 code:0\n") !=
        std::string::npos);
}

TEST_CASE("times that nothing tells are left out", "[export]") {
  std::string const late =
      inside("data", "00:00:02.000000", R"(,"nesting":1,"category":"c","key":"k","value":"v")") +
      inside("region_leave", "00:00:03.500000", R"(,"nesting":1,"category":"c","label":"l")") +
      inside("child_exit", "00:00:06.000000", R"(,"child_id":0,"pid":1,"code":0)");
  CHECK(converted<format::json>(late) == late);
  std::string const perf = converted<format::perf>(late);
  INFO(perf);
  CHECK(perf.find("| data         |     |           |           | c            | k:v\n") !=
        perf.npos);
  CHECK(perf.find("| child_exit   |     |           |           |") != perf.npos);
  std::string const undated = inside("printf", "", R"(,"msg":"m")");
  CHECK(converted<format::json>(untimed(undated)).find(undated) != std::string::npos);
}

TEST_CASE("a text that looks like an unknown time is kept", "[export]") {
  std::string const line = inside("child_exit", "00:00:06.000000",
                                  R"(,"child_id":0,"pid":1,"code":0,"x":"\",\"t_rel\":-888888888.888888")");
  CHECK(converted<format::json>(line) == line);
}

TEST_CASE("PERF and NORMAL date all lines of a process or none", "[export]") {
  std::string const trace = untimed("");
  for (std::string const& text :
       {converted<format::perf>(trace), converted<format::normal>(trace)}) {
    INFO(text);
    std::vector<std::string> const lines = lines_of(text);
    REQUIRE(lines.size() == 3);
    static std::regex const dated{R"(^\d\d:\d\d:\d\d\.\d{6} [^]*)"};
    for (std::string const& line : lines) CHECK(std::regex_match(line, dated));
  }
  std::string const brief = support::event_line("version", "S", "main", "00:00:01.000000",
                                                R"(,"evt":"2","exe":"1")") +
                            inside("start", "", R"(,"t_abs":0.000100,"argv":["a"])") +
                            inside("atexit", "00:00:09.000000", R"(,"t_abs":8.000000,"code":0)");
  CHECK(converted<format::normal>(brief) ==
        "version 1\nstart a\natexit elapsed:8.000000 code:0\n");
}

TEST_CASE("a line whose absolute time is known is dated as its neighbours", "[export]") {
  std::string const text = converted<format::normal>(
      untimed(inside("printf", "", R"(,"t_abs":1.500000,"msg":"m")")));
  INFO(text);
  CHECK(text.find(":02.500000 ") != text.npos);
}

TEST_CASE("lines that wait for their form keep their order", "[export]") {
  auto const version = [](std::string_view sid) {
    return support::event_line("version", sid, "main", "00:00:01.000000", R"(,"evt":"2","exe":"1")");
  };
  auto const error = [](std::string_view sid, std::string_view time) {
    return support::event_line("error", sid, "main", time, R"(,"msg":"m","fmt":"m")");
  };
  std::string const text = converted<format::normal>(
      version("S") + version("T") + error("T", "") + error("S", "00:00:02.000000") + version("U"));
  std::vector<std::string> const lines = lines_of(text);
  INFO(text);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].find(":01.000000 ") != lines[0].npos);
  CHECK(lines[1] == "version 1\n");
  CHECK(lines[2] == "error m\n");
  CHECK(lines[3].find(":02.000000 ") != lines[3].npos);
  CHECK(lines[4].find(":01.000000 ") != lines[4].npos);
}

TEST_CASE("an event that nobody knows has its time in the spelling of Git", "[export]") {
  CHECK(converted<format::json>(R"({"event":"frobbed","sid":"S","thread":"main",)"
                                R"("time":"2000-01-01T01:00:00.5+01:00","n":[1]})"
                                "\n") ==
        R"({"event":"frobbed","sid":"S","thread":"main","time":"2000-01-01T00:00:00.500000Z","n":[1]})"
        "\n");
}

TEST_CASE("halves of characters in what nobody knows are replaced", "[export]") {
  CHECK(converted<format::json>("{\"event\":\"x\",\"sid\":\"S\",\"a\xff\":"
                                "\"\\ud800\\n\\ud83d\\ude00\\udc00\\u00e9\"}\n") ==
        "{\"event\":\"x\",\"sid\":\"S\",\"a\xef\xbf\xbd\":"
        "\"\\ufffd\\n\\ud83d\\ude00\\ufffd\\u00e9\"}\n");
}

TEST_CASE("a terminal is shown no control bytes", "[export]") {
  struct terminal final : trace2::sink {
    std::string text;
    void write(std::string_view lines) noexcept override { text += lines; }
    bool is_terminal() const noexcept override { return true; }
  } sink;
  program::text_writer<format::normal> to{sink};
  support::follow(
      support::event_line("error", "S", "main", "", R"(,"msg":"a\u001b[2Jb\nc","fmt":"x")"), to);
  CHECK(sink.text == "error a\\x1b[2Jb\\nc\n");
}

}  // namespace text_test
