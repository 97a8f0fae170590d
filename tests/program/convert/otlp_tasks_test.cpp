#include "convert/otlp_tasks.hpp"

#include <trace2/detail/text/json_text.hpp>
#include <trace2/sink/memory.hpp>

#include <string>
#include <string_view>
#include <utility>

#include "convert/otlp.hpp"
#include "convert/span_identity.hpp"
#include "support/catch.hpp"
#include "support/task_trace.hpp"

namespace otlp_tasks_test {

namespace program = trace2::program;
using namespace support::tasks;  // NOLINT(google-build-using-namespace)

namespace {

std::string converted(std::string trace) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  program::otlp to{sink, labels};
  CHECK(support::follow(std::move(trace), to, labels).empty());
  CHECK(to.left_out().empty());
  sink.for_each_line([](std::string_view text) { CHECK(trace2::detail::is_json(text)); });
  return std::string{sink.text()};
}

/// The text of the span with an id, from there on up to the id of the next one.
std::string span(std::string const& json, std::string const& id) {
  std::size_t const at = json.find(R"("spanId":")" + id + R"(","parentSpanId")");
  REQUIRE(at != json.npos);
  std::size_t const next = json.find(R"(,"parentSpanId")", json.find(R"("name")", at));
  return json.substr(at, next - at);
}
program::otlp_span_id const process_id = program::identity_of("S").span_id;
std::string task(int id) {
  return program::inner_span_id(process_id, 'k', static_cast<std::uint64_t>(id)).text();
}

std::string attribute(std::string const& of, std::string_view key) {
  constexpr std::string_view begin = R"(","value":{"stringValue":")";
  std::size_t const at = of.find(std::string{key}.append(begin));
  if (at == of.npos) return "(none)";
  std::size_t const text = at + key.size() + begin.size();
  return of.substr(text, of.find('"', text) - text);
}
std::string parent(std::string const& of) {
  std::size_t const at = of.find(R"("parentSpanId":")") + 16;
  return of.substr(at, 16);
}

}  // namespace

TEST_CASE("a task is a span, with its running and its waiting as attributes", "[export]") {
  std::string const json = converted(pool());
  std::string const fetch = span(json, task(1));
  CHECK(parent(fetch) == process_id.text());
  CHECK(fetch.find(R"x("name":"task(c,fetch)")x") != fetch.npos);
  CHECK(fetch.find(R"("startTimeUnixNano":"946684800020000000")") != fetch.npos);
  CHECK(fetch.find(R"("endTimeUnixNano":"946684800400000000")") != fetch.npos);
  CHECK(attribute(fetch, "trace2.span.type") == "task");
  CHECK(attribute(fetch, "trace2.task.id") == "1");
  CHECK(attribute(fetch, "trace2.task.running") == "0.200000");
  CHECK(attribute(fetch, "trace2.task.waiting") == "0.180000");
  CHECK(attribute(fetch, "trace2.task.message") == "a.c");
  CHECK(fetch.find("links") == fetch.npos);
}

TEST_CASE("a link leads to the span of the other task", "[export]") {
  std::string const compile = span(converted(pool()), task(2));
  CHECK(compile.find(R"("links":[{"traceId":")" + program::identity_of("S").trace_id.text() +
                     R"(","spanId":")" + task(1) + R"(","attributes":[{)") != compile.npos);
  CHECK(attribute(compile, "trace2.link.kind") == "waits_for");
}

TEST_CASE("the regions of a task are spans inside it, and data belongs to them", "[export]") {
  std::string const data = R"(,"nesting":2,"category":"c","key":"k","value":"v")";
  std::string const json = converted(
      process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", first) +
              line("data", "00:00:00.1", data, first) + enter(1, "00:00:00.2", "r", 1, first) +
              line("data", "00:00:00.2", data, first) + pause(1, "00:00:00.2", first) +
              run(1, "00:00:00.4", "main") + leave(1, "00:00:00.5", "r", 1, "main") +
              pause(1, "00:00:00.5", "main") + end(1, "00:00:00.5", "a")));
  std::string const region = span(json, program::inner_span_id(process_id, 'r', 1).text());
  CHECK(parent(region) == task(1));
  CHECK(attribute(region, "trace2.region.waiting") == "0.200000");
  CHECK(region.find("trace2.region.data") != region.npos);
  CHECK(span(json, task(1)).find("trace2.task.data") != json.npos);
}

TEST_CASE("a task lies in its parent, or in what began it", "[export]") {
  std::string const json = converted(
      process(line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"l")") +
              begin(1, "00:00:00.1", "a") + begin(2, "00:00:00.1", "b", 1) +
              run(1, "00:00:00.2", first) + begin(3, "00:00:00.2", "c", 0, first)));
  CHECK(parent(span(json, task(1))) == program::inner_span_id(process_id, 'r', 1).text());
  CHECK(parent(span(json, task(2))) == task(1));
  CHECK(parent(span(json, task(3))) == task(1));
  CHECK(attribute(span(json, task(3)), "trace2.task.unfinished") == "true");
}

}  // namespace otlp_tasks_test
