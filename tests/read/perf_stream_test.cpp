#include <trace2/format/json.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/perf_stream.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/text.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/git_traces.hpp"
#include "support/temporary_directory.hpp"
#include "support/well_formed.hpp"
#include <time.h>

namespace perf_stream_test {

namespace program = trace2::program;
namespace format = trace2::format;
namespace tr = trace2::read;

namespace {

using texts = std::vector<std::string>;

constexpr std::int64_t noon = 946'728'000'000'000;  // 2000-01-01T12:00:00Z
constexpr std::int64_t per_day = 86'400'000'000;

struct reading {
  std::vector<std::string> events;  ///< line number, name and whatever `show` adds
  texts problems;
};

/// Reads a trace and describes its events.
template <class Show>
reading read_all(std::string text, Show const& show, std::int64_t written = noon + per_day) {
  support::scoped_variable const zone{"TZ", "UTC"};
  ::tzset();
  reading result;
  tr::text_source source{std::move(text)};
  tr::perf_stream events{
      source, "file",
      [&](tr::problem const& met) {
        result.problems.push_back(std::to_string(met.line).append(" ").append(met.reason));
      },
      written, 10'000};
  while (auto const* const event = events.next()) result.events.push_back(show(*event));
  return result;
}

template <class Format, class Events>
std::string written_as(Events& events) {
  trace2::memory_sink sink;
  tr::label_table labels;
  program::text_writer<Format> to{sink};
  tr::tracker tracker{to, labels};
  while (auto const* const event = events.next()) CHECK(tracker.take(*event) == nullptr);
  tracker.finish();
  return std::string{sink.text()};
}

/// PERF to EVENT, and back.
std::string there_and_back(std::string const& perf) {
  auto const report = [](tr::problem const& met) {
    INFO(met.line);
    CHECK(met.reason.find("may be of several processes") != std::string_view::npos);
  };
  tr::text_source from{perf};
  tr::perf_stream lines{from, "perf", report, noon};
  tr::text_source between{written_as<format::json>(lines)};
  tr::event_stream events{between, "event", report};
  return written_as<format::perf>(events);
}

/// What processes have written: the events of each and those of its children. The order of threads
/// differs between targets.
class family {
 public:
  template <class Events>
  explicit family(Events& events) {
    while (auto const* const event = events.next()) {
      std::string line{event->event_name};
      line.append(" ").append(event->thread);
      if (event->t_rel) line.append(" ").append(std::to_string(event->t_rel->in_microseconds()));
      if (event->nesting) line.append(" ").append(std::to_string(*event->nesting));
      // EVENT tells of some events only.
      if (event->event_name == "data" || event->event_name == "start")
        line.append(" ").append(std::to_string(event->t_abs->in_microseconds()));
      written_[std::string{event->sid}].push_back(line);
    }
  }

  /// All of it, as text.
  texts shown() {
    texts all;
    for (auto& [sid, lines] : written_)
      if (sid.find('/') == sid.npos) all.push_back(shown(sid));
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::string shown(std::string const& sid) {
    texts lines = written_[sid];
    std::stable_sort(lines.begin(), lines.end());
    texts children;
    for (auto const& [other, ignored] : written_)
      if (other.starts_with(sid + "/") && other.find('/', sid.size() + 1) == other.npos)
        children.push_back(shown(other));
    std::sort(children.begin(), children.end());
    std::string all;
    for (std::string const& line : lines) all.append(line).append("; ");
    for (std::string const& child : children) all.append("(").append(child).append(")");
    return all;
  }

  std::map<std::string, texts> written_;
};

bool is_brief(std::string const& path) { return path.find("brief") != path.npos; }
/// EVENT alone leaves out regions that are nested deeper than its limit (R-REG-02).
bool is_complete(std::string const& path) { return !path.ends_with("default-nesting"); }

}  // namespace

TEST_CASE("lines between the switches of a task are indented by the regions of the task",
          "[read]") {
  std::string const perf =
      "12:00:00.000000 m.cpp:1 | d0 | main | version | | 0.000010 | | | 1\n"
      "12:00:00.000001 m.cpp:1 | d0 | main | start | | 0.000011 | | | x\n"
      "12:00:00.000002 m.cpp:2 | d0 | main | task_begin | | 0.000012 | | net | [t1] label:get\n"
      "12:00:00.000003 m.cpp:3 | d0 | main | task_run | | 0.000013 | | | [t1]\n"
      "12:00:00.000004 m.cpp:4 | d0 | main | task_region_enter | | 0.000014 | | net | "
      "[t1] waits label:read\n"
      "12:00:00.000005 m.cpp:5 | d0 | main | data | | 0.000015 | 0.000001 | net | ..size:7\n"
      "12:00:00.000006 m.cpp:6 | d0 | main | task_pause | | 0.000016 | | | ..[t1]\n"
      "12:00:00.000007 m.cpp:7 | d0 | main | data | | 0.000017 | 0.000007 | net | done:1\n"
      "12:00:00.000008 m.cpp:8 | d0 | main | exit | | 0.000018 | | | code:0\n";
  auto const all = read_all(perf, [](tr::occurrence const& event) {
    std::string shown{event.event_name};
    if (auto const* const found = event.get<trace2::event::data>())
      shown.append(" ").append(found->key);
    if (event.nesting) shown.append(" ").append(std::to_string(*event.nesting));
    if (auto const* const found = event.get<trace2::event::task_region_enter>())
      shown.append(" ").append(found->label);
    for (auto const& [name, value] : event.others)
      if (name == "waits") shown.append(" waits");
    return shown;
  });
  CHECK(all.problems.empty());
  CHECK(all.events == texts{"version", "start", "task_begin", "task_run",
                            "task_region_enter 1 read waits", "data size 2", "task_pause",
                            "data done 1", "exit"});
}

TEST_CASE("PERF made EVENT and PERF again is the same", "[read][R-PRF-02][R-PRF-09][R-PRF-12]") {
  for (char const* const zone : {"UTC", "Asia/Kolkata", "America/New_York"}) {
    support::scoped_variable const here{"TZ", zone};
    ::tzset();
    for (std::string const& path : support::git_traces()) {
      INFO(path);
      std::string const perf = support::content_of(path + ".perf");
      CHECK(support::well_formed(there_and_back(perf)) == support::well_formed(perf));
    }
  }
}

TEST_CASE("an event of PERF is the same occurrence as that of EVENT", "[read]") {
  auto const result = read_all(
      "12:30:00.000500 a/long/directory/file.c:12   | d0 | main                     | version      "
      "|     |           |           |              | 1.0\n"
      "12:30:00.001600 git.c:7                      | d0 | main                     | data         "
      "| r1  |  0.001500 |  0.001500 | index        | k:v\n",
      [](tr::occurrence const& event) {
        auto const* const data = event.get<trace2::event::data>();
        return std::string{event.sid} + " " + std::string{event.file} + " " +
               std::to_string(event.line) + " " +
               std::to_string(tr::whole_microseconds(*event.wall) - noon) +
               (data == nullptr
                    ? ""
                    : " " + std::string{data->key} + " " + std::to_string(data->nesting) + " " +
                          std::to_string(event.repo.value));
      },
      noon + 31 * 60'000'000ll);
  std::string const sid = "20000101T123000.000500Z-perfaaea5743-1";
  CHECK(result.events ==
        texts{sid + " a/long/directory/file.c 12 1800000500", sid + " git.c 7 1800001600 k 1 1"});
}

TEST_CASE("lines of other programs are reported and skipped", "[read]") {
  auto const result = read_all(
      "Cloning...\nd0 | main | version | | | | | 1\n"
      "d0 | main | exit | | 0.5 | | | code:\nfatal: no\n"
      "d70 | main | version | | | | | 1\n",
      [](auto const& event) { return std::string{event.event_name}; });
  CHECK(result.events == texts{"version"});
  CHECK(result.problems == texts{"1 is no line of PERF", "3 lacks a part of its event",
                                 "4 is no line of PERF",
                                 "5 is of a process with too many ancestors"});
}

TEST_CASE("a dot of a payload is no indentation", "[read][R-PRF-09]") {
  std::string const trace =
      "d0 | main | version | | | | | 1\n"
      "d0 | main | data | | 0.000001 | 0.000001 | c | .git:1\n"
      "d0 | main | region_enter | | 0.000002 | | c | label:l\n"
      "d0 | main | data | | 0.000003 | 0.000001 | c | ...x:1\n"
      "d0 | main | region_leave | | 0.000004 | 0.000002 | c | label:l\n"
      "d0 | main | region_leave | | 0.000005 | 0.000005 | c | label:surplus\n";
  auto const result = read_all(trace, [](tr::occurrence const& event) {
    auto const* const data = event.get<trace2::event::data>();
    return std::to_string(event.nesting.value_or(-1)) +
           (data == nullptr ? "" : std::string{data->key});
  });
  CHECK(result.events == texts{"-1", "1.git", "1", "2.x", "1", "0"});
}

TEST_CASE("no claim is made from what may be of several processes", "[read]") {
  std::string const twice = "d0 | main | version | | | | | 1\n";
  auto const result =
      read_all(twice + twice +
                   "d0 | main | error | | | | | which?\n"
                   "d0 | main | region_enter | | 0.000002 | | c | label:l\n"
                   "d0 | main | region_leave | | 0.000004 | 0.000002 | c | label:l\n"
                   "d0 | main | child_start | | 0.000005 | | | [ch0] class:? argv:[a]\n"
                   "d0 | main | exit | | 0.000006 | | | code:1\n",
               [](tr::occurrence const& event) {
                 return std::string{event.event_name} +
                        (event.get<trace2::event::exit>() != nullptr ? " is claimed" : "") +
                        (event.sid.ends_with("-unclear") ? "?" : "");
               });
  CHECK(result.events == texts{"version", "version", "error?", "region_leave?", "exit?"});
  CHECK(result.problems == texts{"0 has 5 lines that may be of several processes"});
}

TEST_CASE("an event of the program's own keeps its members", "[read]") {
  std::string const trace =
      "d0 | main                     | version      |     |           |           |              | "
      "1\n"
      "d0 | main                     | cache_lookup |     |  0.000272 |           | c            | "
      "key:a b hit:true\n";
  CHECK(there_and_back(trace) == trace);
}

TEST_CASE("every line of PERF belongs to the process that wrote it", "[read]") {
  for (std::string const& path : support::git_traces()) {
    if (is_brief(path) || !is_complete(path)) continue;
    INFO(path);
    auto const fail = [](tr::problem const& met) {
      INFO(met.line);
      CHECK(met.reason == "no problem");
    };
    tr::text_source perf{support::content_of(path + ".perf")};
    tr::perf_stream lines{perf, "perf", fail, noon};
    tr::text_source event{support::content_of(path + ".event")};
    tr::event_stream events{event, "event", [](auto const&) {}};
    CHECK(family{lines}.shown() == family{events}.shown());
  }
}

}  // namespace perf_stream_test
