#include "convert/chrome_tasks.hpp"

#include <trace2/detail/text/json_text.hpp>
#include <trace2/sink/memory.hpp>

#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/chrome.hpp"
#include "support/catch.hpp"
#include "support/task_trace.hpp"

namespace chrome_tasks_test {

using namespace support::tasks;  // NOLINT(google-build-using-namespace)

namespace {

std::string converted(std::string trace) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::chrome to{sink, labels};
  CHECK(support::follow(std::move(trace), to, labels).empty());
  to.finish();
  CHECK(trace2::detail::is_json(sink.text()));
  return std::string{sink.text()};
}

std::string member(std::string const& event, std::string const& name) {
  std::smatch match;
  return std::regex_search(event, match,
                           std::regex{"\"" + name + R"re(":(?:"([^"]*)"|(-?[0-9.]+)))re"})
             ? match[1].str() + match[2].str()
             : "";
}

/// "ph name @milliseconds thread args" of each event of tasks, in the order of their times; threads
/// are 0 for the main one, and numbers from 1 on for others.
std::vector<std::string> events_of(std::string const& trace) {
  std::string const json = converted(trace);
  std::map<std::string, std::string> names;
  std::multimap<double, std::string> events;
  std::size_t end = 0;
  for (std::size_t at = 0; at < json.size(); at = end + 1) {
    end = json.find('\n', at);
    std::string const event = json.substr(at, end - at);
    if (member(event, "name") == "thread_name")
      names[member(event, "tid")] =
          std::regex_replace(event, std::regex{R"re(.*"name":"(\w*).*)re"}, "$1");
    if (member(event, "cat") != "task") continue;
    double const time = std::stod(member(event, "ts")) - 86'400e6;
    std::string text = member(event, "ph") + " " + member(event, "name") + " @" +
                       std::to_string(std::lround(time / 1'000)) + " " +
                       names[member(event, "tid")];
    std::size_t const args = event.find(R"("args":)");
    if (args != event.npos) text += " " + event.substr(args + 7, event.size() - args - 8);
    events.emplace(time, text);
  }
  std::vector<std::string> result;
  for (auto const& [time, text] : events) result.push_back(text);
  return result;
}

std::vector<std::string> of_kind(std::vector<std::string> const& events, std::string_view kinds) {
  std::vector<std::string> result;
  for (std::string const& event : events)
    if (kinds.find(event.front()) != kinds.npos) result.push_back(event);
  return result;
}

}  // namespace

TEST_CASE("a task is an asynchronous slice, with its regions and waits inside", "[export]") {
  CHECK(of_kind(events_of(pool()), "be") ==
        std::vector<std::string>{
            R"(b c/fetch @20 main {"task":1,"msg":"a.c"})", "b waiting @20 main",
            R"(b c/compile @30 main {"task":2})", "b waiting @30 main", "e waiting @100 main",
            "b c/dns @100 main", "b waiting @200 main", "e waiting @300 main", "e c/dns @350 main",
            R"(e c/fetch @400 main {"running":0.200000,"waiting":0.180000})", "e waiting @500 main",
            R"(e c/compile @900 main {"running":0.400000,"waiting":0.470000})"});
}

TEST_CASE("a thread has a slice for each time in which it ran a task", "[export]") {
  CHECK(of_kind(events_of(pool()), "BE") ==
        std::vector<std::string>{"B c/fetch @100 th01", "E c/fetch @200 th01",
                                 "B c/fetch @300 th02", "E c/fetch @400 th02",
                                 "B c/compile @500 th02", "E c/compile @900 th02"});
}

TEST_CASE("the slices of a thread nest, whatever a task does in between", "[export]") {
  auto const region = [](std::string_view verb, std::string_view time, int nesting) {
    return line(std::string{"region_"}.append(verb), time,
                number("nesting", nesting) + text("category", "task") + text("label", "r"));
  };
  CHECK(of_kind(events_of(process(
                    begin(1, "00:00:00.1", "a") + run(1, "00:00:00.2", "main") +
                    enter(1, "00:00:00.3", "s", 1, "main") + region("enter", "00:00:00.4", 1) +
                    leave(1, "00:00:00.5", "s", 1, "main") + pause(1, "00:00:00.6", "main") +
                    region("leave", "00:00:00.7", 1))),
                "BE") == std::vector<std::string>{"B c/a @200 main", "E c/a @400 main",
                                                  "B task/r @400 main", "B c/a @400 main",
                                                  "E c/a @600 main", "E task/r @700 main"});
}

TEST_CASE("arrows lead to what goes on elsewhere, and from what was waited for", "[export]") {
  CHECK(of_kind(events_of(pool()), "sf") ==
        std::vector<std::string>{"s task @20 main", "s task @30 main", "f task @100 th01",
                                 "s task @200 th01", "f task @300 th02", "s waits_for @400 th02",
                                 "f task @500 th02", "f waits_for @500 th02"});
  CHECK(of_kind(
            events_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", "main") +
                              begin(2, "00:00:00.2", "b") + link(2, "00:00:00.3", "caused_by", 1) +
                              pause(1, "00:00:00.4", "main") + run(2, "00:00:00.5", "main"))),
            "sf") == std::vector<std::string>{"s caused_by @300 main", "f caused_by @500 main"});
}

TEST_CASE("a task that does not end is unfinished", "[export]") {
  CHECK(events_of(process(begin(1, "00:00:00.1", "a"))).back() ==
        R"(e c/a @1000 main {"running":0.000000,"waiting":0.900000,"unfinished":true})");
}

}  // namespace chrome_tasks_test
