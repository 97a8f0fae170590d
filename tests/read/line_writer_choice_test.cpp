#include <trace2/read/line_writer_choice.hpp>

#include <vector>

#include "support/catch.hpp"

namespace line_writer_choice_test {

namespace event = trace2::event;
using trace2::read::clearest_writer;
using trace2::read::kind_of;
using trace2::read::line_facts;
using trace2::read::line_process;

TEST_CASE("the process whose clock agrees by far the best has written a line", "[read]") {
  line_process near{.origin = 1'000'000};
  line_process far{.origin = 1'050'000};
  std::vector<line_process*> const both{&far, &near};
  line_facts const line{.kind = kind_of<event::error>, .wall = 1'000'510, .t_abs = 500};
  CHECK(clearest_writer(both, line) == &near);
  far.origin = 1'000'100;
  CHECK(clearest_writer(both, line) == nullptr);
  CHECK(clearest_writer({&near}, line) == &near);
}

TEST_CASE("a line without a time of day tells nothing of its writer", "[read]") {
  line_process one{.origin = 0};
  line_process other{.origin = 1'000'000};
  CHECK(clearest_writer({&one, &other}, {.kind = kind_of<event::error>, .t_abs = 5}) == nullptr);
}

TEST_CASE("of two processes without clocks, sums are of the one that has exited", "[read]") {
  line_process running{.last_wall = 1'000};
  line_process exited{.has_exited = true, .last_wall = 900};
  CHECK(clearest_writer({&running, &exited}, {.kind = kind_of<event::timer>, .wall = 1'000}) ==
        &exited);
}

}  // namespace line_writer_choice_test
