// Static probes: what a debugger or bpftrace sees of a program that nobody traces. Build it with
// -DTRACE2_USDT=1; probes/README.md says how to look.
#include <trace2/trace2.hpp>

namespace {

int parse(int file) {
  TRACE2_REGION("parser", "parse");
  int tokens = 0;
  for (int i = 1; i <= file; ++i) tokens += i;
  TRACE2_DATA("parser", "tokens", tokens);
  if (file == 3) TRACE2_ERROR("file %d has no end", file);
  return tokens;
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  TRACE2_REGION("program", "files");
  int tokens = 0;
  for (int file = 1; file <= 4; ++file) tokens += parse(file);
  TRACE2_DATA("program", "verdict", tokens > 10 ? "many" : "few");
  return trace.exit(0);
}
