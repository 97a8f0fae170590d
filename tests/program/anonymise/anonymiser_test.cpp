#include "anonymise/anonymiser.hpp"

#include <trace2/read/decoder.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "anonymise/event_rewriter.hpp"
#include "support/catch.hpp"

namespace anonymiser_test {

namespace read = trace2::read;
namespace event = trace2::event;

class anonymous_events {
 public:
  read::occurrence const& operator()(std::string_view members) {
    line_ = R"({"sid":"S",)" + std::string{members} + "}";
    auto const* const event = decoder_.decode(line_);
    REQUIRE(event != nullptr);
    return rewriter_(*event);
  }

 private:
  std::string line_;
  read::decoder decoder_;
  trace2::program::anonymiser texts_;
  trace2::program::event_rewriter<trace2::program::anonymiser> rewriter_{texts_};
};

std::vector<std::string> words(trace2::text_list list) { return {list.begin(), list.end()}; }

TEST_CASE("Git's subcommand stays, its arguments do not", "[read]") {
  anonymous_events hidden;
  auto const* const git =
      hidden(R"("event":"start","argv":["git","-C","/a/b","fetch","origin"])").get<event::start>();
  CHECK(words(git->argv) ==
        std::vector<std::string>{"git", "-C", "path-1/file-1", "fetch", "arg-1"});
  auto const* const other =
      hidden(R"("event":"start","argv":["frob","fetch"])").get<event::start>();
  CHECK(words(other->argv) == std::vector<std::string>{"frob", "arg-2"});
}

TEST_CASE("a child for a shell keeps its program", "[read]") {
  anonymous_events hidden;
  auto const* const child =
      hidden(R"("event":"child_start","use_shell":true,"argv":["git log | grep x","y"])")
          .get<event::child_start>();
  CHECK(words(child->argv) == std::vector<std::string>{"git arg-1", "arg-2"});
  CHECK(child->cd.data() == nullptr);
}

TEST_CASE("messages and formats are replaced by the same numbers", "[read]") {
  anonymous_events hidden;
  auto const* const error = hidden(R"("event":"error","msg":"a","fmt":"a")").get<event::error>();
  CHECK(error->msg == "message-1");
  CHECK(error->fmt == "message-1");
  auto const* const region =
      hidden(R"("event":"region_enter","category":"c","label":"l","msg":"b")")
          .get<event::region_enter>();
  CHECK(region->category == "c");
  CHECK(region->label == "l");
  CHECK(region->msg == "message-2");
}

TEST_CASE("values are replaced unless they are numbers", "[read]") {
  anonymous_events hidden;
  auto const text_of = [](event::data const* data) {
    return std::string_view{*data->value.as_text()};
  };
  CHECK(text_of(hidden(R"("event":"data","key":"k","value":"5")").get<event::data>()) == "5");
  CHECK(text_of(hidden(R"("event":"data","key":"k","value":"x")").get<event::data>()) == "value-1");
  auto const* const json =
      hidden(R"("event":"data_json","key":"k","value":{"a":"x"})").get<event::data_json>();
  CHECK(std::string_view{json->value.text} == R"({"key-1":"value-1"})");
}

TEST_CASE("of an unknown event all texts are replaced, but for names", "[read]") {
  anonymous_events hidden;
  auto const& own =
      hidden(R"("event":"own","category":"c","who":"me","path":"/a/b","n":"5","x":["\u0061"])");
  REQUIRE(own.others.size() == 5);
  CHECK(own.event_name == "own");
  CHECK(own.others[0].value.text == R"("c")");
  CHECK(own.others[1].name == "who");
  CHECK(own.others[1].value.text == R"("text-1")");
  CHECK(own.others[2].value.text == R"("path-1/file-1")");
  CHECK(own.others[3].value.text == R"("5")");
  CHECK(own.others[4].value.text == R"(["value-1"])");
}

TEST_CASE("a name that stays is JSON again", "[read]") {
  anonymous_events hidden;
  auto const& own = hidden(R"("event":"own","label":"a\"b")");
  REQUIRE(own.others.size() == 1);
  CHECK(own.others[0].value.text == R"("a\"b")");
}

TEST_CASE("versions, modes, hooks of Git and settings stay readable", "[read]") {
  anonymous_events hidden;
  CHECK(hidden(R"("event":"version","evt":"4","exe":"2.39.5")").get<event::version>()->exe ==
        "2.39.5");
  auto const* const hook =
      hidden(R"("event":"child_start","child_class":"hook","hook_name":"pre-commit","argv":["x"])")
          .get<event::child_start>();
  CHECK(hook->hook_name == "pre-commit");
  CHECK(hook->child_class == "hook");
  auto const* const parameter =
      hidden(R"("event":"def_param","scope":"local","param":"core.editor","value":"vi")")
          .get<event::def_param>();
  CHECK(parameter->param == "core.editor");
  CHECK(parameter->value == "value-1");
}

}  // namespace anonymiser_test
