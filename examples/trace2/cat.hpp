// trace2 cat: shows recordings of the flight recorder in a text format.
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/recordings.hpp>

#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace trace2_program {

class cat {
 public:
  static constexpr std::string_view name = "cat";
  static constexpr std::string_view usage =
      "usage: trace2 cat RECORDING... [--format=normal|perf|event] [--brief] [--nesting=N] "
      "[--follow]\n"
      "Show what the flight recorder (TRACE2_BINARY) has recorded, as the text targets write it.\n"
      "\n"
      "A RECORDING is a file or a directory of files; several are merged by time. Recordings of\n"
      "processes that were killed, or that still run, are as good as others.\n"
      "\n"
      "  --format=FORMAT  normal, perf (the default) or event\n"
      "  --brief          leave out time and place\n"
      "  --nesting=N      the deepest regions that event shows (default: all)\n"
      "  --follow         go on until the processes have ended\n"
      "\n"
      "Exit status: 0 if everything could be read, 1 if something could not, 2 for a wrong\n"
      "command line.\n";

  static int run(std::span<char const* const> arguments) {
    cat self;
    if (!self.parse(arguments)) {
      std::fwrite(usage.data(), 1, usage.size(), stderr);
      return 2;
    }
    if (self.shows_usage_) {
      std::fwrite(usage.data(), 1, usage.size(), stdout);
      return 0;
    }
    return self.show();
  }

 private:
  bool parse(std::span<char const* const> arguments) {
    bool only_paths = false;
    for (std::string_view const argument : arguments) {
      if (only_paths || !argument.starts_with("--"))
        paths_.emplace_back(argument);
      else if (argument == "--")
        only_paths = true;
      else if (!parse_option(argument))
        return false;
    }
    return shows_usage_ || !paths_.empty();
  }

  bool parse_option(std::string_view option) {
    constexpr std::string_view format = "--format=";
    constexpr std::string_view nesting = "--nesting=";
    if (option == "--help") return shows_usage_ = true;
    if (option == "--follow") return follows_ = true;
    if (option == "--brief") return settings_.brief = true;
    if (option.starts_with(nesting)) {
      option.remove_prefix(nesting.size());
      return std::sscanf(std::string{option}.c_str(), "%d", &settings_.nesting_limit) == 1;
    }
    if (!option.starts_with(format)) return false;
    option.remove_prefix(format.size());
    if (option == "normal")
      write_ = &write<trace2::format::normal>;
    else if (option == "perf")
      write_ = &write<trace2::format::perf>;
    else if (option == "event")
      write_ = &write<trace2::format::json>;
    else
      return false;
    return true;
  }

  template <class Format>
  static void write(trace2::buffer& out, trace2::format_settings const& settings,
                    trace2::read::merged_recordings::entry const& entry) {
    entry.of->write<Format>(out, settings, *entry.event);
  }

  int show() {
    bool is_all = true;
    for (std::string const& path : paths_)
      is_all = recordings_.add(path, [](trace2::read::problem const& found) {
        std::fprintf(stderr, "trace2: %.*s %.*s\n", static_cast<int>(found.file.size()),
                     found.file.data(), static_cast<int>(found.reason.size()), found.reason.data());
      }) && is_all;
    bool goes_on = true;
    while (goes_on) {
      if (!print()) return 1;
      goes_on = follows_ && recordings_.refresh();
      if (goes_on) std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    if (follows_ && !print()) return 1;
    recordings_.for_each([&](std::string const& path, trace2::read::flight_recording const& of) {
      if (of.dropped() != 0)
        std::fprintf(stderr, "trace2: %s lacks %llu events, for which there was no room\n",
                     path.c_str(), static_cast<unsigned long long>(of.dropped()));
      if (of.damages() == 0) return;
      std::fprintf(stderr, "trace2: %s is damaged in %llu places\n", path.c_str(),
                   static_cast<unsigned long long>(of.damages()));
      is_all = false;
    });
    return is_all ? 0 : 1;
  }

  /// False when nobody takes the output.
  bool print() {
    constexpr std::size_t enough = 64 * 1024;
    trace2::buffer lines;
    auto const flush = [&lines] {
      bool const is_written = std::fwrite(lines.data(), 1, lines.size(), stdout) == lines.size();
      lines.clear();
      return is_written;
    };
    while (auto const entry = recordings_.next()) {
      write_(lines, settings_, entry);
      if (lines.size() >= enough && !flush()) return false;
    }
    return flush() && std::fflush(stdout) == 0;
  }

  std::vector<std::string> paths_;
  trace2::format_settings settings_{.nesting_limit = 1 << 30};
  void (*write_)(trace2::buffer&, trace2::format_settings const&,
                 trace2::read::merged_recordings::entry const&) = &write<trace2::format::perf>;
  bool follows_ = false;
  bool shows_usage_ = false;
  trace2::read::merged_recordings recordings_;
};

}  // namespace trace2_program
