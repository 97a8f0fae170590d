// Rounds of events of several threads, and a look for them in a recording.
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/trace2.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <string>

namespace recorder {

inline constexpr std::size_t most_threads = 64;

/// Calls `has_done(count)` after each round.
void spin(int number, std::int64_t rounds, auto const& has_done) {
  TRACE2_THREAD("spin" + std::to_string(number));
  for (std::int64_t i = 0; i < rounds; ++i) {
    {
      TRACE2_REGION("spin", "round");
      TRACE2_DATA("spin", "i", i);
      if (i % 64 == 0) {
        TRACE2_DATA("spin", "text", std::to_string(i));
      }
    }
    has_done(i + 1);
  }
}

/// Each thread's rounds are there, all that it had finished, in order, and none torn. The progress
/// is a file of the number that each thread had finished.
inline int check(char const* recording_path, char const* progress_path, bool is_ring) {
  trace2::read::flight_recording recording;
  if (std::string const problem = recording.open(recording_path); !problem.empty()) {
    std::printf("%s %s\n", recording_path, problem.c_str());
    return 1;
  }
  struct state {
    std::int64_t next = -1;
    bool is_open = false;
    bool has_entered = false;
  };
  std::map<std::uint32_t, state> threads;
  std::map<std::uint32_t, std::string> names;
  int failures = 0;
  auto const fail = [&](char const* what, std::uint32_t thread) {
    std::printf("%s: thread %u (%s)\n", what, thread, names[thread].c_str());
    ++failures;
  };
  trace2::read::recording::occurrence_maker occurrences;
  std::int64_t last = 0;
  while (auto const* event = recording.next()) {
    if (event->nanoseconds < last) fail("time runs backwards", event->thread_number);
    last = event->nanoseconds;
    names[event->thread_number] = event->thread;
    state& at = threads[event->thread_number];
    auto const* const made = occurrences.make(recording.sid(), *event);
    if (made == nullptr) {
      fail("an event is damaged", event->thread_number);
    } else if (auto const* const enter = made->get<trace2::event::region_enter>()) {
      if (enter->category != "spin") continue;
      if (at.is_open) fail("entered twice", event->thread_number);
      at.is_open = at.has_entered = true;
    } else if (auto const* const leave = made->get<trace2::event::region_leave>()) {
      if (leave->category != "spin") continue;
      // A ring may begin within a round.
      if (!at.is_open && !(is_ring && !at.has_entered)) fail("left twice", event->thread_number);
      at.is_open = false;
    } else if (auto const* const data = made->get<trace2::event::data>()) {
      if (data->category != "spin" || data->key != "i") continue;
      auto const value = static_cast<std::int64_t>(event->value);
      if (at.next < 0) {
        if (value != 0 && !is_ring) fail("the beginning is missing", event->thread_number);
      } else if (value != at.next) {
        fail("a round is missing", event->thread_number);
      }
      at.next = value + 1;
    }
  }
  std::int64_t all_done[most_threads]{};
  std::ifstream{progress_path, std::ios::binary}.read(reinterpret_cast<char*>(all_done),
                                                      sizeof all_done);
  std::int64_t rounds = 0;
  for (auto const& [thread, name] : names) {
    std::size_t const place = name.find(":spin");
    if (place == std::string::npos) continue;
    std::int64_t const done = all_done[std::stoul(name.substr(place + 5))];
    rounds += done;
    if (threads[thread].next < done && done != 0) fail("the end is missing", thread);
  }
  if (rounds != std::accumulate(std::begin(all_done), std::end(all_done), std::int64_t{0}))
    fail("all of it is missing", 0);
  if (recording.damages() != 0) fail("damages", 0);
  if (recording.dropped() != 0) fail("dropped", 0);
  std::printf("%lld rounds, %s\n", static_cast<long long>(rounds), failures == 0 ? "ok" : "failed");
  return failures != 0;
}

}  // namespace recorder
