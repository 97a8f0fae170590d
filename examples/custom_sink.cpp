// A sink of the program's own, which takes finished lines: here it prints them with a prefix. It
// needs no knowledge of events and formats.
#include <trace2/sink.hpp>
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstdio>

/// Puts a prefix in front of each line and hands it to standard output, which locks itself.
class log_sink final : public trace2::sink {
 public:
  // Takes one or more complete lines, from any thread.
  void write(std::string_view lines) noexcept override {
    while (!lines.empty()) {
      std::string_view const line = lines.substr(0, lines.find('\n') + 1);
      std::printf("trace: %.*s", static_cast<int>(line.size()), line.data());
      lines.remove_prefix(line.size());
    }
  }

  // A value other than 0 ends the target.
  int error() const noexcept override { return std::ferror(stdout) != 0 ? EIO : 0; }
};

int main(int argc, char** argv) {
  static log_sink sink;
  trace2::tracer::attach<trace2::format::normal>(sink, {.brief = true});
  trace2::session const trace{argc, argv, {.program_version = "1.0"}};
  TRACE2_PRINTF("%d green bottles", 10);
  return trace.exit(0);
}
