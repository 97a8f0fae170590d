#include <trace2/read/worded_text.hpp>

#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace worded_text_test {

using trace2::read::worded_text;

TEST_CASE("a worded text is taken apart from the front", "[read]") {
  worded_text text{"[ch12] pid:-1 rest: a"};
  int id = 0;
  std::string_view rest;
  CHECK(text.take("[ch"));
  CHECK(text.number(id));
  CHECK(id == 12);
  CHECK_FALSE(text.take("pid"));
  CHECK(text.take("] pid:"));
  CHECK(text.number(id));
  CHECK(id == -1);
  CHECK_FALSE(text.until("none", rest));
  CHECK(text.until(": ", rest));
  CHECK(rest == " rest");
  CHECK_FALSE(text.last(id));
  CHECK(text.all(rest));
  CHECK(rest == "a");
}

TEST_CASE("a number out of range becomes the nearest end of the range", "[read]") {
  trace2::read::cut_numbers cut;
  worded_text text{"[ch0] pid:3221225477 elapsed:1e13", &cut};
  int pid = 0;
  CHECK(text.take("[ch"));
  CHECK(text.number(pid));
  CHECK(text.take("]"));
  CHECK(text.take(" pid:"));
  CHECK(cut.empty());
  CHECK(text.number(pid));
  CHECK(pid == 2'147'483'647);
  CHECK(text.take(" elapsed:"));
  trace2::duration elapsed;
  CHECK(text.last(elapsed));
  CHECK(std::vector<std::string_view>(cut.begin(), cut.end()) ==
        std::vector<std::string_view>{"pid", "elapsed"});
}

TEST_CASE("an exit code out of range keeps its value in a worded text", "[read]") {
  trace2::read::cut_numbers cut;
  worded_text text{"3221225477 elapsed", &cut};
  int code = 0;
  CHECK(text.code(code));
  CHECK((text.wide_code() == 3'221'225'477 && cut.empty()));
  worded_text more{"99999999999999999999", &cut};
  CHECK(more.code(code));
  CHECK((!more.wide_code() && cut.size() == 1 && *cut.begin() == "number"));
  worded_text usual{"-1"};
  CHECK(usual.code(code));
  CHECK((code == -1 && !usual.wide_code()));
}

TEST_CASE("a hierarchy ends with the name in front of it", "[read][R-HIER-01]") {
  auto const name_in = [](std::string_view text) {
    trace2::event::cmd_name found;
    return worded_text{text}.name(found) ? found : trace2::event::cmd_name{};
  };
  CHECK(name_in("log (log)").name == "log");
  CHECK(name_in("push (fetch/push)").hierarchy == "fetch/push");
  CHECK(name_in("a (b (c/a (b)").name == "a (b");
  CHECK(name_in("no hierarchy").name.empty());
  CHECK(name_in("a (b (c)").name == "a (b");
}

TEST_CASE("looking for the end of a name takes no long time", "[read]") {
  std::string text;
  constexpr std::size_t size = 4'000'000;
  while (text.size() < size) text += "x (";
  trace2::event::cmd_name found;
  CHECK(worded_text{text += "y)"}.name(found));
  CHECK(found.hierarchy == "y");
}

TEST_CASE("an exec names its program apart if the arguments agree", "[read][R-CHD-08]") {
  std::pmr::monotonic_buffer_resource memory;
  trace2::read::quoted_words words{memory};
  trace2::event::exec event;
  worded_text{"/usr/bin/git git show"}.program(event, words);
  CHECK(event.exe == "/usr/bin/git");
  CHECK(event.argv.count == 2);
  event = {};
  worded_text{"sort file"}.program(event, words);
  CHECK(event.exe.data() == nullptr);
  CHECK(event.argv.count == 2);
}

}  // namespace worded_text_test
