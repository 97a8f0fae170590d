// A program that runs for long and can be looked at meanwhile:
//
//     TRACE2_CONTROL=1 daemon 0 &
//     trace2 ps
//     trace2 attach $! --for=2s
//     trace2 attach $! --to=event -o daemon.event --for=2s
//
// The headers also let the settings rotate its files, and keep the ring of a recording when
// something is slow: see guide/daemon.md. The program does ten rounds, or as many as its argument
// says; 0 means for ever.
#include <trace2/control.hpp>
#include <trace2/rotation.hpp>
#include <trace2/trace2.hpp>
#include <trace2/trigger.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  // Nothing is traced until somebody asks, unless the environment says so.
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 10;
  bool const is_endless = rounds == 0;
  for (int i = 0; is_endless || i < rounds; ++i) {
    TRACE2_REGION("loop", "round");
    TRACE2_DATA("loop", "number", i);
    TRACE2_DATA("other", "round", i);
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  return trace.exit(0);
}
