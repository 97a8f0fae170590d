#include <trace2/read/region_messages.hpp>

#include <string>
#include <string_view>
#include <unordered_map>

#include "support/catch.hpp"

namespace region_messages_test {

namespace tr = trace2::read;

namespace {

struct noted {
  tr::label_table labels;
  std::unordered_map<tr::node_index, std::string> messages;

  void note(std::string_view message, std::size_t memory = 1'000, std::string_view label = "l") {
    tr::occurrence what;
    what.event = trace2::event::region_enter{.label = label, .msg = message};
    tr::model_memory budget{labels, memory};
    tr::note_message(messages, 7, what, budget, 5);
  }
};

}  // namespace

TEST_CASE("regions of one message have it, those of several have none", "[read]") {
  noted made;
  made.note("a");
  made.note("a");
  CHECK(made.messages.at(7) == "a");
  made.note("b");
  made.note("b");
  CHECK(made.messages.at(7).empty());
}

TEST_CASE("messages are cut, and left out where there is no room", "[read]") {
  noted made;
  made.note("long message", 10);
  made.note("");
  made.note("label", 1'000, {});
  CHECK(made.messages.empty());
  made.note("long message");
  CHECK(made.messages.at(7) == "long ");
}

}  // namespace region_messages_test
