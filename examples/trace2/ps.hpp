// The command trace2 ps: lists the programs that can be looked at while they run.
#pragma once

#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "colour.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "running_program.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

class ps {
 public:
  explicit ps(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("ps", "List the programs that run and can be attached to.");
    colour_.add_to(*command);
    command->footer(
        "Programs of this user that include <trace2/control.hpp>, if TRACE2_CONTROL=1 is set for\n"
        "them or if they allow it themselves. Each target that is on has a line, with the bytes\n"
        "that its file grows by in a second, and the number of events that it has lost.\n"
        "\n"
        "Examples:\n"
        "  trace2 ps");
  }

  int run() const {
    namespace exporter = trace2::exporter;
    std::vector<row> rows;
    followed result = followed::all;
    for (std::string const& path : running_program::sockets()) {
      running_program program{path};
      std::string refusal;
      // A program that ends at this moment is not worth a message.
      if (!program.is_open()) continue;
      if (auto const found = program.facts(refusal)) {
        add(rows, program.process(), *found);
      } else {
        say(std::to_string(program.process()) + ": " + refusal);
        result = followed::partly;
      }
    }
    if (rows.empty() && result == followed::all)
      say("no program with TRACE2_CONTROL=1 runs that can be attached to");
    measure(rows);
    output out{std::string{}};
    auto const cells_of = [](row const& each) {
      return exporter::table::cells{each.pid,
                                    each.since,
                                    exporter::shown_text(each.target),
                                    each.growth,
                                    each.lost,
                                    exporter::shown_text(each.sid),
                                    exporter::shown_text(each.command)};
    };
    exporter::table{
        "", {"pid", "since", "target", "bytes/s", "lost", "session", "command"}, {"session"}}
        .with_texts({"since", "target", "session"})
        .write(out, rows, cells_of, rows.size(), colour_.style(out), 0, out.width());
    return finish(out, result);
  }

 private:
  /// A target of a program; the first one also has what is said of the program.
  struct row {
    std::string pid{};
    std::string since{};
    std::string target{};
    std::string growth{};
    std::string lost{};
    std::string sid{};
    std::string command{};
    std::string file{};
    std::uintmax_t size = 0;
  };

  static void add(std::vector<row>& rows, std::int64_t process, running_facts const& program) {
    std::size_t const first = rows.size();
    for (running_target const& each : program.targets) {
      if (each.state == "off") continue;
      rows.push_back({.target = each.name + " " + (each.value == "-" ? each.state : each.value),
                      .lost = std::to_string(each.lost),
                      .file = file_of(program, each)});
    }
    if (rows.size() == first) rows.push_back({.target = "off"});
    row& head = rows[first];
    head.pid = std::to_string(process);
    head.since = moment(program.since);
    head.sid = program.sid;
    head.command = program.command;
  }

  /// Empty for a number that no program has written.
  static std::string moment(std::int64_t microseconds) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 1'000;
    if (microseconds < 0 || microseconds > most) return {};
    return trace2::exporter::shown_moment(microseconds * 1'000);
  }

  static void measure(std::vector<row>& rows) {
    using namespace std::chrono;
    constexpr milliseconds interval{500};
    std::error_code none;
    bool has_files = false;
    for (row& each : rows) {
      if (each.file.empty()) continue;
      has_files = true;
      each.size = std::filesystem::file_size(each.file, none);
    }
    if (!has_files) return;
    auto const begin = steady_clock::now();
    std::this_thread::sleep_for(interval);
    duration<double> const passed = steady_clock::now() - begin;
    for (row& each : rows) {
      if (each.file.empty()) continue;
      auto const size = std::filesystem::file_size(each.file, none);
      bool const has_grown = !none && size >= each.size;
      each.growth = has_grown ? std::to_string(static_cast<std::uint64_t>(
                                    static_cast<double>(size - each.size) / passed.count()))
                              : "?";
    }
  }

  colour_choice colour_;
};

}  // namespace trace2_program
