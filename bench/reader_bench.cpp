// Measures the reading of a trace beside its limit, Boost.JSON parsing the same lines, in one run.
// A summary should take at most 1.5 times as long, and its memory should not depend on the size of
// the trace. The limit of a recording is a loop that adds up its words.
//
// Usage: reader_bench TRACES [MEGABYTES [DIRECTORY [PROGRAM]]]. TRACES is a directory of EVENT
// files of Git. The trace is made of their sessions, and lies in DIRECTORY during the run. PROGRAM
// is trace2, some commands of which read the trace, too.
#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <boost/json/src.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "model/model_builder.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_text.hpp"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace json = boost::json;
namespace read = trace2::read;

// ---- traces ----

/// Writes the sessions of all files again and again, each time under new session ids.
void write_sessions(std::ofstream& to, std::size_t size, std::string const& recordings) {
  std::vector<std::string> traces;
  for (auto const& entry : std::filesystem::recursive_directory_iterator{recordings})
    if (entry.path().extension() == ".event")
      traces.emplace_back(std::istreambuf_iterator<char>{std::ifstream{entry.path()}.rdbuf()},
                          std::istreambuf_iterator<char>{});
  std::sort(traces.begin(), traces.end());
  if (traces.empty()) return;
  std::size_t written = 0;
  for (unsigned host = 0; written < size; ++host) {
    char text[16];
    std::snprintf(text, sizeof text, "-H%08x-P", host);
    std::string& trace = traces[host % traces.size()];
    for (std::size_t at = 0; (at = trace.find("-H", at)) != trace.npos; ++at)
      if (trace.compare(at + 10, 2, "-P") == 0) trace.replace(at, 12, text);
    to << trace;
    written += trace.size();
  }
}

/// Writes a process that enters regions in eight threads.
void write_one_session(std::ofstream& to, std::size_t size) {
  std::size_t written = 0;
  unsigned long long clock = 0;
  auto const write = [&](char const* event, unsigned thread, std::string_view members) {
    clock += 7;
    char line[512];
    int const count = std::snprintf(
        line, sizeof line,
        R"({"event":"%s","sid":"20260307T163040.286631Z-Hc3499c27-P00001f3c","thread":"%s%.0u",)"
        R"("time":"2026-03-07T%02llu:%02llu:%02llu.%06lluZ","file":"scan.cpp","line":12,%.*s})"
        "\n",
        event, thread == 0 ? "main" : "th0", thread, clock / 3600'000'000 % 24,
        clock / 60'000'000 % 60, clock / 1'000'000 % 60, clock % 1'000'000,
        static_cast<int>(members.size()), members.data());
    to.write(line, count);
    written += static_cast<std::size_t>(count);
  };
  write("start", 0, R"("t_abs":0.000196,"argv":["./scan"])");
  unsigned round = 0;
  while (written < size) {
    unsigned const thread = ++round % 8;
    std::string const label = R"(,"category":"dir","label":"read)" + std::to_string(round % 50);
    write("region_enter", thread, R"("nesting":1,"category":"index","label":"load")");
    write("region_enter", thread, R"("nesting":2)" + label + R"(","msg":"/usr/share")");
    write("data", thread,
          R"("t_abs":1.000007,"t_rel":0.000007,"nesting":3,"category":"dir","key":"entries",)"
          R"("value":")" +
              std::to_string(round) + '"');
    write("region_leave", thread, R"("t_rel":0.000014,"nesting":2)" + label + '"');
    write("region_leave", thread,
          R"("t_rel":0.000028,"nesting":1,"category":"index","label":"load")");
  }
  write("atexit", 0, R"("t_abs":9.000000,"code":0)");
}

// ---- cases ----

template <class Use>
void for_each_line(char const* path, Use const& use) {
  read::descriptor_source source{::open(path, O_RDONLY)};
  read::line_reader lines{source};
  while (lines.next() == read::line_reader::result::line) use(lines.line());
}

void cut(char const* path) {
  for_each_line(path, [](std::string_view) {});
}

/// Git passes ill-formed UTF-8 through.
json::parse_options options() {
  json::parse_options result;
  result.allow_invalid_utf8 = true;
  return result;
}

/// Parses all lines with one parser, whose values reuse memory.
template <class Parser>
void parse(char const* path) {
  static unsigned char for_values[65536];
  unsigned char for_parser[4096];
  json::monotonic_resource memory{for_values, sizeof for_values};
  Parser parser{{}, options(), for_parser};
  for_each_line(path, [&](std::string_view line) {
    memory.release();
    parser.reset(&memory);
    boost::system::error_code error;
    parser.write(line.data(), line.size(), error);
    if constexpr (std::is_same_v<Parser, json::stream_parser>)
      if (!error) parser.finish(error);
    if (error || !parser.release().is_object()) std::abort();
  });
}

void decode(char const* path) {
  read::descriptor_source source{::open(path, O_RDONLY)};
  read::event_stream events{source, path, [](read::problem const&) { std::abort(); }};
  while (events.next() != nullptr) {
  }
}

void sum_up(char const* path) {
  read::descriptor_source source{::open(path, O_RDONLY)};
  read::event_stream events{source, path, [](read::problem const&) { std::abort(); }};
  read::label_table labels;
  trace2::program::model_builder builder{labels};
  read::tracker tracker{builder, labels};
  while (auto const* const line = events.next()) tracker.take(*line);
  tracker.finish();
  trace2::program::model const trace = builder.complete();
  trace2::memory_sink text;
  trace2::program::summary_text{text, 25, {}}.write(
      trace2::program::summarizer{trace, labels}.make());
}

// ---- commands of the program ----

char const* program = nullptr;

/// Takes the place of this process.
template <class... Arguments>
void execute(Arguments... arguments) {
  ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
  ::execl(program, program, arguments..., static_cast<char const*>(nullptr));
  std::abort();
}

void explain(char const* path) { execute("why", path); }
void report(char const* path) { execute("report", path); }
void to_otlp(char const* path) { execute("convert", "--to=otlp", path); }
void to_perf(char const* path) { execute("convert", "--to=perf", path); }
void to_sqlite(char const* path) {
  std::string const database = std::string{path} + ".sqlite";
  std::error_code ignored;
  std::filesystem::remove(database, ignored);
  execute("convert", "--to=sqlite", "-o", database.c_str(), path);
}

// ---- recordings ----

/// Reads each byte of the file once, and does nothing with it.
void add_words(char const* path) {
  int const fd = ::open(path, O_RDONLY | O_CLOEXEC);
  std::size_t const size = std::filesystem::file_size(path);
  void* const content = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  if (content == MAP_FAILED) std::abort();
  auto const* const words = static_cast<std::uint64_t const*>(content);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size / sizeof sum; ++i) sum += words[i];
  asm volatile("" : : "r"(sum));  // or the compiler would read nothing
}

constexpr std::int64_t recorded_rounds = 1'000'000;

/// Records two regions and a value in each round, in a child process.
void write_recording(char const* path) {
  if (pid_t const pid = ::fork(); pid != 0) {
    ::waitpid(pid, nullptr, 0);
    return;
  }
  ::setenv("TRACE2_BINARY", path, 1);
  ::setenv("TRACE2_BINARY_SIZE", "8g", 1);
  char name[] = "scan";
  char* argv[] = {name, nullptr};
  {
    trace2::session const session{1, argv, {.ancestry = false}};
    for (std::int64_t i = 0; i < recorded_rounds; ++i) {
      TRACE2_REGION("index", "load");
      {
        TRACE2_REGION("index", "entry");
        TRACE2_DATA("index", "size", i);
      }
    }
  }
  ::_exit(0);
}

template <class Use>
void for_each_recorded(char const* path, Use const& use) {
  read::flight_recording recording;
  if (!recording.open(path).empty()) std::abort();
  use(recording);
}

void walk_stored(char const* path) {
  for_each_recorded(path, [](read::flight_recording& recording) {
    while (recording.next() != nullptr) {
    }
  });
}

void walk_occurrences(char const* path) {
  for_each_recorded(path, [](read::flight_recording& recording) {
    read::recorded_events events{recording};
    while (events.next() != nullptr) {
    }
  });
}

/// As the program does it. If all events are chosen, those that can take the short way do; else
/// none does.
template <bool AreAllChosen>
void sum_up_recording(char const* path) {
  for_each_recorded(path, [](read::flight_recording& recording) {
    read::recorded_events events{recording};
    read::label_table labels;
    trace2::program::model_builder builder{labels};
    read::tracker tracker{builder, labels};
    auto const take = [&tracker](read::plain_event const& event) {
      return AreAllChosen && tracker.take(event);
    };
    while (auto const* const event = events.next(take)) tracker.take(*event);
    tracker.finish();
    builder.complete();
  });
}

template <class Format>
void show(char const* path) {
  for_each_recorded(path, [](read::flight_recording& recording) {
    trace2::buffer line;
    while (auto const* const event = recording.next()) {
      line.clear();
      recording.write<Format>(line, {}, *event);
    }
  });
}

struct bench_case {
  char const* name;
  void (*run)(char const* path);
  double seconds = std::numeric_limits<double>::max();  ///< processor time, the least of all runs
  double wall = std::numeric_limits<double>::max();     ///< seconds until the end, likewise
  double mebibytes = 0;
  int budget = 0;  ///< nanoseconds of processor time for an event; 0: none
};

/// Runs in a child process, whose processor time and memory the system reports.
void measure(bench_case& measured, char const* path) {
  auto const begin = std::chrono::steady_clock::now();
  pid_t const pid = ::fork();
  if (pid == 0) {
    measured.run(path);
    ::_exit(0);
  }
  int status = 0;
  rusage used{};
  // A command exits with 1 if it had no room for all that it found.
  if (::wait4(pid, &status, 0, &used) != pid || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
    std::fprintf(stderr, "%s failed\n", measured.name);
    std::exit(1);
  }
  measured.wall =
      std::min(measured.wall,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  auto const seconds_of = [](timeval const& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  measured.seconds =
      std::min(measured.seconds, seconds_of(used.ru_utime) + seconds_of(used.ru_stime));
  measured.mebibytes = std::max(measured.mebibytes, static_cast<double>(used.ru_maxrss) / 1024);
}

void compare(char const* title, char const* path) {
  std::vector<bench_case> cases{
      {"limit: Boost.JSON, parser", parse<json::parser>},
      {"Boost.JSON, stream_parser", parse<json::stream_parser>},
      {"lines", cut},
      {"events", decode},
      {"summary", sum_up},
  };
  if (program != nullptr)
    cases.insert(cases.end(), {{"trace2 why", explain},
                               {"trace2 report", report},
                               {"convert --to=otlp", to_otlp},
                               {"convert --to=perf", to_perf},
                               {"convert --to=sqlite", to_sqlite}});
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round)
    for (bench_case& each : cases) measure(each, path);
  double const size = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  std::printf("\n| %-26s |   MB/s |  s/GB | ratio | peak MiB |\n|---|--:|--:|--:|--:|\n", title);
  for (bench_case const& each : cases)
    std::printf("| %-26s | %6.0f | %5.2f | %5.2f | %8.1f |\n", each.name, size / each.seconds,
                each.seconds / size * 1e3, each.seconds / cases[0].seconds, each.mebibytes);
}

void compare_recording(char const* path) {
  bench_case cases[] = {
      {"limit: its words added up", add_words},
      {"as stored", walk_stored},
      {"occurrences", walk_occurrences},
      {.name = "summary", .run = sum_up_recording<true>, .budget = 40},
      {.name = "summary of chosen events", .run = sum_up_recording<false>, .budget = 60},
      {.name = "lines of PERF", .run = show<trace2::format::perf>, .budget = 100},
      {.name = "lines of EVENT", .run = show<trace2::format::json>, .budget = 100},
  };
  for (int round = 0; round < 3; ++round)
    for (bench_case& each : cases) measure(each, path);
  constexpr double events = 5 * static_cast<double>(recorded_rounds);
  std::printf(
      "\n| %-26s | ns/event |  ratio | budget | until the end | peak MiB |\n"
      "|---|--:|--:|--:|--:|--:|\n",
      "recording");
  for (bench_case const& each : cases)
    std::printf("| %-26s | %8.1f | %6.1f | %6s | %13.1f | %8.1f |\n", each.name,
                each.seconds / events * 1e9, each.seconds / cases[0].seconds,
                each.budget == 0 ? "" : std::to_string(each.budget).c_str(),
                each.wall / events * 1e9, each.mebibytes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: see the source\n"), 2;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // or each child would print it again
  std::size_t const size = (argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100) * 1'000'000;
  if (argc > 4) program = argv[4];
  std::string const path = std::string{argc > 3 ? argv[3] : "/dev/shm"} + "/reader_bench.event";
  {
    std::ofstream file{path};
    write_sessions(file, size, argv[1]);
  }
  compare("sessions of Git", path.c_str());
  {
    std::ofstream file{path};
    write_one_session(file, size);
  }
  compare("one session, 8 threads", path.c_str());
  std::filesystem::remove(path);
  write_recording(path.c_str());
  compare_recording(path.c_str());
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(path + ".sqlite", ignored);
}
