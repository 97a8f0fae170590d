#include "convert/otlp.hpp"

#include <trace2/detail/text/json_text.hpp>
#include <trace2/sink/memory.hpp>

#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/temporary_directory.hpp"
#include "support/trace_log.hpp"

namespace otlp_test {

namespace program = trace2::program;

namespace {

/// The wire format, as far as the tests read it back.
struct value {
  std::string stringValue{};
  std::string intValue{};
};
BOOST_DESCRIBE_STRUCT(value, (), (stringValue, intValue))
struct attribute {
  std::string key{};
  otlp_test::value value{};
};
BOOST_DESCRIBE_STRUCT(attribute, (), (key, value))
struct status {
  std::string message{};
  int code{};
};
BOOST_DESCRIBE_STRUCT(status, (), (message, code))
struct span_event {
  std::string timeUnixNano{};
  std::string name{};
  std::vector<attribute> attributes{};
};
BOOST_DESCRIBE_STRUCT(span_event, (), (timeUnixNano, name, attributes))
struct span {
  std::string traceId{};
  std::string spanId{};
  std::string parentSpanId{};
  std::string name{};
  int kind{};
  std::string startTimeUnixNano{};
  std::string endTimeUnixNano{};
  std::vector<attribute> attributes{};
  std::vector<span_event> events{};
  std::optional<otlp_test::status> status{};

  std::string attribute_of(std::string_view key) const {
    for (attribute const& item : attributes)
      if (item.key == key) return item.value.stringValue + item.value.intValue;
    return "(none)";
  }
};
BOOST_DESCRIBE_STRUCT(span, (),
                      (traceId, spanId, parentSpanId, name, kind, startTimeUnixNano,
                       endTimeUnixNano, attributes, events, status))
struct scope_spans {
  std::vector<span> spans{};
};
BOOST_DESCRIBE_STRUCT(scope_spans, (), (spans))
struct resource {
  std::vector<attribute> attributes{};
};
BOOST_DESCRIBE_STRUCT(resource, (), (attributes))
struct resource_spans {
  otlp_test::resource resource{};
  std::vector<scope_spans> scopeSpans{};
};
BOOST_DESCRIBE_STRUCT(resource_spans, (), (resource, scopeSpans))
struct traces {
  std::vector<resource_spans> resourceSpans{};
};
BOOST_DESCRIBE_STRUCT(traces, (), (resourceSpans))

class exported {
 public:
  explicit exported(std::string trace, std::optional<program::trace_parent> outer = {},
                    std::size_t most_waiting = trace2::read::limits::waiting_spans,
                    std::size_t longest_line = trace2::read::limits::output_line) {
    trace2::memory_sink sink;
    trace2::read::label_table labels;
    program::otlp to{sink, labels, std::move(outer), most_waiting, longest_line};
    CHECK(support::follow(std::move(trace), to, labels).empty());
    left_out_ = to.left_out();
    sink.for_each_line([this](std::string_view line) {
      REQUIRE(trace2::detail::is_json(line));
      std::pmr::monotonic_buffer_resource memory;
      traces read;
      REQUIRE(trace2::read::json_reader{memory}.read(
          {.text = line, .kind = trace2::read::json_kind::object}, read));
      for (auto const& group : read.resourceSpans) {
        for (auto const& item : group.resource.attributes)
          resource_[item.key] = item.value.stringValue + item.value.intValue;
        for (auto const& scope : group.scopeSpans)
          spans_.insert(spans_.end(), scope.spans.begin(), scope.spans.end());
      }
      ++lines_;
    });
  }

  std::vector<span> const& spans() const { return spans_; }
  std::size_t lines() const { return lines_; }
  std::string left_out() const { return std::string{left_out_.text()}; }
  std::map<std::string, std::string> const& resource() const { return resource_; }

  span const& named(std::string_view name) const {
    for (span const& candidate : spans_)
      if (candidate.name == name) return candidate;
    FAIL("no span is called " << name);
    return spans_.front();
  }

 private:
  std::vector<span> spans_;
  std::map<std::string, std::string> resource_;
  std::size_t lines_ = 0;
  program::left_out left_out_;
};

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view thread = "main", std::string_view sid = "abc") {
  return support::event_line(event, sid, thread, time, members);
}

std::string const process =
    line("version", "00:00:01", R"(,"evt":"4","exe":"2.1")") +
    line("start", "00:00:01", R"(,"t_abs":0,"argv":["/bin/git","checkout","x"])") +
    line("cmd_name", "00:00:01", R"(,"name":"checkout","hierarchy":"checkout")") +
    line("cmd_mode", "00:00:01", R"(,"name":"branch")");
std::string const end = line("atexit", "00:00:02", R"(,"t_abs":1,"code":0)");

}  // namespace

TEST_CASE("a span that ends as it begins lasts a nanosecond", "[export]") {
  exported const made{
      process + line("region_enter", "00:00:01", R"(,"nesting":1,"category":"c","label":"l")") +
      line("region_leave", "00:00:01", R"(,"t_rel":0,"nesting":1,"category":"c","label":"l")") +
      end};
  span const& region = made.named("region(c,l)");
  CHECK(region.startTimeUnixNano == "946684801000000000");
  CHECK(region.endTimeUnixNano == "946684801000000001");
}

TEST_CASE("a process is a server span with the names of its command", "[export]") {
  exported const made{process + end};
  REQUIRE(made.spans().size() == 1);
  span const& only = made.named("git:checkout#branch");
  CHECK(only.traceId == program::identity_of("abc").trace_id.text());
  CHECK(only.spanId == program::identity_of("abc").span_id.text());
  CHECK(only.parentSpanId.empty());
  CHECK(only.kind == 2);
  CHECK(only.startTimeUnixNano == "946684801000000000");
  CHECK(only.endTimeUnixNano == "946684802000000000");
  CHECK_FALSE(only.status.has_value());
  CHECK(only.attribute_of("trace2.span.type") == "process");
  CHECK(only.attribute_of("trace2.cmd.name") == "git");
  CHECK(only.attribute_of("trace2.cmd.name_verb") == "git:checkout");
  CHECK(only.attribute_of("trace2.cmd.argv") == R"(["/bin/git","checkout","x"])");
  CHECK(only.attribute_of("trace2.cmd.exit_code") == "0");
  CHECK(made.resource().at("service.namespace") == "trace2");
  CHECK(made.resource().at("service.name") == "git:checkout#branch");
  CHECK(made.resource().at("service.version") == "2.1");
  CHECK(made.resource().at("service.instance.id") == "abc");
}

TEST_CASE("regions hang below what is around them", "[export]") {
  exported const made{
      process +
      line("region_enter", "00:00:01.1",
           R"(,"nesting":1,"category":"Fetch-Pack","label":"a b","repo":2)") +
      line("region_enter", "00:00:01.2", R"(,"nesting":2,"category":"c","label":"l","msg":"m")") +
      line("data", "00:00:01.2", R"(,"nesting":3,"category":"c","key":"k","value":"5")") +
      line("region_leave", "00:00:01.3", R"(,"t_rel":0.1,"nesting":2)") +
      line("region_leave", "00:00:01.4", R"(,"t_rel":0.3,"nesting":1)") +
      line("thread_start", "00:00:01.5", "", "th01:x") +
      line("region_enter", "00:00:01.5", R"(,"nesting":1,"category":"t","label":"l")", "th01:x") +
      line("thread_exit", "00:00:01.6", R"(,"t_rel":0.1)", "th01:x") + end};
  span const& outer = made.named("region(fetch_pack,a_b)");
  CHECK(outer.parentSpanId == made.named("git:checkout#branch").spanId);
  CHECK(outer.attribute_of("trace2.region.repoid") == "2");
  CHECK(outer.attribute_of("trace2.region.nesting") == "1");
  CHECK(outer.attribute_of("trace2.region.data") == "(none)");
  CHECK(outer.kind == 1);
  span const& inner = made.named("region(c,l)");
  CHECK(inner.parentSpanId == outer.spanId);
  CHECK(inner.attribute_of("trace2.region.message") == "m");
  CHECK(inner.attribute_of("trace2.region.data") == R"({"c":{"k":"5"}})");
  CHECK(inner.startTimeUnixNano == "946684801200000000");
  CHECK(inner.endTimeUnixNano == "946684801300000000");
  CHECK(made.named("th01:x").parentSpanId == made.named("git:checkout#branch").spanId);
  CHECK(made.named("region(t,l)").parentSpanId == made.named("th01:x").spanId);
}

TEST_CASE("children and exec are spans of their process", "[export]") {
  exported const made{
      process +
      line("child_start", "00:00:01.1",
           R"(,"child_id":0,"child_class":"hook","hook_name":"h","argv":["x"])") +
      line("child_exit", "00:00:01.3", R"(,"child_id":0,"pid":7,"code":1,"t_rel":0.2)") +
      line("child_start", "00:00:01.3", R"(,"child_id":1,"child_class":"?","argv":[])") +
      line("exec", "00:00:01.4", R"(,"exec_id":0,"exe":"/bin/frob","argv":["frob"])") +
      line("exec_result", "00:00:01.5", R"(,"exec_id":0,"code":2)") + end};
  span const& hook = made.named("child(hook:h)");
  CHECK(hook.parentSpanId == made.named("git:checkout#branch").spanId);
  CHECK(hook.endTimeUnixNano == "946684801300000000");
  CHECK(hook.attribute_of("trace2.child.pid") == "7");
  CHECK(hook.attribute_of("trace2.child.exitcode") == "1");
  CHECK(hook.attribute_of("trace2.child.argv") == R"(["x"])");
  span const& unfinished = made.named("child(class:unknown)");
  CHECK(unfinished.endTimeUnixNano == "946684802000000000");
  CHECK(unfinished.attribute_of("trace2.child.exitcode") == "-1");
  CHECK(made.named("exec(frob)").attribute_of("trace2.exec.exitcode") == "2");
}

TEST_CASE("a program of Windows goes by its name, too", "[export]") {
  exported const made{
      line("start", "00:00:01", R"(,"t_abs":0,"argv":["C:\\Program Files\\frob.exe"])") +
      line("exec", "00:00:01.4", R"(,"exec_id":0,"argv":["C:\\tools\\curl.exe"])") +
      line("atexit", "00:00:02", R"(,"t_abs":1,"code":0)")};
  CHECK(made.resource().at("process.executable.name") == "frob.exe");
  CHECK(made.named("exec(curl)").kind == 1);
}

TEST_CASE("the conventions' names tell process, exit code and thread", "[export]") {
  std::string const sid = "20000101T000000.000000Z-H00000000-P0000002a";
  exported const made{
      line("start", "00:00:01", R"(,"t_abs":0,"argv":["frob"])", "main", sid) +
      line("region_enter", "00:00:01", R"(,"nesting":1,"category":"c","label":"l")", "main", sid) +
      line("region_leave", "00:00:01.1", R"(,"t_rel":0.1,"nesting":1)", "main", sid) +
      line("child_start", "00:00:01.1", R"(,"child_id":0,"argv":["x"])", "main", sid) +
      line("thread_start", "00:00:01.2", "", "th01:x", sid) +
      line("thread_exit", "00:00:01.3", R"(,"t_rel":0.1)", "th01:x", sid) +
      line("atexit", "00:00:02", R"(,"t_abs":1,"code":3)", "main", sid)};
  CHECK(made.resource().at("process.pid") == "42");
  CHECK(made.named("frob").attribute_of("process.exit.code") == "3");
  CHECK(made.named("region(c,l)").attribute_of("thread.name") == "main");
  CHECK(made.named("child(class:unknown)").attribute_of("thread.name") == "main");
  CHECK(made.named("th01:x").attribute_of("thread.name") == "th01:x");

  exported const unknown{line("start", "00:00:01", R"(,"t_abs":0,"argv":["frob"])")};
  CHECK(unknown.resource().count("process.pid") == 0);
  CHECK(unknown.named("frob").attribute_of("process.exit.code") == "(none)");

  exported const untold{line("start", "00:00:01", R"(,"t_abs":0,"argv":["frob"])") +
                        line("atexit", "00:00:02", R"(,"t_abs":1,"code":0)")};
  CHECK(untold.named("frob").attribute_of("process.exit.code") == "(none)");
  CHECK(untold.named("frob").attribute_of("trace2.cmd.exit_code") == "0");
}

TEST_CASE("data are events of the span around them, with their times", "[export]") {
  auto const data = [](std::string_view time, int nesting, std::string_view value) {
    return line("data", time,
                R"(,"category":"c","key":"k","nesting":)" + std::to_string(nesting) +
                    R"(,"value":")" + std::string{value} + "\"");
  };
  exported const made{
      process + data("00:00:01.1", 1, "outside") +
      line("region_enter", "00:00:01.2", R"(,"nesting":1,"category":"c","label":"l")") +
      data("00:00:01.2", 2, "1") + data("00:00:01.3", 2, "2") +
      line("data_json", "00:00:01.3",
           R"(,"category":"c","key":"j","nesting":2,"value":{"a":[1]})") +
      line("region_leave", "00:00:01.4", R"(,"t_rel":0.2,"nesting":1)") + end};
  auto const events_of = [&](std::string_view name) {
    std::string text;
    for (span_event const& one : made.named(name).events)
      text += one.timeUnixNano.substr(8, 2) + " " + one.name + " " +
              one.attributes.at(0).value.stringValue + "\n";
    return text;
  };
  CHECK(events_of("git:checkout#branch") == "11 c/k outside\n");
  CHECK(events_of("region(c,l)") == "12 c/k 1\n13 c/k 2\n13 c/j {\"a\":[1]}\n");
}

TEST_CASE("a span has a limited number of data as events, and says what it left out", "[export]") {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  program::otlp to{sink, labels};
  std::string trace = process;
  for (std::size_t i = 0; i < program::otlp_process::most_values + 5; ++i)
    trace += line("data", "00:00:01", R"(,"nesting":1,"category":"c","key":"k","value":"v")");
  CHECK(support::follow(trace + end, to, labels).empty());
  CHECK(to.left_out().text() == program::left_out{}.add("events", 5).text());
}

TEST_CASE("an event without room is left out as a whole, and counted", "[export]") {
  constexpr std::size_t data_of_each = 600;
  std::string const text(16'000, 'x');
  std::string trace = process;
  for (char const* const level : {"1", "2"}) {
    std::string const nesting = std::string{R"(,"nesting":)"} + level;
    trace += line("region_enter", "00:00:01.1", nesting + R"(,"category":"c","label":"l")");
    for (std::size_t i = 0; i < data_of_each; ++i)
      trace += line("data", "00:00:01.1",
                    nesting + R"(,"category":"c","key":"k","value":")" + text + '"');
  }
  trace += line("error", "00:00:01.2", R"(,"msg":")" + text + R"(","fmt":"e")");
  exported const made{trace + end};
  std::size_t events = 0;
  for (span const& item : made.spans())
    for (span_event const& one : item.events) {
      ++events;
      CHECK_FALSE(one.name.empty());
      CHECK(one.attributes.size() == 1);
    }
  CHECK(events > data_of_each);
  std::string const lost = std::to_string(2 * data_of_each + 1 - events) + " events";
  CHECK(made.left_out().starts_with(lost));
}

TEST_CASE("a failed process has a status, and its errors are events", "[export]") {
  exported const made{process +
                      line("error", "00:00:01.1", R"(,"msg":"first 1","fmt":"first %d")") +
                      line("error", "00:00:01.2", R"(,"msg":"second","fmt":"second")") +
                      line("atexit", "00:00:02", R"(,"t_abs":1,"code":128)")};
  span const& failed = made.named("git:checkout#branch");
  REQUIRE(failed.status.has_value());
  CHECK(failed.status->code == 2);
  CHECK(failed.status->message == "first 1");
  CHECK(failed.attribute_of("trace2.cmd.error.format") == "first %d");
  REQUIRE(failed.events.size() == 2);
  CHECK(failed.events[1].name == "error");
  CHECK(failed.events[1].timeUnixNano == "946684801200000000");
}

TEST_CASE("what a process says of itself becomes attributes", "[export]") {
  exported const made{
      process + line("def_param", "00:00:01", R"(,"scope":"local","param":"a.b","value":"c")") +
      line("def_repo", "00:00:01", R"(,"repo":1,"worktree":"/w")") +
      line("data", "00:00:01", R"(,"nesting":1,"category":"c","key":"k","value":"v")") +
      line("data_json", "00:00:01", R"(,"nesting":1,"category":"c","key":"j","value":{"x": [1]})") +
      line("timer", "00:00:01",
           R"(,"category":"c","name":"t","intervals":2,"t_total":0.5,"t_min":0.1,"t_max":0.4)") +
      line("counter", "00:00:01", R"(,"category":"c","name":"n","count":3)") + end};
  span const& only = made.named("git:checkout#branch");
  CHECK(only.attribute_of("trace2.param.set") == R"({"a.b":"c"})");
  CHECK(only.attribute_of("trace2.repo.set") == R"({"1":"/w"})");
  CHECK(only.attribute_of("trace2.process.data") == R"({"c":{"j":{"x": [1]},"k":"v"}})");
  CHECK(
      only.attribute_of("trace2.process.timers") ==
      R"({"c":{"t":{"intervals":2,"total_sec":0.500000,"min_sec":0.100000,"max_sec":0.400000}}})");
  CHECK(only.attribute_of("trace2.process.counters") == R"({"c":{"n":3}})");
}

TEST_CASE("a resource names the repository that a process tells the origin of", "[export]") {
  auto const origin = [](std::string const& url) {
    return line("def_param", "00:00:01",
                R"(,"scope":"local","param":"remote.origin.url","value":")" + url + '"');
  };
  exported const made{process + origin("https://example.org/torvalds/linux.git") + end};
  CHECK(made.resource().at("vcs.repository.url.full") == "https://example.org/torvalds/linux.git");
  CHECK(made.resource().at("vcs.repository.name") == "linux");
  CHECK(exported{process + end}.resource().count("vcs.repository.name") == 0);

  CHECK(program::repository_name("git@example.org:tools.git") == "tools");
  CHECK(program::repository_name("/srv/git/tools/") == "tools");
  CHECK(program::repository_name("tools") == "tools");
  CHECK(program::repository_name("").empty());
  CHECK(program::repository_name("///").empty());
}

TEST_CASE("a trace joins the one that TRACEPARENT names", "[export]") {
  std::string const parameter = line(
      "def_param", "00:00:01",
      R"(,"scope":"command","param":"TRACEPARENT","value":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")");
  std::string const child = line("version", "00:00:01.5", "", "main", "abc/def");
  exported const made{process + parameter + child + end};
  CHECK(made.named("git:checkout#branch").traceId == "0af7651916cd43dd8448eb211c80319c");
  CHECK(made.named("git:checkout#branch").parentSpanId == "b7ad6b7169203331");
  CHECK(made.named("def").traceId == "0af7651916cd43dd8448eb211c80319c");
  CHECK(made.named("def").parentSpanId == program::identity_of("abc").span_id.text());

  std::string const start =
      line("child_start", "00:00:01",
           R"(,"child_id":0,"child_class":"editor","use_shell":false,"argv":["vi"])");
  exported const late{process + start + parameter + end};
  CHECK(late.named("child(class:editor)").traceId == "0af7651916cd43dd8448eb211c80319c");

  exported const outer{process + child + end, program::trace_parent{{{1, 2}}, {{3}}}};
  CHECK(outer.named("git:checkout#branch").traceId == "00000000000000010000000000000002");
  CHECK(outer.named("git:checkout#branch").parentSpanId == "0000000000000003");
  CHECK(outer.named("def").traceId == "00000000000000010000000000000002");
  CHECK(outer.named("def").parentSpanId == program::identity_of("abc").span_id.text());

  exported const both{process + parameter + end, program::trace_parent{{{1, 2}}, {{3}}}};
  CHECK(both.named("git:checkout#branch").traceId == "0af7651916cd43dd8448eb211c80319c");
  CHECK(both.named("git:checkout#branch").parentSpanId == "b7ad6b7169203331");
}

TEST_CASE("a process with many spans writes them in pieces", "[export]") {
  std::string trace = process;
  for (int i = 0; i < 1000; ++i)
    trace += line("region_enter", "00:00:01.1", R"(,"nesting":1,"category":"c","label":"l")") +
             line("region_leave", "00:00:01.1", R"(,"t_rel":0,"nesting":1)");
  exported const made{trace + end};
  CHECK(made.spans().size() == 1001);
  CHECK(made.lines() == 4);
}

TEST_CASE("many processes that have not ended keep no more spans than they may", "[export]") {
  constexpr int processes = 50;
  std::string trace;
  for (int i = 0; i < processes; ++i) {
    std::string const sid = "s" + std::to_string(i);
    trace += line("start", "00:00:01", R"(,"t_abs":0,"argv":["x"])", "main", sid) +
             line("region_enter", "00:00:01.1", R"(,"nesting":1,"category":"c","label":"l")",
                  "main", sid) +
             line("region_leave", "00:00:01.1", R"(,"t_rel":0,"nesting":1)", "main", sid);
  }
  CHECK(exported{trace}.lines() == processes);
  constexpr std::size_t room_for_a_few = 10'000;
  exported const made{trace, {}, room_for_a_few};
  CHECK(made.spans().size() == 2 * processes);
  CHECK(made.lines() > processes + processes / 2);
  CHECK(made.lines() < 2 * processes);
}

TEST_CASE("a span that is left out takes no room from those that wait", "[export]") {
  std::string controls;
  for (int i = 0; i < 500; ++i) controls += R"(\u0001)";
  std::string trace = process;
  for (int i = 0; i < 10; ++i)
    trace += line("region_enter", "00:00:01.1", R"(,"nesting":1,"category":"c","label":"l")") +
             line("data", "00:00:01.1",
                  R"(,"nesting":1,"category":"c","key":"k","value":")" + controls + '"') +
             line("region_leave", "00:00:01.1", R"(,"t_rel":0,"nesting":1)");
  for (int i = 0; i < 40; ++i)
    trace += line("region_enter", "00:00:01.1", R"(,"nesting":1,"category":"c","label":"l")",
                  "main", "other") +
             line("region_leave", "00:00:01.1", R"(,"t_rel":0,"nesting":1)", "main", "other");
  constexpr std::size_t most_waiting = 10'000;
  constexpr std::size_t longest_line = 3'000;
  exported const made{trace, {}, most_waiting, longest_line};
  CHECK(made.left_out().starts_with("10 spans"));
  CHECK(made.lines() < made.spans().size() / 2);
}

TEST_CASE("no span is lost between its process and a line that is too short for it", "[export]") {
  // The text takes twice its room in a line, or six times.
  auto const region = [](std::string_view text) {
    return line("region_enter", "00:00:01.1", R"(,"nesting":1,"category":"c","label":"l")") +
           line("data", "00:00:01.1",
                std::string{R"(,"nesting":1,"category":"c","key":"k","value":")"}.append(text) +
                    '"') +
           line("region_leave", "00:00:01.1", R"(,"t_rel":0,"nesting":1)");
  };
  std::string quotes;
  std::string controls;
  for (int i = 0; i < 500; ++i) quotes += R"(\")", controls += R"(\u0001)";
  std::string trace = process;
  for (int i = 0; i < 20; ++i) trace += region(quotes);
  trace += region(controls) + end;
  CHECK(exported{trace}.left_out().empty());
  for (std::size_t const longest_line :
       {1'000u, 3'000u, 6'000u, 8'000u, 12'000u, 20'000u, 40'000u}) {
    INFO(longest_line);
    exported const made{trace, {}, trace2::read::limits::waiting_spans, longest_line};
    std::size_t const lost = 22 - made.spans().size();
    std::string const told = made.left_out();
    CHECK((lost == 0 ? told.empty() : told.starts_with(std::to_string(lost) + " span")));
    CHECK((longest_line < 12'000 || lost == 0));
  }
}

TEST_CASE("in Git's own recordings ids are unique and every parent is there", "[export]") {
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    exported const made{support::content_of(path + ".event")};
    std::set<std::string> ids;
    for (span const& item : made.spans()) CHECK(ids.insert(item.spanId).second);
    for (span const& item : made.spans()) {
      CHECK(item.traceId.size() == 32);
      CHECK((item.parentSpanId.empty() || ids.contains(item.parentSpanId)));
      CHECK(item.startTimeUnixNano <= item.endTimeUnixNano);
      if (item.kind != program::otlp_span::server) continue;
      for (span_event const& one : item.events) {
        CHECK(one.timeUnixNano >= item.startTimeUnixNano);
        CHECK(one.timeUnixNano <= item.endTimeUnixNano);
      }
    }
  }
}

}  // namespace otlp_test
