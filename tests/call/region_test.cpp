#include <trace2/call/region.hpp>

#include <string>
#include <string_view>
#include <type_traits>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace region_test {

using support::brief_session;
using namespace trace2;
using on = basic_region<basic_tracer<true, default_targets>>;
using off = basic_region<basic_tracer<false, default_targets>>;

TEST_CASE("a region lasts as long as its object", "[R-API-24][R-API-25]") {
  brief_session session;
  {
    on const outer{"index", "load"};
    session.clock.advance_microseconds(5);
    on const inner{"index", "parse", repo_id{2}};
    session.clock.advance_microseconds(1);
  }
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"category":"index","label":"load"})"
        "\n"
        R"({"event":"region_enter","repo":2,"nesting":2,"category":"index","label":"parse"})"
        "\n"
        R"({"event":"region_leave","repo":2,"t_rel":0.000001,"nesting":2,"category":"index",)"
        R"("label":"parse"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000006,"nesting":1,"category":"index",)"
        R"("label":"load"})"
        "\n");
}

TEST_CASE("both brackets name the place where the object was made") {
  testing::memory_session session;
  int const line = __LINE__ + 1;
  { on const region{"c", "l"}; }
  std::string const place = "\"line\":" + std::to_string(line) + ",";
  std::string const lines{session.event()};
  CHECK(lines.find(place) != std::string::npos);
  CHECK(lines.find(place) != lines.rfind(place));
}

TEST_CASE("names may be absent", "[R-API-24]") {
  brief_session session;
  { on const region{nullptr, {}}; }
  CHECK(session.events() ==
        "{\"event\":\"region_enter\",\"nesting\":1}\n"
        "{\"event\":\"region_leave\",\"t_rel\":0.000000,\"nesting\":1}\n");
}

TEST_CASE("a message belongs to the first bracket", "[R-REG-05]") {
  brief_session session;
  { on const region{call_site::here(), "dir", "read", {}, "%s-%d", "a", 1}; }
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"category":"dir","label":"read","msg":"a-1"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"dir","label":"read"})"
        "\n");
}

TEST_CASE("a region of nothing brackets nothing") {
  brief_session session;
  { on const nothing; }
  CHECK(session.events() == "");
}

TEST_CASE("a region that began while tracing was off is not left", "[R-API-35]") {
  auto const* const before = new on{"c", "l"};
  brief_session session;
  delete before;
  CHECK(session.events() == "");
}

TEST_CASE("a region that outlasts tracing ends in silence") {
  on const* const region = [] {
    brief_session session;
    auto* const made = new on{"c", "l"};
    session.end();
    session.events();
    return made;
  }();
  brief_session session;
  session.end();
  session.events();
  delete region;
  CHECK(session.events() == "");
}

TEST_CASE(
    "a region may begin later than its object, with the place where it does, and end sooner") {
  testing::memory_session session;
  on region;
  region.leave();
  CHECK(session.event() == "");
  int const line = __LINE__ + 1;
  region.enter("c", "1");
  region.leave();
  region.leave();
  std::string const lines{session.event()};
  std::string const place = "\"line\":" + std::to_string(line) + ",";
  CHECK(lines.find(place) != lines.rfind(place));
  CHECK(detail::this_process.misuse.region_leave.load_relaxed() == 0);
}

TEST_CASE("a region that is entered anew is left first") {
  brief_session session;
  {
    on region{"c", "1"};
    region.enter("c", "2");
  }
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"category":"c","label":"1"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"c","label":"1"})"
        "\n"
        R"({"event":"region_enter","nesting":1,"category":"c","label":"2"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"c","label":"2"})"
        "\n");
}

TEST_CASE("a region keeps the names that would be gone when it is left") {
  brief_session session;
  std::string category = "category";
  std::string label = "label";
  char buffer[] = "buffer";
  on const* const region = new on{category.c_str(), std::string_view{label}};
  on const* const second = new on{buffer, nullptr};
  category.assign("overwritten");
  label.assign("overwritten");
  buffer[0] = '!';
  delete second;
  delete region;
  CHECK(session.events().ends_with(
      R"({"event":"region_leave","t_rel":0.000000,"nesting":2,"category":"buffer"})"
      "\n"
      R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"category",)"
      R"("label":"label"})"
      "\n"));
}

TEST_CASE("regions can't be copied, and compiled out they are empty") {
  static_assert(!std::is_copy_constructible_v<on>);
  static_assert(!std::is_move_constructible_v<on>);
  static_assert(std::is_empty_v<off>);
  static_assert(std::is_same_v<region, on>);
  brief_session session;
  { off const region{"c", "l"}; }
  { off const region{call_site::here(), "c", "l", {}, "%d", 1}; }
  off region;
  region.enter("c", "l");
  region.leave();
  CHECK(session.events() == "");
}

}  // namespace region_test
