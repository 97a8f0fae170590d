#include <trace2/read/normal_stream.hpp>
#include <trace2/event/region.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <time.h>
#include <utility>
#include <vector>

#include "convert/text.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/git_traces.hpp"
#include "support/temporary_directory.hpp"
#include "support/well_formed.hpp"

namespace normal_stream_test {

namespace format = trace2::format;
namespace tr = trace2::read;

namespace {

using texts = std::vector<std::string>;

constexpr std::int64_t noon = 946'728'000'000'000;  // 2000-01-01T12:00:00Z

template <class Format, class Events>
std::string written_as(Events& events) {
  trace2::memory_sink sink;
  tr::label_table labels;
  trace2::program::text_writer<Format> to{sink};
  tr::tracker tracker{to, labels};
  while (auto const* const event = events.next()) CHECK(tracker.take(*event) == nullptr);
  tracker.finish();
  return std::string{sink.text()};
}

/// NORMAL to EVENT, and back; nothing if a line may be of several processes.
std::string there_and_back(std::string const& normal) {
  tr::text_source from{normal};
  bool is_clear = true;
  tr::normal_stream lines{from, "normal", [&](auto const&) { is_clear = false; }, noon};
  tr::text_source between{written_as<format::json>(lines)};
  tr::event_stream events{between, "event", [](auto const&) {}};
  return is_clear ? written_as<format::normal>(events) : std::string{};
}

/// Command lines with their exit codes, sorted.
template <class Events>
texts commands_of(Events& events) {
  std::map<std::string, std::string> found;
  while (auto const* const event = events.next()) {
    std::string& command = found[std::string{event->sid}];
    if (auto const* const start = event->template get<trace2::event::start>())
      for (auto const argument : start->argv) command.append(argument).append(" ");
    if (auto const* const end = event->template get<trace2::event::atexit>())
      command.append(std::to_string(end->code)).append(";");
  }
  texts all;
  for (auto const& [sid, command] : found)
    if (!sid.ends_with("-unclear")) all.push_back(command);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("NORMAL made EVENT and NORMAL again is the same", "[read][R-NRM-02][R-NRM-05]") {
  std::size_t clear = 0;
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    std::string const normal = support::content_of(path + ".normal");
    std::string const back = there_and_back(normal);
    if (back.empty()) continue;
    ++clear;
    CHECK(support::well_formed(back) == support::well_formed(normal));
  }
  CHECK(clear >= 20);
}

TEST_CASE("NORMAL gives commands, and exit codes where times tell whose they are", "[read]") {
  support::scoped_variable const zone{"TZ", "UTC"};
  ::tzset();
  for (std::string const& path : support::git_traces()) {
    if (path.find("brief") != path.npos) continue;
    INFO(path);
    tr::text_source normal{support::content_of(path + ".normal")};
    bool is_clear = true;
    tr::normal_stream lines{normal, "normal", [&](auto const&) { is_clear = false; }, noon};
    tr::text_source event{support::content_of(path + ".event")};
    tr::event_stream events{event, "event", [](auto const&) {}};
    texts const found = commands_of(lines);
    texts const wanted = commands_of(events);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK((is_clear ? found[i] == wanted[i] : wanted[i].starts_with(found[i])));
  }
}

TEST_CASE("no process has a parent, because NORMAL tells none", "[read]") {
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    tr::text_source source{support::content_of(path + ".normal")};
    tr::normal_stream lines{source, "normal", [](auto const&) {}, noon};
    while (auto const* const event = lines.next())
      CHECK(event->sid.find('/') == std::string_view::npos);
  }
}

TEST_CASE("what is no line of NORMAL, or half of one, is reported", "[read]") {
  tr::text_source source{"Cloning...\nversion 1\nexit elapsed:1.0\nexit elapsed:1.0 code:3\n"};
  texts problems;
  tr::normal_stream lines{
      source, "normal",
      [&](tr::problem const& met) {
        problems.push_back(std::to_string(met.line).append(" ").append(met.reason));
      },
      noon};
  CHECK(lines.next()->event_name == "version");
  CHECK(lines.next()->get<trace2::event::exit>()->code == 3);
  CHECK(lines.line_number() == 4);
  CHECK(lines.next() == nullptr);
  CHECK(problems == texts{"1 is no line of NORMAL", "3 lacks a part of its event"});
}

}  // namespace normal_stream_test

namespace normal_payload_test {

namespace event = trace2::event;

namespace {

std::pmr::monotonic_buffer_resource memory;
trace2::read::quoted_words words{memory};
trace2::read::normal_payload payload{words};

template <class Event>
std::optional<Event> read(std::string_view text) {
  Event found{};
  if (!payload.read(text, found)) return {};
  return found;
}

}  // namespace

TEST_CASE("what Git Credential Manager writes into NORMAL is read, too", "[read]") {
  auto const child = read<event::child_start>("[1] C:/Program Files/Git/cmd/git.exe config");
  REQUIRE(child);
  CHECK((child->child_id == 1 && child->argv.count == 2 && !child->use_shell));
  CHECK(read<event::child_exit>("[1] pid:7 code:0 elapsed:0,1")->t_rel ==
        trace2::duration::microseconds(100'000));
  CHECK(read<event::exit>("elapsed:2,5 code:-1")->code == -1);
  CHECK(read<event::start>("C:\\a b\\gcm.exe get")->argv.count == 2);
  CHECK_FALSE(read<event::child_start>("[1]git"));
}

TEST_CASE("ends, children and sums are read from their words", "[read][R-NRM-05]") {
  CHECK(read<event::exit>("elapsed:1.500000 code:3")->t_abs ==
        trace2::duration::microseconds(1'500'000));
  CHECK(read<event::signal>("elapsed:1.5 code:13")->signo == 13);
  auto const child = read<event::child_start>("2] cd '/a b'; git 'x y'");
  CHECK((child->child_id == 2 && child->cd == "/a b" && child->argv.count == 2));
  CHECK(read<event::child_start>("0] cd /a; git")->cd == "/a");
  CHECK(read<event::child_exit>("0] pid:7 code:-1 elapsed:0.5")->code == -1);
  CHECK(read<event::child_ready>("0] pid:7 ready:ready elapsed:0.5")->ready == "ready");
  CHECK(read<event::cmd_ancestry>("sh <- git <- bash")->ancestry.count == 3);
  CHECK(read<event::alias>("a -> b 'c d'")->argv.count == 2);
  CHECK(read<event::exec>("0] git git show")->exe == "git");
  CHECK(read<event::exec_result>("0] code:2 err:No such file")->code == 2);
  CHECK(read<event::def_param>("scope:local a.b=c")->value == "c");
  CHECK(read<event::timer>("c/n intervals:1 total:1.0 min:1.0 max:1.0")->name == "n");
  CHECK(read<event::counter>("c/n value:5")->count == 5);
}

TEST_CASE("words of which a part is missing are none", "[read]") {
  CHECK_FALSE(read<event::exit>("elapsed:1.5"));
  CHECK_FALSE(read<event::child_exit>("0 pid:7 code:1 elapsed:1.0"));
  CHECK_FALSE(read<event::region_enter>("label:x"));
}

}  // namespace normal_payload_test
