#include <trace2/counter.hpp>
#include <trace2/timer.hpp>
#include <trace2/verb/thread.hpp>

#include <string>
#include <string_view>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace thread_test {

using support::brief_session;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

namespace {

void run_thread(auto const& body) { std::thread{body}.join(); }

}  // namespace

TEST_CASE("a thread says its name with every event", "[R-THR-02][R-THR-03]") {
  brief_session session;
  run_thread([] {
    tracer::thread_start("hash");
    tracer::data("c", "k", 1);
    tracer::thread_exit();
  });
  CHECK(session.events() ==
        R"({"event":"thread_start","thread":"th01:hash"})"
        "\n"
        R"({"event":"data","thread":"th01:hash","t_abs":0.000000,"t_rel":0.000000,"nesting":1,)"
        R"("category":"c","key":"k","value":"1"})"
        "\n"
        R"({"event":"thread_exit","thread":"th01:hash","t_rel":0.000000})"
        "\n");
}

TEST_CASE("NORMAL knows no threads", "[R-THR-14]") {
  brief_session session;
  run_thread([] {
    tracer::thread_start("hash");
    tracer::thread_exit();
  });
  CHECK(session.normal() == "");
}

TEST_CASE("numbers are never used again, and names are cut to 24 bytes", "[R-THR-02][R-THR-03]") {
  brief_session session;
  for (int i = 0; i < 100; ++i) run_thread([] { tracer::thread_start("x"); });
  session.events();
  run_thread([] { tracer::thread_start("a_name_longer_than_twenty_four_bytes"); });
  CHECK(session.events() == R"({"event":"thread_start","thread":"th101:a_name_longer_than"})"
                            "\n");
  run_thread([] { tracer::thread_start(nullptr); });
  CHECK(session.events() == R"({"event":"thread_start","thread":"th102:"})"
                            "\n");
}

TEST_CASE("a name that is cut inside a character stays valid in EVENT", "[R-THR-03][R-LIM-07]") {
  brief_session session;
  run_thread([] { tracer::thread_start("12345678901234567\xc3\xa9\xc3\xa9"); });
  CHECK(session.events() ==
        "{\"event\":\"thread_start\",\"thread\":\"th01:12345678901234567\xc3\xa9"
        "\"}\n");
  run_thread([] { tracer::thread_start("123456789012345678\xc3\xa9\xc3\xa9"); });
  CHECK(session.events() ==
        "{\"event\":\"thread_start\",\"thread\":\"th02:123456789012345678\xef\xbf\xbd\"}\n");
}

TEST_CASE("the time of a thread is that since its start", "[R-TIME-08]") {
  brief_session session;
  session.clock.advance_microseconds(100);
  run_thread([&] {
    tracer::thread_start("t");
    session.clock.advance_microseconds(20);
    tracer::region_enter("c", "l");
    session.clock.advance_microseconds(3);
    session.perf();
    tracer::thread_exit();
  });
  CHECK(session.perf() ==
        "d0 | th01:t                   | thread_exit  |     |  0.000123 |  0.000023 |              "
        "| \n");
}

TEST_CASE("a thread that never starts is unknown from its first event on", "[R-THR-04]") {
  brief_session session;
  session.clock.advance_microseconds(5);
  run_thread([&] {
    tracer::region_enter("c", "l");
    session.clock.advance_microseconds(7);
    session.perf();
    tracer::thread_exit();
  });
  CHECK(session.perf() ==
        "d0 | th01:unknown             | thread_exit  |     |  0.000012 |  0.000007 |              "
        "| \n");
}

TEST_CASE("thread_exit alone is an exit of an unknown thread", "[R-THR-07]") {
  brief_session session;
  session.clock.advance_microseconds(5);
  run_thread([] { tracer::thread_exit(); });
  CHECK(session.events() == R"({"event":"thread_exit","thread":"th01:unknown","t_rel":0.000000})"
                            "\n");
}

TEST_CASE("a thread that starts twice is two", "[R-THR-06]") {
  brief_session session;
  run_thread([] {
    tracer::thread_start("a");
    tracer::thread_start("b");
    tracer::thread_exit();
  });
  CHECK(session.events() == R"({"event":"thread_start","thread":"th01:a"})"
                            "\n"
                            R"({"event":"thread_start","thread":"th02:b"})"
                            "\n"
                            R"({"event":"thread_exit","thread":"th02:b","t_rel":0.000000})"
                            "\n");
}

TEST_CASE("after its exit a thread is unknown", "[R-THR-08]") {
  brief_session session;
  run_thread([] {
    tracer::thread_start("a");
    tracer::thread_exit();
    tracer::print("late");
  });
  CHECK(session.events().ends_with(
      "{\"event\":\"printf\",\"thread\":\"th02:unknown\",\"t_abs\":0.000000,\"msg\":\"late\"}\n"));
}

TEST_CASE("on main both are brackets of a region", "[R-THR-09][R-API-20][R-API-21]") {
  brief_session session;
  tracer::thread_start("name");
  session.clock.advance_microseconds(4);
  tracer::thread_exit();
  CHECK(session.perf() ==
        "d0 | main                     | region_enter |     |  0.000000 |           |              "
        "|  thread-proc on main: name\n"
        "d0 | main                     | region_leave |     |  0.000004 |  0.000004 |              "
        "|  thread-proc on main\n");
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"msg":"thread-proc on main: name"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000004,"nesting":1,)"
        R"("msg":"thread-proc on main"})"
        "\n");
}

TEST_CASE("a thread's sums come before its exit, those that are shown per thread",
          "[R-THR-10][R-TMR-05][R-CTR-02]") {
  trace2::counter const files{"scan", "files", trace2::sum_scope::per_thread};
  trace2::counter const hidden{"scan", "hidden"};
  trace2::counter const unused{"scan", "unused", trace2::sum_scope::per_thread};
  trace2::timer const reading{"scan", "read", trace2::sum_scope::per_thread};
  brief_session session;
  run_thread([&] {
    tracer::thread_start("t");
    tracer::region_enter("c", "never left");
    files.add(3);
    hidden.add(9);
    unused.add(0);
    reading.start();
    session.clock.advance_microseconds(11);
    reading.stop();
    reading.start();
    session.events();
    session.perf();
    tracer::thread_exit();
  });
  CHECK(session.events() ==
        R"({"event":"th_timer","thread":"th01:t","category":"scan","name":"read","intervals":1,)"
        R"("t_total":0.000011,"t_min":0.000011,"t_max":0.000011})"
        "\n"
        R"({"event":"th_counter","thread":"th01:t","category":"scan","name":"files","count":3})"
        "\n"
        R"({"event":"thread_exit","thread":"th01:t","t_rel":0.000011})"
        "\n");
  CHECK(session.normal() ==
        "th_timer scan/read intervals:1 total:0.000011 min:0.000011 max:0.000011\n"
        "th_counter scan/files value:3\n");
  CHECK(session.perf().find("..") == std::string_view::npos);
}

TEST_CASE("sums of threads that ended are in the totals, said or unsaid",
          "[R-THR-05][R-THR-13][R-LIM-13]") {
  trace2::counter const files{"threads", "files"};
  brief_session session;
  run_thread([&] {
    tracer::thread_start("polite");
    files.add(1);
    tracer::thread_exit();
  });
  run_thread([&] {
    tracer::thread_start("rude");
    files.add(10);
  });
  run_thread([&] { files.add(100); });
  run_thread([&] {
    tracer::thread_start("first");
    files.add(1000);
    tracer::thread_start("second");
    files.add(10'000);
  });
  session.end();
  CHECK(session.normal().find("counter threads/files value:11111\n") != std::string_view::npos);
}

}  // namespace thread_test
