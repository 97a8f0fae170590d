// Threads that end without thread_exit, each with lines that are held back and with sums. The
// process ends without its exit handlers, so that only the ends of the threads deliver the lines.
#include <trace2/counter.hpp>
#include <trace2/timer.hpp>
#include <trace2/trace2.hpp>

#include <thread>

#include <unistd.h>

static trace2::counter const bytes{"emulated", "bytes"};
static trace2::distribution_timer const waits{"emulated", "waits"};

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  for (int i = 0; i < 3; ++i)
    std::thread{[] {
      trace2::thread_start("work");
      bytes.add(5);
      { auto const wait = waits.measure(); }
      TRACE2_DATA("emulated", "done", 1);
    }}.join();
  if (argc > 1) ::_exit(0);
  return trace.exit(0);
}
