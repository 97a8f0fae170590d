// The command trace2 listen: receives the traces of running programs by sockets, and shows each
// command that finishes. Its parts are in listen/.
#pragma once

#include <string>
#include <vector>

#include "listen/keeping.hpp"
#include "options/choosing.hpp"
#include "otlp_http/settings.hpp"
#include "output/colour.hpp"

namespace trace2::program {

struct listen_options {
  listening::keeping keeping{};
  std::string exec{};  ///< what the shell runs for each command
  otlp_http::options otlp{};
  bool is_service = false;
  bool is_for_all = false;  ///< lines of other users too
  bool is_anonymous = false;
  colour_choice colour{};
  choice chosen{};
  std::vector<std::string> addresses{};
};

namespace commands {

/// Returns the exit status.
int listen(listen_options const& options);

}  // namespace commands

}  // namespace trace2::program
