// Defines what attach.hpp, listen.hpp, ps.hpp and snapshot.hpp declare, on Windows.
#include <string>

#include "commands/attach.hpp"
#include "commands/listen.hpp"
#include "commands/ps.hpp"
#include "commands/snapshot.hpp"
#include "output/messages.hpp"

namespace trace2::program {

namespace {

int refuse(std::string const& command) {
  say(command + ": not available on Windows");
  return bad_usage;
}

}  // namespace

int commands::attach(attach_options const&) { return refuse("attach"); }
int commands::listen(listen_options const&) { return refuse("listen"); }
int commands::ps(ps_options const&) { return refuse("ps"); }
int commands::snapshot(snapshot_options const&) { return refuse("snapshot"); }

}  // namespace trace2::program
