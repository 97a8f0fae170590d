#include "why/processes_inside.hpp"

#include <vector>

#include "support/catch.hpp"

namespace processes_inside_test {

namespace program = trace2::program;
namespace read = trace2::read;

TEST_CASE("processes are inside those that ran them, through children or not", "[export]") {
  program::model trace;
  trace.processes.resize(5);
  trace.children.resize(1);
  trace.children[0].sessions = {1};
  trace.processes[0].children = {0};
  trace.processes[1].strangers = {2};
  trace.processes[3].strangers = {4};
  using inside = std::vector<bool>;
  CHECK(program::processes_inside(trace, {0}) == inside{true, true, true, false, false});
  CHECK(program::processes_inside(trace, {1, 4}) == inside{false, true, true, false, true});
  CHECK(program::processes_inside(trace, {}) == inside{false, false, false, false, false});
}

}  // namespace processes_inside_test
