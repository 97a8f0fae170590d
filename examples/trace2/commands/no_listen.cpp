// Defines what listen.hpp declares, on systems that lack what it waits with.
#include "commands/listen.hpp"
#include "output/messages.hpp"

namespace trace2::program {

int commands::listen(listen_options const&) {
  say("listen: this program was built for a system without epoll(7) and signalfd(2)");
  return bad_input;
}

}  // namespace trace2::program
