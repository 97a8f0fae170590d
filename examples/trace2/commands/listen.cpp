// Defines what listen.hpp declares.
#include "commands/listen.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "anonymise/privacy.hpp"
#include "commands/overview.hpp"
#include "input/selection.hpp"
#include "listen/address.hpp"
#include "listen/endpoint.hpp"
#include "listen/listener.hpp"
#include "listen/service_manager.hpp"
#include "options/choosing.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "output/colour.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/table.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_text.hpp"

#ifdef __GLIBC__
#  include <malloc.h>
#endif

namespace trace2::program {

namespace {

/// Begun lines of any size come and go. Left to itself, glibc learns from the first of them to
/// keep the pages of those that follow.
void give_memory_back() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}

int open_all(listen_options const& options, listening::listener& server) {
  if (options.addresses.empty() && !options.is_service) {
    say("listen: needs an ADDRESS, or --systemd");
    return bad_usage;
  }
  if (options.is_service) {
    std::vector<listening::endpoint> sockets;
    std::string const reason = listening::take_sockets(sockets);
    if (!reason.empty()) {
      say("listen: " + reason);
      return bad_input;
    }
    for (listening::endpoint& one : sockets) server.add(std::move(one));
  }
  std::set<std::string> known;
  for (std::string const& text : options.addresses) {
    std::string reason;
    auto const at = listening::parse_address(text, reason);
    if (!at) {
      say("listen: " + text + reason);
      return bad_usage;
    }
    if (!known.insert(at->path).second) {
      say("listen: " + text + ": listens there already");
      return bad_usage;
    }
    if (at->of == listening::address::kind::input) {
      server.add_input();
      continue;
    }
    listening::endpoint opened;
    if (reason = opened.open(*at); !reason.empty()) {
      say(at->path + ": " + reason);
      return bad_input;
    }
    server.add(std::move(opened));
  }
  if (options.keeping.directory.empty()) return ok;
  std::string const reason = server.keep(options.keeping);
  if (!reason.empty()) say(options.keeping.directory + ": " + reason);
  return reason.empty() ? ok : bad_input;
}

/// Writes the summary of all, and says what it lacks.
int write_end(listening::listener& server, model const& trace, text_style style, output& out) {
  constexpr std::size_t rows = 25;
  auto const made = summarizer{trace, server.labels()}.make();
  summary_text{out, rows, style, out.width()}.write(made);
  note_nesting_limit(trace, server.labels(), style, out);
  out.flush();
  bool const is_sent = server.finish_sending();
  server.lost().each([](std::string const& text) { say(text); });
  report_left_out(made.left_out, followed::all);
  bool const is_whole = is_sent && server.lost().count(listening::loss::unshown) == 0 &&
                        server.lost().count(listening::loss::unkept) == 0;
  return finish(out, is_whole ? followed::all : followed::partly);
}

}  // namespace

int commands::listen(listen_options const& options) {
  if (options.is_anonymous && !options.keeping.directory.empty()) {
    say("listen: --anonymise changes what is shown; --output keeps what arrives");
    return bad_usage;
  }
  std::optional<otlp_http::endpoints> receiver;
  if (options.otlp.is_wanted()) {
    receiver = otlp_http::settings_of(options.otlp);
    if (!receiver) return bad_usage;
  }
  give_memory_back();
  output out{std::string{}};
  auto const style = options.colour.style(out);
  auto const server =
      listening::make_listener({options.chosen.selection(),
                                options.is_anonymous ? privacy::anonymous : privacy::open,
                                options.is_for_all,
                                style,
                                options.exec});
  if (int const code = open_all(options, *server); code != ok) return code;
  if (receiver) {
    if (std::string const reason = server->send_to(*receiver); !reason.empty()) {
      say("--otlp: " + reason);
      return bad_input;
    }
  }
  if (options.is_service) listening::notify("READY=1");
  server->run();
  if (options.is_service) listening::notify("STOPPING=1");
  model const trace = server->complete();
  if (int const error = server->error(); error != 0) {
    if (error != EPIPE) say(std::string{"can't write: "} + std::strerror(error));
    return bad_input;
  }
  return write_end(*server, trace, style, out);
}

}  // namespace trace2::program
