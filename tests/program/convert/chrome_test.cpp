#include "convert/chrome.hpp"

#include <trace2/detail/text/json_text.hpp>
#include <trace2/sink/memory.hpp>

#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace chrome_test {

namespace {

std::string converted(std::string trace) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::chrome to{sink, labels};
  CHECK(support::follow(std::move(trace), to, labels).empty());
  to.finish();
  return std::string{sink.text()};
}

/// An event with the time since the second in which the first process began; meta data has none.
std::string shifted(std::string event) {
  constexpr long long day = 86'400'000'000;
  constexpr std::string_view name = R"("ts":)";
  std::size_t const at = event.find(name) + name.size();
  std::size_t size = 0;
  long long const time = std::stoll(event.substr(at), &size);
  if (event.starts_with(R"({"ph":"M")")) return event;
  return event.replace(at, size, std::to_string(time - day));
}

/// The events, one per line, without the frame around them and the comma between them.
std::vector<std::string> events_of(std::string const& trace) {
  std::string const json = converted(trace);
  CHECK(trace2::detail::is_json(json));
  std::vector<std::string> events;
  for (std::size_t at = json.find('\n') + 1; at < json.size();) {
    std::size_t const end = json.find('\n', at);
    std::string line = json.substr(at, end - at);
    at = end + 1;
    if (line.starts_with(",")) line.erase(0, 1);
    if (line != "]}") events.push_back(shifted(line));
  }
  return events;
}

bool has(std::vector<std::string> const& events, std::string_view event) {
  for (std::string const& line : events)
    if (line == event) return true;
  return false;
}

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view thread = "main", std::string_view sid = "X-P0000000a") {
  return support::event_line(event, sid, thread, time, members);
}

std::string member_of(std::string const& event, std::string const& name) {
  std::smatch match;
  return std::regex_search(event, match, std::regex{"\"" + name + R"(":("[^"]*"|-?[0-9.]+))"})
             ? match[1].str()
             : "";
}
double number_of(std::string const& event, std::string const& name) {
  return std::stod(member_of(event, name));
}

}  // namespace

TEST_CASE("a process is a slice with its name, from its beginning to its end", "[export]") {
  auto const events =
      events_of(line("version", "00:00:01.000100", R"(,"exe":"1")") +
                line("start", "00:00:01.000200", R"(,"t_abs":0.000150,"argv":["/bin/frob","x"])") +
                line("cmd_name", "00:00:01.000300", R"(,"name":"scan")") +
                line("atexit", "00:00:01.500050", R"(,"t_abs":0.5,"code":3)"));
  CHECK(has(events,
            R"({"ph":"M","name":"thread_name","ts":0,"pid":10,"tid":10,"args":{"name":"main"}})"));
  CHECK(has(
      events,
      R"({"ph":"M","name":"process_name","ts":0,"pid":10,"tid":10,"args":{"name":"frob scan"}})"));
  CHECK(has(events, R"({"ph":"X","name":"frob scan","cat":"process","ts":50,"dur":500000,"pid":10,)"
                    R"("tid":10,"args":{"code":3}})"));
  CHECK(has(events,
            R"({"ph":"i","name":"start","cat":"process","ts":200,"pid":10,"tid":10,"s":"t",)"
            R"("args":{"argv":["/bin/frob","x"],"sid":"X-P0000000a"}})"));
}

TEST_CASE("regions are nested slices on their thread", "[export]") {
  auto const events = events_of(
      line("version", "00:00:00.000500") +
      line("region_enter", "00:00:00.001",
           R"(,"nesting":1,"category":"c","label":"l","msg":"m 1")") +
      line("region_leave", "00:00:00.004600",
           R"(,"t_rel":0.0035,"nesting":1,"category":"c","label":"l")") +
      line("thread_start", "00:00:00.005", "", "th01:x") +
      line("region_enter", "00:00:00.006", R"(,"nesting":1,"category":"only")", "th01:x") +
      line("thread_exit", "00:00:00.007", R"(,"t_rel":0.002)", "th01:x"));
  CHECK(has(events, R"({"ph":"B","name":"c/l","cat":"c","ts":1000,"pid":10,"tid":10})"));
  CHECK(
      has(events,
          R"({"ph":"E","name":"c/l","cat":"c","ts":4500,"pid":10,"tid":10,"args":{"msg":"m 1"}})"));
  CHECK(has(events, R"({"ph":"B","name":"only","cat":"only","ts":6000,"pid":10,"tid":16777218})"));
  CHECK(has(events, R"({"ph":"E","name":"only","cat":"only","ts":7000,"pid":10,"tid":16777218,)"
                    R"("args":{"unfinished":true}})"));
  CHECK(has(
      events,
      R"({"ph":"X","name":"th01:x","cat":"thread","ts":5000,"dur":2000.001,"pid":10,"tid":16777218})"));
}

TEST_CASE("a child is an asynchronous slice, with an arrow to its process", "[export]") {
  auto const events = events_of(
      line("child_start", "00:00:00.001",
           R"(,"child_id":4,"child_class":"?","use_shell":false,"argv":["git","gc"])") +
      line("version", "00:00:00.002", "", "main", "X-P0000000a/Y-P0000000b") +
      line("child_exit", "00:00:00.003", R"(,"child_id":4,"pid":11,"code":1,"t_rel":0.002)"));
  CHECK(has(events,
            R"({"ph":"b","name":"git gc","cat":"child","ts":1000,"pid":10,"tid":10,"id":1048580,)"
            R"("args":{"argv":["git","gc"],"class":"?"}})"));
  CHECK(
      has(events, R"({"ph":"s","name":"child","cat":"child","ts":1000,"pid":10,"tid":10,"id":2})"));
  CHECK(has(
      events,
      R"({"ph":"f","name":"child","cat":"child","ts":2000,"pid":11,"tid":11,"id":2,"bp":"e"})"));
  CHECK(has(events,
            R"({"ph":"e","name":"git gc","cat":"child","ts":3000,"pid":10,"tid":10,"id":1048580,)"
            R"("args":{"pid":11,"code":1}})"));
}

TEST_CASE("a thread that waits for a child has a slice, inside the region around it", "[export]") {
  auto const events = events_of(
      line("version", "00:00:00") +
      line("region_enter", "00:00:00.001", R"(,"nesting":1,"category":"c","label":"l")") +
      line("child_start", "00:00:00.002", R"(,"child_id":4,"argv":["git","gc"])") +
      line("region_enter", "00:00:00.003", R"(,"nesting":2,"category":"c","label":"i")") +
      line("region_leave", "00:00:00.004", R"(,"t_rel":0.001,"nesting":2)") +
      line("child_exit", "00:00:00.006", R"(,"child_id":4,"pid":11,"code":0,"t_rel":0.004)") +
      line("region_leave", "00:00:00.007", R"(,"t_rel":0.006,"nesting":1)"));
  std::string edges;
  for (std::string const& event : events)
    if (event.starts_with(R"({"ph":"B")") || event.starts_with(R"({"ph":"E")"))
      edges +=
          event.substr(7, 1) + " " + member_of(event, "name") + " " + member_of(event, "ts") + "\n";
  CHECK(edges ==
        "B \"c/l\" 1000\nB \"git gc\" 2000\nE \"git gc\" 3000\nB \"c/i\" 3000.001\n"
        "E \"c/i\" 4000\nB \"git gc\" 4000.001\nE \"git gc\" 6000\nE \"c/l\" 7000\n");
}

TEST_CASE("children of one program are told apart by their arguments", "[export]") {
  auto const events = events_of(
      line("child_start", "00:00:00.001", R"(,"child_id":4,"argv":["sh","-c","a"])") +
      line("child_start", "00:00:00.001",
           R"(,"child_id":5,"child_class":"hook","hook_name":"h","argv":["/p/h"])") +
      line("child_exit", "00:00:00.003", R"(,"child_id":4,"pid":11,"code":1,"t_rel":0.002)"));
  for (std::string_view const edge : {"b", "e"})
    for (std::string_view const name : {"sh -c a", "h"}) {
      INFO(edge << " " << name);
      CHECK(std::count_if(events.begin(), events.end(), [&](std::string const& event) {
              return event.starts_with(R"({"ph":")" + std::string{edge} + R"(","name":")" +
                                       std::string{name} + "\"");
            }) == 1);
    }
}

TEST_CASE("one of several children is known by its process id", "[export]") {
  auto const child = [](int id) {
    return line("child_start", id == 0 ? "00:00:00.001" : "00:00:00.002",
                R"(,"child_id":)" + std::to_string(id) + R"(,"use_shell":false,"argv":["x"])");
  };
  auto const events = events_of(
      child(0) + child(1) + line("version", "00:00:00.003", "", "main", "X-P0000000a/Y-P0000000b") +
      line("version", "00:00:00.004", "", "main", "X-P0000000a/Z-P0000000c") +
      line("child_exit", "00:00:00.005", R"(,"child_id":1,"pid":12,"code":0)") +
      line("child_exit", "00:00:00.006", R"(,"child_id":0,"pid":11,"code":0)"));
  std::string const arrow = R"(,"name":"child","cat":"child","ts":)";
  CHECK(has(events, R"({"ph":"s")" + arrow + R"(2000,"pid":10,"tid":10,"id":3})"));
  CHECK(has(events, R"({"ph":"f")" + arrow + R"(4000,"pid":12,"tid":12,"id":3,"bp":"e"})"));
  CHECK(has(events, R"({"ph":"s")" + arrow + R"(1000,"pid":10,"tid":10,"id":2})"));
  CHECK(has(events, R"({"ph":"f")" + arrow + R"(3000,"pid":11,"tid":11,"id":2,"bp":"e"})"));
}

TEST_CASE("slices of the same microsecond nest", "[export]") {
  auto const events =
      events_of(line("version", "00:00:01") +
                line("region_enter", "00:00:01", R"(,"nesting":1,"category":"c","label":"o")") +
                line("region_enter", "00:00:01", R"(,"nesting":2,"category":"c","label":"i")") +
                line("region_leave", "00:00:01", R"(,"t_rel":0.0,"nesting":2)") +
                line("region_leave", "00:00:01", R"(,"t_rel":0.0,"nesting":1)") +
                line("atexit", "00:00:01", R"(,"t_abs":0.0,"code":0)"));
  std::string const at = R"(,"pid":10,"tid":10})";
  CHECK(has(events, R"({"ph":"B","name":"c/o","cat":"c","ts":0.001)" + at));
  CHECK(has(events, R"({"ph":"B","name":"c/i","cat":"c","ts":0.002)" + at));
  CHECK(has(events, R"({"ph":"E","name":"c/i","cat":"c","ts":0.003)" + at));
  CHECK(has(events, R"({"ph":"E","name":"c/o","cat":"c","ts":0.004)" + at));
  CHECK(has(events, R"({"ph":"X","name":"X-P0000000a","cat":"process","ts":0,"dur":0.005)" + at));
}

TEST_CASE("times are positive, also of what began before the first process", "[export]") {
  CHECK(converted(line("version", "00:00:01.5")).find(R"("ts":86400500000,)") != std::string::npos);
  auto const events = events_of(line("version", "00:00:02") +
                                line("version", "00:00:01.999999", "", "main", "Y-P0000000b"));
  CHECK(has(events, R"({"ph":"X","name":"Y-P0000000b","cat":"process","ts":-1,"dur":0.001,)"
                    R"("pid":11,"tid":11,"args":{"unfinished":true}})"));
}

TEST_CASE("texts, messages and errors are instants, numbers are counters", "[export]") {
  auto const events = events_of(
      line("data", "00:00:00.001", R"(,"category":"c","key":"k","value":"5")") +
      line("data", "00:00:00.001", R"(,"category":"c","key":"t","value":"5 s")") +
      line("data_json", "00:00:00.001", R"(,"category":"c","key":"j","value":{"a":[1]})") +
      line("error", "00:00:00.001", R"(,"msg":"it \"broke\"","fmt":"f")") +
      line("printf", "00:00:00.001", R"(,"msg":"hello")") +
      line("frobbed", "00:00:00.001", R"(,"what":"w","n":[1,2])") +
      line("counter", "00:00:00.002", R"(,"category":"c","name":"n","count":7)"));
  std::string const at = R"(,"ts":1000,"pid":10,"tid":10,"s":"t","args":)";
  CHECK(has(events, R"({"ph":"C","name":"c/k","cat":"c","ts":1000,"pid":10,"tid":10,)"
                    R"("args":{"value":5}})"));
  CHECK(has(events, R"({"ph":"i","name":"t","cat":"c")" + at + R"({"value":"5 s"}})"));
  CHECK(has(events, R"({"ph":"i","name":"j","cat":"c")" + at + R"({"value":{"a":[1]}}})"));
  CHECK(
      has(events, R"({"ph":"i","name":"error","cat":"error")" + at + R"({"msg":"it \"broke\""}})"));
  CHECK(has(events, R"({"ph":"i","name":"printf","cat":"message")" + at + R"({"msg":"hello"}})"));
  CHECK(has(events,
            R"({"ph":"i","name":"frobbed","cat":"event")" + at + R"({"what":"w","n":[1,2]}})"));
  CHECK(has(events,
            R"({"ph":"C","name":"c/n","cat":"c","ts":2000,"pid":10,"tid":10,"args":{"value":7}})"));
}

TEST_CASE("sessions with one process id are told apart", "[export]") {
  auto const events = events_of(line("version", "00:00:00", "", "main", "A-P0000000a") +
                                line("version", "00:00:00", "", "main", "B-P0000000a") +
                                line("version", "00:00:00", "", "main", "token"));
  std::set<std::string> pids;
  for (std::string const& event : events) pids.insert(member_of(event, "pid"));
  CHECK(pids == std::set<std::string>{"10", "8388608", "8388609"});
}

TEST_CASE("an empty trace is an empty list", "[export]") {
  CHECK(converted("") == "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n]}\n");
}

TEST_CASE("Git's own recordings become well-formed slices that nest", "[export]") {
  struct edges {
    std::vector<std::string> open;
    double first = 0;
    double last = -1;
  };
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    std::map<std::pair<std::string, std::string>, edges> threads;
    for (std::string const& event : events_of(support::content_of(path + ".event"))) {
      INFO(event);
      edges& thread = threads[{member_of(event, "pid"), member_of(event, "tid")}];
      std::string const kind = member_of(event, "ph");
      double const at = number_of(event, "ts");
      if (kind == "\"B\"") {
        if (thread.last < 0) thread.first = at;
        thread.open.push_back(member_of(event, "name"));
      } else if (kind == "\"E\"") {
        REQUIRE_FALSE(thread.open.empty());
        REQUIRE(thread.open.back() == member_of(event, "name"));
        thread.open.pop_back();
      } else if (kind == "\"X\"") {
        REQUIRE(thread.open.empty());
        if (thread.last >= 0) REQUIRE(at < thread.first);
        REQUIRE(at + number_of(event, "dur") > thread.last);
      }
      if (kind != "\"B\"" && kind != "\"E\"") continue;
      REQUIRE(at > thread.last);
      thread.last = at;
    }
    for (auto const& [id, thread] : threads) CHECK(thread.open.empty());
  }
}

TEST_CASE("in Git's own recordings no wait for a child is missing", "[export]") {
  double sum = 0;
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    std::string const trace = support::content_of(path + ".event");
    double waited = 0;
    for (std::string const& event : events_of(trace)) {
      if (event.find(R"("cat":"child")") == std::string::npos) continue;
      if (event.starts_with(R"({"ph":"B")")) waited -= number_of(event, "ts");
      if (event.starts_with(R"({"ph":"E")")) waited += number_of(event, "ts");
    }
    double expected = 0;
    for (auto const& child : support::modelled{trace}.trace.children)
      expected += static_cast<double>((child.waited + child.waited_at_end).count()) / 1e3;
    CHECK(std::abs(waited - expected) < 0.5);
    sum += expected;
  }
  CHECK(sum > 100'000);
}

TEST_CASE("a region whose beginning is lost is a slice around those inside", "[export]") {
  auto const events = events_of(
      line("region_enter", "00:00:00.200", R"(,"nesting":2,"category":"c","label":"inner")") +
      line("region_leave", "00:00:00.300", R"(,"t_rel":0.1,"nesting":2)") +
      line("region_leave", "00:00:00.400",
           R"(,"t_rel":0.3,"nesting":1,"category":"c","label":"outer")"));
  CHECK(has(events, R"({"ph":"X","name":"c/outer","cat":"c","ts":100000,"dur":300000,"pid":10,)"
                    R"("tid":10})"));
  CHECK(has(events, R"({"ph":"X","name":"X-P0000000a","cat":"process","ts":100000,)"
                    R"("dur":300000.001,"pid":10,"tid":10,"args":{"unfinished":true}})"));
  for (std::string const& event : events)
    CHECK((event.find("outer") == event.npos || event.starts_with(R"({"ph":"X")")));
}

TEST_CASE("a slice lasts as long as its region was measured", "[export]") {
  std::string const trace =
      line("region_enter", "00:00:00.100", R"(,"nesting":1,"category":"c","label":"l")") +
      line("data", "00:00:00.107", R"(,"nesting":2,"category":"c","key":"k","value":"v")") +
      line("region_leave", "00:00:00.108", R"(,"t_rel":0.005,"nesting":1)");
  std::string times;
  for (std::string const& event : events_of(trace))
    if (event.starts_with(R"({"ph":"B")") || event.starts_with(R"({"ph":"E")"))
      times += event.substr(event.find(R"("ts":)"), 11) + " ";
  CHECK(times == R"("ts":100000 "ts":105000 )");
}

}  // namespace chrome_test
