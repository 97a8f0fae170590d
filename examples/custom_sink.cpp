// A sink of the program's own, which takes finished lines: here the program's log file. A sink
// needs no knowledge of events and formats.
#include <trace2/sink.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string_view>

namespace app {

/// Puts a prefix in front of each line and hands it to a stdio stream, which locks itself.
class log_sink final : public trace2::sink {
 public:
  explicit log_sink(std::FILE* log) : log_{log} {}

  // Takes one or more complete lines, from any thread.
  void write(std::string_view lines) noexcept override {
    while (!lines.empty()) {
      std::string_view const line = lines.substr(0, lines.find('\n') + 1);
      auto const size = static_cast<int>(line.size());
      if (std::fprintf(log_, "trace: %.*s", size, line.data()) < 0) error_ = EIO;
      lines.remove_prefix(line.size());
    }
  }

  // A value other than 0 ends the target.
  int error() const noexcept override { return error_; }

 private:
  std::FILE* log_;
  std::atomic<int> error_ = 0;
};

}  // namespace app

int main(int argc, char** argv) {
  std::FILE* const log = std::tmpfile();
  if (log == nullptr) return 1;
  static app::log_sink sink{log};
  trace2::tracer::attach<trace2::format::normal>(sink, {.brief = true});

  trace2::session const trace{argc, argv, {.program_version = "1.0", .ancestry = false}};
  TRACE2_PRINTF("%d green bottles", 10);
  trace.end();

  std::rewind(log);
  char line[256];
  int matches = 0;
  while (std::fgets(line, sizeof line, log) != nullptr) {
    std::fputs(line, stdout);
    std::string_view const text{line};
    matches += text == "trace: version 1.0\n" || text == "trace: 10 green bottles\n";
  }
  return matches == (trace2::tracer::is_compiled_in ? 2 : 0) ? 0 : 1;
}
