#include "anonymise/event_rewriter.hpp"

#include <trace2/read/decoder.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace event_rewriter_test {

namespace read = trace2::read;
namespace event = trace2::event;

/// Replaces each text by the name of what it is.
struct spoken_texts {
  int begun = 0;
  void begin() { ++begun; }
  std::string_view sid(std::string_view) { return "SID"; }
  std::string_view thread(std::string_view) { return "THREAD"; }
  std::string_view file(std::string_view) { return "FILE"; }
  std::string_view event_name(std::string_view) { return "EVENT"; }
  std::string_view member_name(std::string_view) { return "MEMBER"; }
  void rewrite(auto&) {}
  void rewrite(event::cmd_name& of) { of.name = "NAME"; }
  read::json_value member(std::string_view, read::json_value const& of) {
    return {"1", of.kind, false};
  }
};

TEST_CASE("an occurrence gets other texts, and keeps the rest", "[read]") {
  read::decoder decoder;
  auto const* const from = decoder.decode(
      R"({"event":"cmd_name","sid":"s","thread":"t","file":"f.c","line":7,"name":"n","hierarchy":"h","x":2})");
  REQUIRE(from != nullptr);
  spoken_texts texts;
  trace2::program::event_rewriter rewriter{texts};
  auto const& made = rewriter(*from);
  CHECK(texts.begun == 1);
  CHECK(made.text.empty());
  CHECK(made.event_name == "cmd_name");
  CHECK(made.sid == "SID");
  CHECK(made.thread == "THREAD");
  CHECK(made.file == "FILE");
  CHECK(made.line == 7);
  REQUIRE(made.get<event::cmd_name>() != nullptr);
  CHECK(made.get<event::cmd_name>()->name == "NAME");
  CHECK(made.get<event::cmd_name>()->hierarchy == "h");
  REQUIRE(made.others.size() == 1);
  CHECK(made.others[0].name == "MEMBER");
  CHECK(made.others[0].value.text == "1");
  CHECK(from->sid == "s");
}

TEST_CASE("an event without a description is rewritten with its name", "[read]") {
  read::decoder decoder;
  auto const* const from = decoder.decode(R"({"event":"own","sid":"s","who":"me"})");
  REQUIRE(from != nullptr);
  spoken_texts texts;
  trace2::program::event_rewriter rewriter{texts};
  auto const& made = rewriter(*from);
  CHECK(made.event_name == "EVENT");
  CHECK(made.file.data() == nullptr);
  auto const* const other = made.get<read::other_event>();
  REQUIRE(other != nullptr);
  CHECK(other->event_name == "EVENT");
  REQUIRE(other->members.size() == 1);
  CHECK(other->members[0].name == "MEMBER");
}

}  // namespace event_rewriter_test
