// The options of the command line.
#pragma once

#include <trace2/trace2.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <getopt.h>

namespace dupes {

inline constexpr char version[] = "1.0";

enum exit_code { success = 0, incomplete = 1, misuse = 2 };

struct options {
  std::vector<std::string> roots;
  std::uint64_t min_size = 1;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool is_summary = false;

  /// The exit code, if the program has nothing more to do.
  std::optional<exit_code> result;
};

namespace detail {

inline constexpr unsigned most_jobs = 1024;

inline void print_help() {
  std::fputs(
      "usage: dupes [OPTION]... [DIRECTORY]...\n"
      "Find files with the same content below the directories (default: the current one).\n"
      "\n"
      "  -j, --jobs=N          read files with N threads (default: one per processor)\n"
      "  -m, --min-size=BYTES  ignore smaller files (default: 1)\n"
      "  -s, --summary         print the totals only\n"
      "      --help            print this and exit\n"
      "      --version         print the version and exit\n"
      "\n"
      "Symbolic links are not followed, and hard links to one file count as one file.\n"
      "Exit status: 0 if all went well, 1 if something could not be read, 2 for a wrong\n"
      "command line.\n"
      "\n"
      "TRACE2, TRACE2_PERF and TRACE2_EVENT name files for traces of what dupes does; started\n"
      "by the name git-dupes, it obeys Git's GIT_TRACE2 and the like instead.\n",
      stdout);
}

template <class Number>
bool parse(char const* text, Number least, Number most, Number& number) {
  char const* const end = text + std::strlen(text);
  auto const [stop, error] = std::from_chars(text, end, number);
  return error == std::errc{} && stop == end && number >= least && number <= most;
}

/// `format` has one place for the value.
[[gnu::format(printf, 1, 0)]] inline exit_code complain(
    char const* format, char const* value, trace2::call_site at = trace2::call_site::here()) {
  std::fputs("dupes: ", stderr);
  std::fprintf(stderr, format, value);
  std::fputs("\nTry 'dupes --help'.\n", stderr);
  trace2::tracer::error_f(at, format, value);
  return misuse;
}

}  // namespace detail

inline options parse_options(int argc, char** argv) {
  static constexpr ::option known[] = {
      {"jobs", required_argument, nullptr, 'j'}, {"min-size", required_argument, nullptr, 'm'},
      {"summary", no_argument, nullptr, 's'},    {"help", no_argument, nullptr, 'h'},
      {"version", no_argument, nullptr, 'v'},    {}};
  options chosen;
  opterr = 0;
  for (int option;
       !chosen.result && (option = getopt_long(argc, argv, ":j:m:s", known, nullptr)) != -1;) {
    switch (option) {
      case 'j':
        if (!detail::parse(optarg, 1U, detail::most_jobs, chosen.jobs))
          chosen.result = detail::complain("bad number of jobs '%s'", optarg);
        break;
      case 'm':
        if (!detail::parse(optarg, std::uint64_t{1}, UINT64_MAX, chosen.min_size))
          chosen.result = detail::complain("bad size '%s'", optarg);
        break;
      case 's':
        chosen.is_summary = true;
        break;
      case 'h':
        detail::print_help();
        chosen.result = success;
        break;
      case 'v':
        std::printf("dupes %s\n", version);
        chosen.result = success;
        break;
      case ':':
        chosen.result = detail::complain("option '%s' needs a value", argv[optind - 1]);
        break;
      default:
        chosen.result = detail::complain("unknown option '%s'", argv[optind - 1]);
    }
  }
  chosen.roots.assign(argv + optind, argv + argc);
  if (chosen.roots.empty()) chosen.roots.emplace_back(".");
  return chosen;
}

}  // namespace dupes
