#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/process/target.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/memory.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace target_test {

using namespace trace2;
using normal = target<format::normal>;
using json = target<format::json>;
using detail::target_options;
using support::record_of;

namespace {

/// A sink that fails for good when it is told to.
struct fragile_sink final : sink {
  void write(std::string_view lines) noexcept override {
    text += lines;
    if (fails_next != 0) error_number = fails_next;
  }
  int error() const noexcept override { return error_number; }
  std::uint64_t dropped() const noexcept override { return dropped_lines; }
  bool is_terminal() const noexcept override { return terminal; }
  bool is_signal_safe() const noexcept override { return true; }

  std::string text;
  int fails_next = 0;
  int error_number = 0;
  std::uint64_t dropped_lines = 0;
  bool terminal = false;
};

/// Wants one event, and can write no other.
struct only_data {
  [[maybe_unused]] static constexpr std::string_view name = "only_data";
  template <event_type Event>
  static constexpr bool wants = std::is_same_v<Event, event::data>;
  template <event_type Event>
  static void write(buffer& out, format_settings const&, record<Event> const& record) noexcept {
    if constexpr (!std::is_same_v<Event, event::exit>)  // what `format_policy` asks with
      out.append(record.event.key);
  }
};

/// A target open for the length of a test case, on a sink.
template <class Target, class Sink>
struct opened {
  explicit opened(Sink& to, target_options options = {.format = {.brief = true}}) {
    Target::state.open(to, options);
  }
  ~opened() {
    Target::state.take_failure();
    Target::state.close();
  }
};

template <class Target, class Event>
using erased =
    typename detail::offer_of<target_list<typename Target::kind>>::template without_type<Event>;

/// An event on its way to a target.
template <class Target, class Event>
void accept(record<Event> const& record, buffer& scratch) {
  erased<Target, Event> const event{record.event};
  Target::accept({record, event}, Target::template writer_of<Event>, scratch);
}

/// The same while a signal is handled.
template <class Target, class Event>
void accept_in_handler(record<Event> const& record, buffer& line) {
  erased<Target, Event> const event{record.event};
  Target::accept_in_handler({record, event}, Target::template writer_of<Event>, line);
}

std::string written_as(std::string_view message) {
  memory_sink sink;
  opened<normal, memory_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = message};
  accept<normal>(record_of(event), scratch);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("a target that is not open takes nothing") {
  buffer scratch;
  accept<json>(record_of(event::printf{.msg = "m"}), scratch);
  CHECK(scratch.empty());
  CHECK(json::state.destination() == nullptr);
  CHECK(json::state.lost() == 0);
}

TEST_CASE("a line ends in one LF, or as the payload ends", "[R-WR-02]") {
  CHECK(written_as("m") == "m\n");
  CHECK(written_as("m\n") == "m\n");
  CHECK(written_as("m\n\n") == "m\n\n");
  CHECK(written_as("a\nb") == "a\nb\n");
  CHECK(written_as("\n") == "\n");
}

TEST_CASE("an empty line is none", "[R-WR-02][R-NRM-07]") { CHECK(written_as("") == ""); }

TEST_CASE("an event is one write", "[R-WR-01][R-DST-23]") {
  struct counting_sink final : sink {
    void write(std::string_view) noexcept override { ++writes; }
    int writes = 0;
  } sink;
  opened<normal, counting_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = "several\nlines"};
  accept<normal>(record_of(event), scratch);
  CHECK(sink.writes == 1);
}

TEST_CASE("an event that a format ignores reaches no sink", "[R-MAT-01]") {
  memory_sink sink;
  opened<normal, memory_sink> const open{sink};
  buffer scratch;
  accept<normal>(record_of(event::thread_start{}), scratch);
  CHECK(sink.line_count() == 0);
}

TEST_CASE("a target has its own settings", "[R-REG-02]") {
  memory_sink sink;
  opened<json, memory_sink> const open{sink, {.format = {.brief = false, .nesting_limit = 1}}};
  buffer scratch;
  event::region_enter region{.nesting = 1};
  accept<json>(record_of(region), scratch);
  region.nesting = 2;
  accept<json>(record_of(region), scratch);
  CHECK(sink.line_count() == 1);
  CHECK(sink.text().find("\"time\"") != std::string_view::npos);
}

TEST_CASE("a filter keeps out events by their category and label") {
  memory_sink sink;
  opened<json, memory_sink> const open{
      sink, {.format = {.brief = true}, .filter = event_filter{"index,!index/load"}}};
  buffer scratch;
  accept<json>(record_of(event::region_enter{.nesting = 1, .category = "index", .label = "x"}),
               scratch);
  accept<json>(record_of(event::region_enter{.nesting = 1, .category = "index", .label = "load"}),
               scratch);
  accept<json>(record_of(event::region_enter{.nesting = 1, .category = "other", .label = "x"}),
               scratch);
  accept<json>(record_of(event::printf{.msg = "has no category"}), scratch);
  CHECK(sink.line_count() == 2);
}

TEST_CASE("on a terminal a line shows control bytes and stays one line", "[R-NRM-08]") {
  fragile_sink sink;
  sink.terminal = true;
  opened<normal, fragile_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = "a\x1b[31m\nb"};
  accept<normal>(record_of(event), scratch);
  CHECK(sink.text.find('\x1b') == std::string::npos);
  CHECK(sink.text.find('\n') == sink.text.size() - 1);
}

TEST_CASE("on a terminal a line of EVENT is what it is elsewhere") {
  fragile_sink sink;
  buffer scratch;
  event::printf const event{.msg = "a\x7f"};
  std::string texts[2];
  for (bool const is_terminal : {false, true}) {
    sink.terminal = is_terminal;
    sink.text.clear();
    opened<json, fragile_sink> const open{sink};
    accept<json>(record_of(event), scratch);
    texts[is_terminal ? 1 : 0] = sink.text;
  }
  CHECK_FALSE(texts[0].empty());
  CHECK(texts[1] == texts[0]);
}

TEST_CASE("a sink that fails for good ends the target, and is asked once why", "[R-WR-04]") {
  fragile_sink sink;
  opened<normal, fragile_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = "m"};
  unsigned const before = detail::unreported_failures.load_relaxed();
  CHECK(normal::state.take_failure() == 0);

  sink.fails_next = ENOSPC;
  accept<normal>(record_of(event), scratch);
  CHECK(detail::unreported_failures.load_relaxed() == before + 1);
  CHECK(normal::state.take_failure() == ENOSPC);
  CHECK(normal::state.take_failure() == 0);
  CHECK(detail::unreported_failures.load_relaxed() == before);
}

TEST_CASE("a sink that has failed and was replaced is reported once, and never again") {
  fragile_sink sink;
  fragile_sink others[2];
  opened<normal, fragile_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = "m"};
  unsigned const before = detail::unreported_failures.load_relaxed();
  auto const replace_by = [](fragile_sink& to) {
    normal::state.publish(normal::state.prepare(to, {.format = {.brief = true}}));
  };

  sink.fails_next = ENOSPC;
  accept<normal>(record_of(event), scratch);
  replace_by(others[0]);
  CHECK(normal::state.take_failure() == ENOSPC);
  CHECK(normal::state.take_failure() == 0);

  others[0].fails_next = ENOSPC;
  accept<normal>(record_of(event), scratch);
  replace_by(others[1]);
  replace_by(sink);
  CHECK(normal::state.take_failure() == 0);
  CHECK(detail::unreported_failures.load_relaxed() == before);
}

TEST_CASE("lines that can't be delivered are counted", "[R-LIM-03]") {
  fragile_sink sink;
  opened<normal, fragile_sink> const open{sink};
  buffer scratch;
  event::printf const event{.msg = "m"};
  sink.fails_next = EPIPE;
  sink.dropped_lines = 1;
  accept<normal>(record_of(event), scratch);
  accept<normal>(record_of(event), scratch);
  accept<normal>(record_of(event), scratch);
  CHECK(sink.text == "m\n");
  CHECK(normal::state.lost() == 3);
}

TEST_CASE("a line for which memory ran out is counted, not sent in part", "[R-WR-03]") {
  fragile_sink sink;
  opened<normal, fragile_sink> const open{sink};
  char room[8];
  buffer scratch{room, sizeof room};
  event::printf const event{.msg = "longer than the room"};
  accept<normal>(record_of(event), scratch);
  CHECK(sink.text == "");
  CHECK(normal::state.lost() == 1);
}

TEST_CASE("opening a target again starts anew") {
  fragile_sink broken;
  buffer scratch;
  event::printf const event{.msg = "m"};
  {
    opened<normal, fragile_sink> const open{broken};
    broken.fails_next = EPIPE;
    accept<normal>(record_of(event), scratch);
    accept<normal>(record_of(event), scratch);
  }
  fragile_sink sound;
  opened<normal, fragile_sink> const open{sound};
  accept<normal>(record_of(event), scratch);
  CHECK(sound.text == "m\n");
  CHECK(normal::state.lost() == 0);
}

TEST_CASE("the child of a fork doesn't count what its parent has lost", "[R-LIM-03]") {
  fragile_sink sink;
  opened<normal, fragile_sink> const open{sink};
  sink.dropped_lines = 3;
  CHECK(normal::state.lost() == 3);
  normal::state.forget_losses();
  CHECK(normal::state.lost() == 0);
  sink.dropped_lines = 4;
  CHECK(normal::state.lost() == 1);
}

TEST_CASE("urgent events and the end take along the lines that a sink keeps back") {
  memory_sink lines;
  buffered_sink sink{lines};
  buffer scratch;
  {
    opened<normal, buffered_sink> const open{sink};
    accept<normal>(record_of(event::printf{.msg = "at once, being the first"}), scratch);
    lines.clear();
    accept<normal>(record_of(event::printf{.msg = "kept back"}), scratch);
    CHECK(lines.line_count() == 0);
    accept<normal>(record_of(event::error{.msg = "urgent"}), scratch);
    CHECK(lines.text() == "kept back\nerror urgent\n");
    accept<normal>(record_of(event::printf{.msg = "late"}), scratch);
    CHECK(lines.line_count() == 2);
  }
  CHECK(lines.line_count() == 3);
}

TEST_CASE("a line that comes behind the end of its target isn't kept back") {
  struct late_sink final : sink {
    void write(std::string_view lines) noexcept override {
      normal::state.switch_off();  // by another thread, at the worst moment
      kept = lines;
    }
    void write_now(std::string_view) noexcept override { text += std::exchange(kept, {}); }
    int error() const noexcept override { return 0; }
    std::uint64_t dropped() const noexcept override { return 0; }
    std::string kept;
    std::string text;
  };
  late_sink sink;
  opened<normal, late_sink> const open{sink};
  buffer scratch;
  accept<normal>(record_of(event::printf{.msg = "late"}), scratch);
  CHECK(sink.text == "late\n");
}

TEST_CASE("a target that is switched off leaves its sink open until it is closed") {
  struct closing_sink final : sink {
    void write(std::string_view) noexcept override { ++writes; }
    void write_now(std::string_view) noexcept override { ++deliveries; }
    void close() noexcept override { ++closes; }
    int writes = 0;
    int deliveries = 0;
    int closes = 0;
  } sink;
  buffer scratch;
  normal::state.open(sink, {.format = {.brief = true}, .is_own_file = true});
  normal::state.switch_off();
  accept<normal>(record_of(event::printf{.msg = "late"}), scratch);
  CHECK(sink.writes == 0);
  CHECK(sink.deliveries == 1);
  CHECK(sink.closes == 0);
  normal::state.close();
  normal::state.close();
  CHECK(sink.closes == 1);
}

TEST_CASE("in a signal handler, too, a format sees only what it wants") {
  fragile_sink sink;
  opened<target<only_data>, fragile_sink> const open{sink};
  char room[64];
  buffer line{room, sizeof room};
  accept_in_handler<target<only_data>>(record_of(event::signal{}), line);
  CHECK(sink.text == "");
  accept_in_handler<target<only_data>>(record_of(event::data{.key = "k"}), line);
  CHECK(sink.text == "k\n");
}

TEST_CASE("a signal handler leaves sinks alone that don't allow it") {
  memory_sink sink;
  opened<normal, memory_sink> const open{sink};
  char room[64];
  buffer line{room, sizeof room};
  accept_in_handler<normal>(record_of(event::printf{.msg = "m"}), line);
  CHECK(sink.line_count() == 0);
}

}  // namespace target_test
