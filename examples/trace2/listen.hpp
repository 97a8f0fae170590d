// The command trace2 listen: receives the traces of running programs by sockets, and shows each
// command that finishes. Its parts are headers of listen/.
#pragma once

#include <trace2/export/summarize.hpp>
#include <trace2/export/summary_text.hpp>
#include <trace2/read/selection_text.hpp>
#include <trace2/settings/scalar.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "choosing.hpp"
#include "colour.hpp"
#include "listen/address.hpp"
#include "listen/endpoint.hpp"
#include "listen/server.hpp"
#include "listen/service_manager.hpp"
#include "messages.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "output.hpp"
#include "overview.hpp"
#include "privacy.hpp"
#include <CLI/CLI.hpp>

#ifdef __GLIBC__
#  include <malloc.h>
#endif

namespace trace2_program {

class listen {
 public:
  explicit listen(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("listen", "Receive traces by sockets, and show what finishes.");
    auto* const kept =
        command->add_option("-o,--output", keeping_.directory,
                            "Keep what arrives in files of the directory DIR, all of it");
    kept->type_name("DIR");
    command
        ->add_option_function<std::string>(
            "--keep-size",
            [this](std::string const& given) {
              std::int64_t const size = trace2::detail::parse_size(given);
              if (size < 0)
                throw CLI::ValidationError{"--keep-size", given + " is no size such as 500M"};
              keeping_.most_bytes = static_cast<std::uint64_t>(size);
            },
            "Let those files take at most SIZE (default: 1 GiB): 500M, 2G")
        ->needs(kept)
        ->type_name("SIZE");
    command
        ->add_option_function<std::string>(
            "--keep-age",
            [this](std::string const& given) {
              auto const length = trace2::read::parse_length(given);
              if (!length)
                throw CLI::ValidationError{"--keep-age", given + " is no length such as 30d"};
              keeping_.most_age = length->in_microseconds() / 1'000'000;
            },
            "Remove those files when they are so old (default: 30d)")
        ->needs(kept)
        ->type_name("TIME");
    command
        ->add_option("--exec", exec_,
                     "Let the shell run CMD for each command that is shown, with variables "
                     "such as TRACE2_LISTEN_COMMAND, which \"man trace2\" lists")
        ->type_name("CMD");
    otlp_http::add_to(*command, otlp_);
    command->add_flag("--systemd", is_service_,
                      "Take the sockets that a service manager hands over (LISTEN_FDS), and tell "
                      "it when all is ready (NOTIFY_SOCKET)");
    command->add_flag("--any-user", is_for_all_,
                      "Take lines of other users too, not only of this one and of root");
    add_privacy(*command, is_anonymous_);
    colour_.add_to(*command);
    choice_.add_to(*command);
    command
        ->add_option("ADDRESS", addresses_,
                     "af_unix:stream:PATH, af_unix:dgram:PATH, af_unix:PATH (a stream); "
                     "- for standard input")
        ->type_name("");
    command->footer(
        "Shows one line for each command that finishes; on a terminal also those that run, and "
        "what\n"
        "they are doing. An interrupt (SIGINT or SIGTERM) ends it with the summary.\n"
        "\n"
        "Examples:\n"
        "  trace2 listen af_unix:$XDG_RUNTIME_DIR/trace2.sock\n"
        "  git config --global trace2.eventTarget af_unix:$XDG_RUNTIME_DIR/trace2.sock\n"
        "  trace2 listen -o ~/traces --slower-than=1s af_unix:$XDG_RUNTIME_DIR/trace2.sock");
  }

  int run() const {
    if (is_anonymous_ && !keeping_.directory.empty()) {
      say("listen: --anonymise changes what is shown; --output keeps what arrives");
      return bad_usage;
    }
    std::optional<otlp_http::endpoints> receiver;
    if (otlp_.is_wanted()) {
      receiver = otlp_http::settings_of(otlp_);
      if (!receiver) return bad_usage;
    }
    give_memory_back();
    output out{std::string{}};
    auto const style = colour_.style(out);
    listening::server server{{choice_.selection(),
                              is_anonymous_ ? privacy::anonymous : privacy::open,
                              {is_for_all_},
                              style,
                              exec_}};
    if (int const code = open_all(server); code != ok) return code;
    if (receiver) {
      if (std::string const reason = server.send_to(*receiver); !reason.empty()) {
        say("--otlp: " + reason);
        return bad_input;
      }
    }
    if (is_service_) listening::notify("READY=1");
    server.run();
    if (is_service_) listening::notify("STOPPING=1");
    trace2::read::model const trace = server.complete();
    if (int const error = server.shown().error(); error != 0) {
      if (error != EPIPE) say(std::string{"can't write: "} + std::strerror(error));
      return bad_input;
    }
    return write_end(server, trace, style, out);
  }

 private:
  /// Begun lines of any size come and go. Left to itself, glibc learns from the first of them to
  /// keep the pages of those that follow.
  static void give_memory_back() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, 64 * 1024);
    ::mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
  }

  int open_all(listening::server& server) const {
    if (addresses_.empty() && !is_service_) {
      say("listen: needs an ADDRESS, or --systemd");
      return bad_usage;
    }
    if (is_service_) {
      std::vector<listening::endpoint> sockets;
      std::string const reason = listening::take_sockets(sockets);
      if (!reason.empty()) {
        say("listen: " + reason);
        return bad_input;
      }
      for (listening::endpoint& one : sockets) server.add(std::move(one));
    }
    std::set<std::string> known;
    for (std::string const& text : addresses_) {
      auto const at = listening::parse_address(text);
      if (!at) {
        say("listen: " + text + " is no address such as af_unix:/run/user/1000/trace2.sock");
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
      if (std::string const reason = opened.open(*at); !reason.empty()) {
        say(at->path + ": " + reason);
        return bad_input;
      }
      server.add(std::move(opened));
    }
    if (keeping_.directory.empty()) return ok;
    std::string const reason = server.keep(keeping_);
    if (!reason.empty()) say(keeping_.directory + ": " + reason);
    return reason.empty() ? ok : bad_input;
  }

  /// Writes the summary of all, and says what it lacks.
  static int write_end(listening::server& server, trace2::read::model const& trace,
                       trace2::exporter::text_style style, output& out) {
    constexpr std::size_t rows = 25;
    auto const made = trace2::exporter::summarizer{trace, server.labels()}.make();
    trace2::exporter::summary_text{out, rows, style, out.width()}.write(made);
    note_nesting_limit(trace, server.labels(), style, out);
    out.flush();
    bool const is_sent = server.finish_sending();
    server.lost().each([](std::string const& text) { say(text); });
    report_left_out(made.left_out, followed::all);
    bool const is_whole = is_sent && server.lost().count(listening::loss::unshown) == 0 &&
                          server.lost().count(listening::loss::unkept) == 0;
    return finish(out, is_whole ? followed::all : followed::partly);
  }

  listening::keeping keeping_;
  std::string exec_;
  otlp_http::options otlp_;
  bool is_service_ = false;
  bool is_for_all_ = false;
  bool is_anonymous_ = false;
  colour_choice colour_;
  choice choice_;
  std::vector<std::string> addresses_;
};

}  // namespace trace2_program
