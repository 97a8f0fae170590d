#include "convert/child_arrivals.hpp"

#include <trace2/read/traced_process.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace child_arrivals_test {

namespace {

using trace2::program::child_arrivals;

trace2::read::traced_process process(std::string sid, std::uint32_t number) {
  trace2::read::traced_process result;
  result.sid = std::move(sid);
  result.number = number;
  return result;
}

std::vector<std::uint32_t> found(child_arrivals& arrivals,
                                 trace2::read::traced_process const& parent, int pid) {
  std::vector<std::uint32_t> numbers;
  arrivals.ended(parent, pid, [&](auto const& session) { numbers.push_back(session.number); });
  return numbers;
}

}  // namespace

TEST_CASE("a session is the only child that there is", "[export]") {
  child_arrivals arrivals;
  auto parent = process("A", 1);
  auto const session = process("A/B-P0000000a", 2);
  CHECK(arrivals.began(parent, session) == nullptr);
  parent.children.add({.number = 1});
  CHECK(arrivals.began(parent, session) == &parent.children.front());
  CHECK(found(arrivals, parent, 10).empty());
}

TEST_CASE("what a process has become by exec is none of its children", "[export]") {
  child_arrivals arrivals;
  auto parent = process("A-P0000000a", 1);
  parent.children.add({.number = 1});
  parent.state = trace2::read::process_state::transformed;
  CHECK(arrivals.began(parent, process("A-P0000000a/B-P0000000a", 2)) == nullptr);
}

TEST_CASE("among several children a session is the one with its process id", "[export]") {
  child_arrivals arrivals;
  auto parent = process("A", 1);
  for (unsigned const number : {1U, 2U}) parent.children.add({.number = number});
  CHECK(arrivals.began(parent, process("A/B-P0000000a", 2)) == nullptr);
  CHECK(arrivals.began(parent, process("A/C-P0000000b", 3)) == nullptr);
  CHECK(arrivals.began(parent, process("A/token", 4)) == nullptr);
  CHECK(found(arrivals, parent, -1).empty());
  CHECK(found(arrivals, parent, 11) == std::vector<std::uint32_t>{3});
  CHECK(found(arrivals, parent, 11).empty());
  arrivals.forget(parent);
  CHECK(found(arrivals, parent, 10).empty());
}

}  // namespace child_arrivals_test
