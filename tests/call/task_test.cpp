#include <trace2/call/task.hpp>
#include <trace2/task.hpp>

#include <string>
#include <type_traits>
#include <utility>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace task_test {

using support::brief_session;
using on = trace2::basic_tracer<true, trace2::default_targets>;
using off = trace2::basic_tracer<false, trace2::default_targets>;
using task = trace2::basic_task<on>;
using task_scope = trace2::basic_task_scope<on>;

TEST_CASE("a task begins and ends with its object") {
  brief_session session;
  {
    task const get{"net", "get"};
    CHECK(get);
    CHECK(get.id().value == 1);
    session.clock.advance_microseconds(7);
  }
  CHECK(session.events() ==
        R"({"event":"task_begin","task":1,"parent":0,"category":"net","label":"get"})"
        "\n"
        R"({"event":"task_end","task":1,"t_rel":0.000007,"t_run":0.000000,)"
        R"("category":"net","label":"get"})"
        "\n");
}

TEST_CASE("a task may have a message") {
  brief_session session;
  task const get{{}, "net", "get", {}, "%s-%d", "a", 1};
  CHECK(session.events() ==
        R"({"event":"task_begin","task":1,"parent":0,"category":"net","label":"get",)"
        R"("msg":"a-1"})"
        "\n");
}

TEST_CASE("a move hands a task over") {
  brief_session session;
  task first{"c", "first"};
  task second{std::move(first)};
  CHECK((second && second.id().value == 1));
  session.events();
  task third{"c", "third"};
  third = std::move(second);
  CHECK(third.id().value == 1);
  task& same = third;
  third = std::move(same);
  CHECK(third.id().value == 1);
  CHECK(session.events() ==
        R"({"event":"task_begin","task":2,"parent":0,"category":"c","label":"third"})"
        "\n"
        R"({"event":"task_end","task":2,"t_rel":0.000000,"t_run":0.000000,)"
        R"("category":"c","label":"third"})"
        "\n");
}

TEST_CASE("an empty object begins a task later, and a task of its own each time") {
  brief_session session;
  task work;
  CHECK_FALSE(work);
  CHECK(work.id() == trace2::task_id{});
  work.end();
  {
    task_scope const nothing{work};
    CHECK_FALSE(nothing);
  }
  CHECK(session.events().empty());
  work.begin("c", "a");
  work.begin("c", "b");
  CHECK(work.id().value == 2);
}

TEST_CASE("links name the tasks that they tie") {
  brief_session session;
  task const first{"c", "first"};
  task const second{"c", "second"};
  session.events();
  second.waits_for(first.id());
  second.caused_by(first.id());
  second.caused_by({});
  CHECK(session.events() == R"({"event":"task_link","task":2,"other":1,"kind":"waits_for"})"
                            "\n"
                            R"({"event":"task_link","task":2,"other":1,"kind":"caused_by"})"
                            "\n");
}

TEST_CASE("while nothing is traced no object holds a task") {
  task const work{"c", "l"};
  CHECK_FALSE(work);
  CHECK(trace2::basic_this_task<on>() == trace2::task_id{});
}

TEST_CASE("compiled out, tasks are empty types") {
  STATIC_REQUIRE(std::is_empty_v<trace2::basic_task<off>>);
  STATIC_REQUIRE(std::is_empty_v<trace2::basic_task_scope<off>>);
  trace2::basic_task<off> work{"c", "l"};
  trace2::basic_task<off> other{std::move(work)};
  trace2::basic_task_scope<off> scope{other};
  scope.leave();
  other.end();
  CHECK_FALSE(other);
}

}  // namespace task_test
