// The command trace2 listen on systems that lack what it waits with.
#pragma once

#include "messages.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

class listen {
 public:
  explicit listen(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("listen", "Receive traces by sockets (not on this system).");
    // Whatever follows is none of its business.
    command->allow_extras();
  }

  int run() const {
    say("listen: this program was built for a system without epoll(7) and signalfd(2)");
    return bad_input;
  }
};

}  // namespace trace2_program
