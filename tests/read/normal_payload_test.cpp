#include <trace2/event/region.hpp>
#include <trace2/read/normal_payload.hpp>

#include <memory_resource>
#include <optional>
#include <string_view>

#include "support/catch.hpp"

namespace normal_payload_test {

namespace event = trace2::event;

namespace {

std::pmr::monotonic_buffer_resource memory;
trace2::read::quoted_words words{memory};
trace2::read::normal_payload payload{words};

template <class Event>
std::optional<Event> read(std::string_view text) {
  Event found{};
  if (!payload.read(text, found)) return {};
  return found;
}

}  // namespace

TEST_CASE("what Git Credential Manager writes into NORMAL is read, too", "[read]") {
  auto const child = read<event::child_start>("[1] C:/Program Files/Git/cmd/git.exe config");
  REQUIRE(child);
  CHECK((child->child_id == 1 && child->argv.count == 2 && !child->use_shell));
  CHECK(read<event::child_exit>("[1] pid:7 code:0 elapsed:0,1")->t_rel ==
        trace2::duration::microseconds(100'000));
  CHECK(read<event::exit>("elapsed:2,5 code:-1")->code == -1);
  CHECK(read<event::start>("C:\\a b\\gcm.exe get")->argv.count == 2);
  CHECK_FALSE(read<event::child_start>("[1]git"));
}

TEST_CASE("ends, children and sums are read from their words", "[read][R-NRM-05]") {
  CHECK(read<event::exit>("elapsed:1.500000 code:3")->t_abs ==
        trace2::duration::microseconds(1'500'000));
  CHECK(read<event::signal>("elapsed:1.5 code:13")->signo == 13);
  auto const child = read<event::child_start>("2] cd '/a b'; git 'x y'");
  CHECK((child->child_id == 2 && child->cd == "/a b" && child->argv.count == 2));
  CHECK(read<event::child_start>("0] cd /a; git")->cd == "/a");
  CHECK(read<event::child_exit>("0] pid:7 code:-1 elapsed:0.5")->code == -1);
  CHECK(read<event::child_ready>("0] pid:7 ready:ready elapsed:0.5")->ready == "ready");
  CHECK(read<event::cmd_ancestry>("sh <- git <- bash")->ancestry.count == 3);
  CHECK(read<event::alias>("a -> b 'c d'")->argv.count == 2);
  CHECK(read<event::exec>("0] git git show")->exe == "git");
  CHECK(read<event::exec_result>("0] code:2 err:No such file")->code == 2);
  CHECK(read<event::def_param>("scope:local a.b=c")->value == "c");
  CHECK(read<event::timer>("c/n intervals:1 total:1.0 min:1.0 max:1.0")->name == "n");
  CHECK(read<event::counter>("c/n value:5")->count == 5);
}

TEST_CASE("words of which a part is missing are none", "[read]") {
  CHECK_FALSE(read<event::exit>("elapsed:1.5"));
  CHECK_FALSE(read<event::child_exit>("0 pid:7 code:1 elapsed:1.0"));
  CHECK_FALSE(read<event::region_enter>("label:x"));
}

}  // namespace normal_payload_test
