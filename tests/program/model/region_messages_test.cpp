#include "model/region_messages.hpp"

#include <string_view>

#include "support/catch.hpp"

namespace region_messages_test {

namespace tr = trace2::read;

namespace {

struct noted {
  tr::label_table labels;
  trace2::program::model trace;

  noted() { trace.regions.resize(8); }

  void note(std::string_view message, std::size_t memory = 1'000) {
    trace2::program::model_memory budget{labels, memory};
    trace2::program::note_message(trace, 7, message, budget, 5);
  }
  void end() { ++trace.regions[7].count; }
};

}  // namespace

TEST_CASE("regions of one message have it, those of several have none", "[read]") {
  noted made;
  made.note("a");
  made.note("a");
  CHECK(made.trace.messages.at(7) == "a");
  CHECK(made.trace.regions[7].has_message);
  made.note("b");
  made.note("b");
  CHECK(made.trace.messages.at(7).empty());
}

TEST_CASE("a region without a message leaves none to the others", "[read]") {
  noted first;
  first.note("a");
  first.end();
  first.note("");
  CHECK(first.trace.messages.at(7).empty());
  noted later;
  later.note("");
  later.end();
  later.note("a");
  CHECK(later.trace.messages.empty());
}

TEST_CASE("messages are cut, and left out where there is no room", "[read]") {
  noted made;
  made.note("long message", 10);
  made.note("");
  CHECK(made.trace.messages.empty());
  CHECK_FALSE(made.trace.regions[7].has_message);
  made.note("long message");
  CHECK(made.trace.messages.at(7) == "long ");
}

}  // namespace region_messages_test
