#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/read/recordings.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace recordings_test {

using namespace trace2;
using tracer_on = basic_tracer<true, default_targets>;

namespace {

/// The recording of a process that began that many seconds after the others.
void make_recording(std::string const& path, int begin, int events) {
  testing::memory_session<tracer_on> session;
  session.clock.advance_microseconds(begin * 1'000'000);
  trace2::detail::clock::replace(&session.clock);
  auto* const file =
      trace2::detail::leaked<recording_file>::make(path.c_str(), recording_options{});
  REQUIRE(file->error() == 0);
  target<flight_recorder>::state.open(*file, {});
  for (int i = 0; i < events; ++i) {
    tracer_on::data("c", "begin", begin);
    session.clock.advance_microseconds(2'000'000);
  }
  file->close();
}

std::unique_ptr<read::flight_recording> open(read::input_file const& file) {
  auto recording = std::make_unique<read::flight_recording>();
  return recording->open(file.path.c_str()).empty() ? std::move(recording) : nullptr;
}

/// The values of the events, in their order.
std::vector<std::int64_t> values_of(read::merged_recordings& all) {
  std::vector<std::int64_t> values;
  while (auto const entry = all.next()) {
    read::recording::occurrence_maker maker;
    auto const* const made = maker.make(entry.of->sid(), *entry.event);
    auto const* const data = made == nullptr ? nullptr : made->get<event::data>();
    if (data == nullptr) continue;
    data->value.visit([&](auto value) {
      if constexpr (std::is_arithmetic_v<decltype(value)>)
        values.push_back(static_cast<std::int64_t>(value));
    });
  }
  return values;
}

}  // namespace

TEST_CASE("recordings are merged by time, however few may be open") {
  support::temporary_directory const directory;
  make_recording(directory / "a", 1, 3);
  make_recording(directory / "b", 0, 3);
  make_recording(directory / "c", 10, 1);
  for (std::size_t const most_open : {std::size_t{0}, std::size_t{1}, std::size_t{100}}) {
    int openings = 0;
    read::merged_recordings all{[&](read::input_file const& file, read::memory_budget&) {
                                  ++openings;
                                  return open(file);
                                },
                                most_open};
    CHECK(all.empty());
    for (char const* const name : {"a", "b", "c"})
      all.add({directory / name}, open({directory / name}));
    CHECK_FALSE(all.empty());
    CHECK(values_of(all) == std::vector<std::int64_t>{0, 1, 0, 1, 0, 1, 10});
    CHECK(openings == (most_open == 100 ? 0 : most_open == 1 ? 2 : 3));
    CHECK_FALSE(all.refresh());
    all.for_each([](std::string const&, read::recording_losses const& losses) {
      CHECK(losses.dropped + losses.damages == 0);
      CHECK_FALSE(losses.is_unread);
    });
  }
}

TEST_CASE("a recording that is gone when it is its turn is told of") {
  support::temporary_directory const directory;
  make_recording(directory / "a", 1, 3);
  make_recording(directory / "b", 0, 1);
  read::merged_recordings all{[](read::input_file const&, read::memory_budget&) { return nullptr; },
                              1};
  all.add({directory / "b"}, open({directory / "b"}));
  all.add({directory / "a"}, open({directory / "a"}));
  CHECK(values_of(all) == std::vector<std::int64_t>{0});
  std::vector<std::string> unread;
  all.for_each([&](std::string const& path, read::recording_losses const& losses) {
    if (losses.is_unread) unread.push_back(path);
  });
  CHECK(unread == std::vector<std::string>{directory / "a"});
}

}  // namespace recordings_test
