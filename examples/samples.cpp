// Works in functions of known lengths, inside of regions, a thread and a task, for a profiler:
//
//     trace2 run --samples -- samples
//
// examples/samples/README.md explains what that shows.
#include <trace2/disturbances.hpp>
#include <trace2/session.hpp>
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>

using milliseconds = std::chrono::milliseconds;

static unsigned long volatile spun = 0;

/// Works on the processor for a length of time.
[[gnu::noinline]] static void spin(milliseconds time) {
  auto const end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end)
    for (int i = 0; i < 10'000; ++i) spun = spun + 1;
}

[[gnu::noinline]] static void parse(milliseconds time) {
  spin(time);
  spun = spun + 1;
}
// Not the same as above: compilers make one function of two that are equal.
[[gnu::noinline]] static void sort(milliseconds time) {
  spin(time);
  spun = spun + 2;
}

int main(int argc, char** argv) {
  trace2::session const session{argc, argv, {.program_version = "1.0"}};
  milliseconds const time{argc > 1 ? std::atoi(argv[1]) : 10};
  for (int i = 0; i < 4; ++i) {
    {
      TRACE2_REGION("work", "parse");
      parse(time);
    }
    {
      TRACE2_REGION("work", "sleep");
      trace2::disturbances const of_sleep{"work", "sleep"};
      std::this_thread::sleep_for(time);
    }
    {
      TRACE2_REGION("work", "sort");
      sort(time / 2);
    }
  }
  std::thread worker{[time] {
    trace2::thread_scope const named{"worker"};
    TRACE2_REGION("work", "sort beside");
    sort(time);
  }};
  {
    TRACE2_REGION("work", "wait for the worker");
    worker.join();
  }
  trace2::task request{"work", "request"};
  {
    trace2::task_scope const running{request};
    TRACE2_REGION("work", "parse in a task");
    parse(time);
  }
  request.end();
  return session.exit(0);
}
