#include <trace2/task.hpp>

#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace task_test {

using support::brief_session;
using task = trace2::basic_task<trace2::tracer>;
using task_scope = trace2::basic_task_scope<trace2::tracer>;

TEST_CASE("a macro begins a task in an object") {
  brief_session session;
  task first, second;
  TRACE2_TASK(first, "net", "get");
  TRACE2_TASK(second, "net", "part", first.id());
  first.end();
  CHECK(session.events() ==
        R"({"event":"task_begin","task":1,"parent":0,"category":"net","label":"get"})"
        "\n"
        R"({"event":"task_begin","task":2,"parent":1,"category":"net","label":"part"})"
        "\n"
        R"({"event":"task_end","task":1,"t_rel":0.000000,"t_run":0.000000,)"
        R"("category":"net","label":"get"})"
        "\n");
}

TEST_CASE("a macro ends the task that an object held before it begins another") {
  brief_session session;
  task work;
  TRACE2_TASK(work, "net", "get");
  task_scope const runs{work};
  session.events();
  TRACE2_TASK(work, "net", "put");
  std::string const lines = session.events();
  auto const ended = lines.find(R"({"event":"task_end","task":1,)");
  auto const begun = lines.find(R"({"event":"task_begin","task":2,"parent":0,)");
  CHECK((ended != lines.npos && begun != lines.npos && ended < begun));
}

TEST_CASE("a macro takes names that are no literals, and copies them") {
  brief_session session;
  task work;
  {
    std::string const label(300, 'l');
    TRACE2_TASK(work, "net", label.c_str());
  }
  work.end();
  std::string const lines = session.events();
  auto const begun = lines.find(std::string(300, 'l'));
  CHECK(begun != lines.npos);
  CHECK(lines.find(std::string(300, 'l'), begun + 300) != lines.npos);
}

TEST_CASE("a macro takes literals that are longer than a place can keep") {
  static constexpr char label[] =
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567";
  static_assert(sizeof label > 256);
  brief_session session;
  task work;
  TRACE2_TASK(work, "net", label);
  CHECK(session.events().find(label) != std::string::npos);
}

TEST_CASE("while nothing is traced the macro evaluates nothing") {
  task work;
  int evaluated = 0;
  int parents = 0;
  TRACE2_TASK((++evaluated, work), "c", "l", (++parents, trace2::task_id{}));
  CHECK(evaluated + parents == 0);
}

TEST_CASE("a thread tells what its task has to do with others") {
  brief_session session;
  task const first{"c", "first"};
  task const second{"c", "second"};
  trace2::task_id captured;
  {
    task_scope const runs{first};
    captured = trace2::this_task();
  }
  CHECK(captured == first.id());
  task_scope const runs{second};
  session.events();
  trace2::caused_by(captured);
  trace2::waits_for(captured);
  CHECK(session.events() == R"({"event":"task_link","task":2,"other":1,"kind":"caused_by"})"
                            "\n"
                            R"({"event":"task_link","task":2,"other":1,"kind":"waits_for"})"
                            "\n");
}

TEST_CASE("a task names the line of its macro, however long the file") {
  trace2::testing::memory_session session;
  task work;
#line 70001
  TRACE2_TASK(work, "net", "get");
  CHECK(session.event().find(":70001,") != std::string_view::npos);
}

}  // namespace task_test
