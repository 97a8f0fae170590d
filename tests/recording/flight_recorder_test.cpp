#include <trace2/detail/system/leaked.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/recording/flight_recorder.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace flight_recorder_test {

using namespace trace2;
using tracer_on = basic_tracer<true, target_list<flight_recorder>>;
using recorder = target<flight_recorder>;

namespace {

/// A session that records to a file, and nothing else.
struct recorded {
  explicit recorded(recording_options const& options = {})
      : file{detail::leaked<recording_file>::make((directory / "recording").c_str(), options)} {
    REQUIRE(file->error() == 0);
    tracer_on::attach<flight_recorder>(*file);
  }

  ~recorded() { file->close(); }

  std::string bytes() const { return support::content_of(directory / "recording"); }

  testing::memory_session<tracer_on> session;
  support::temporary_directory const directory;
  recording_file* file;
};

struct large {
  static constexpr std::string_view event_name = "large";
  std::string_view text;
};
BOOST_DESCRIBE_STRUCT(large, (), (text))

}  // namespace

TEST_CASE("a program may record to a file of its own") {
  recorded const run;
  CHECK(recorder::state.destination() == run.file);
  tracer_on::print("a message");
  CHECK(run.bytes().find("a message") != std::string::npos);
}

TEST_CASE("records follow each other without gaps") {
  recorded const run;
  tracer_on::print("first");
  tracer_on::print("second");
  // Texts are filled up to a word with zeros, and no line feed follows them.
  std::string const bytes = run.bytes();
  for (std::string const text : {"first", "second"}) {
    std::size_t const at = bytes.find(text);
    REQUIRE(at != bytes.npos);
    CHECK(bytes[at + text.size()] != '\n');
    // Whether a record ends within a word depends on the length of the path of this file.
    for (std::size_t i = at + text.size(); i % 8 != 0; ++i) CHECK(bytes[i] == '\0');
  }
}

TEST_CASE("a filter keeps events out of a recording") {
  recorded const run;
  recorder::state.open(*run.file, {.filter = event_filter{"index"}});
  tracer_on::data("index", "kept", 1);
  tracer_on::data("other", "left out", 1);
  tracer_on::print("has no category");
  CHECK(run.bytes().find("kept") != std::string::npos);
  CHECK(run.bytes().find("left out") == std::string::npos);
  CHECK(run.bytes().find("has no category") != std::string::npos);
}

TEST_CASE("an event that has no room is counted, also when there is none to say what it is") {
  recorded const run{{.size = 64 * 1024}};
  std::string const long_text(100'000, 'x');
  tracer_on::print(long_text);
  CHECK(recorder::state.lost() == 1);
  CHECK(recorder::state.loss_reason() == recording_file::size_reached);
  while (run.file->dropped() < 3) tracer_on::print(std::string_view{long_text}.substr(0, 1000));
  auto const before = recorder::state.lost();
  tracer_on::emit(large{long_text});
  CHECK(recorder::state.lost() == before + 1);
}

TEST_CASE("the largest record is stored, a larger one is counted, here and in the file") {
  using namespace detail::recording;
  recorded const run;
  constexpr std::size_t largest = largest_chunk / 2;
  constexpr std::size_t besides_text = 4096;
  std::string const text(2 * largest_chunk, 'x');
  tracer_on::print(std::string_view{text}.substr(0, largest - besides_text));
  CHECK(recorder::state.lost() == 0);
  std::uint64_t lost = 0;
  for (std::size_t const size : {largest, largest + 1, largest_chunk, 2 * largest_chunk}) {
    tracer_on::print(std::string_view{text}.substr(0, size));
    CHECK(recorder::state.lost() == ++lost);
    CHECK(run.file->dropped() == lost);
    file_header header{};
    std::string const bytes = run.bytes();
    std::memcpy(&header, bytes.data(), sizeof header);
    CHECK(header.dropped == lost);
  }
}

TEST_CASE("a recording that could not be made ends the target, and is asked once why") {
  testing::memory_session<tracer_on> session;
  recording_file nowhere{"/no/such/directory/recording", {}};
  tracer_on::attach<flight_recorder>(nowhere);
  tracer_on::print("m");
  tracer_on::print("m");
  CHECK(recorder::state.take_failure() == 0);  // the session has asked
  CHECK(recorder::state.lost() == 1);
}

TEST_CASE("events go the short way while nobody else listens and none is filtered") {
  using detail::recording::recorder;
  recorded const run;
  target<flight_recorder>::listen_alone(true);
  CHECK(recorder::alone() == recorder::current());
  target<flight_recorder>::listen_alone(false);
  CHECK(recorder::alone() == nullptr);

  target<flight_recorder>::state.open(*run.file, {.filter = event_filter{"index"}});
  target<flight_recorder>::listen_alone(true);
  CHECK(recorder::alone() == nullptr);
}

TEST_CASE("a target that opens ends the short way") {
  using both = dispatcher<target_list<format::normal, flight_recorder>>;
  recorded const run;
  memory_sink lines;
  both::tell_recorder();
  CHECK(detail::recording::recorder::alone() != nullptr);
  target<format::normal>::state.open(lines, {});
  CHECK(detail::recording::recorder::alone() == nullptr);
  both::tell_recorder();
  CHECK(detail::recording::recorder::alone() == nullptr);
  target<format::normal>::state.close();
  both::tell_recorder();
  CHECK(detail::recording::recorder::alone() != nullptr);
}

}  // namespace flight_recorder_test
