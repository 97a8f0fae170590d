#include <trace2/call/thread_scope.hpp>
#include <trace2/instrument.hpp>

#include <future>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace thread_scope_test {

using support::brief_session;
using namespace trace2;
using on = basic_thread_scope<basic_tracer<true, default_targets>>;
using off = basic_thread_scope<basic_tracer<false, default_targets>>;

TEST_CASE("a scope names its thread and says when it ends", "[R-API-20][R-API-21]") {
  brief_session session;
  std::thread{[&] {
    on const scope{"hash"};
    session.clock.advance_microseconds(4);
  }}.join();
  CHECK(session.events() == R"({"event":"thread_start","thread":"th01:hash"})"
                            "\n"
                            R"({"event":"thread_exit","thread":"th01:hash","t_rel":0.000004})"
                            "\n");
}

TEST_CASE("on main a scope is a region", "[R-THR-09]") {
  brief_session session;
  { on const scope{"hash"}; }
  CHECK(session.perf() ==
        "d0 | main                     | region_enter |     |  0.000000 |           |              "
        "|  thread-proc on main: hash\n"
        "d0 | main                     | region_leave |     |  0.000000 |  0.000000 |              "
        "|  thread-proc on main\n");
}

TEST_CASE("a thread that began while tracing was off says nothing at its end", "[R-API-35]") {
  auto const* const before = new on{"early"};
  brief_session session;
  delete before;
  CHECK(session.events() == "");
}

TEST_CASE("a thread that was named while tracing was off has the name when it is on",
          "[R-THR-04]") {
  auto const traced_by = [](auto const& run) {
    std::promise<void> is_named;
    std::promise<void> is_on;
    std::thread thread{[&] {
      run([&] {
        is_named.set_value();
        is_on.get_future().wait();
        trace2::data("c", "k", 1);
      });
    }};
    is_named.get_future().wait();
    brief_session session;
    is_on.set_value();
    thread.join();
    return std::string{session.event()};
  };
  CHECK(traced_by([](auto const& trace) {
          TRACE2_THREAD("hash");
          trace();
        }).find(R"("thread":"th01:hash")") != std::string::npos);
  CHECK(traced_by([](auto const& trace) {
          { TRACE2_THREAD("hash"); }
          trace();
        }).find(R"("thread":"th01:unknown")") != std::string::npos);
  CHECK(traced_by([](auto const& trace) {
          TRACE2_THREAD("outer");
          {
            TRACE2_THREAD("inner");
            { TRACE2_THREAD(std::string{"innermost"}); }
          }
          trace();
        }).find(R"("thread":"th01:outer")") != std::string::npos);
  CHECK(traced_by([](auto const& trace) {
          TRACE2_THREAD("outer");
          {
            TRACE2_THREAD("inner");
            trace();
          }
          trace2::data("c", "after", 1);
        }).find(R"("thread":"th02:outer")") != std::string::npos);
  bool is_evaluated = false;
  CHECK(traced_by([&](auto const& trace) {
          TRACE2_THREAD((is_evaluated = true, std::string{"made"}));
          trace();
        }).find(R"("thread":"th01:unknown")") != std::string::npos);
  CHECK_FALSE(is_evaluated);
}

TEST_CASE("a scope of nothing says nothing") {
  brief_session session;
  { on const nothing; }
  CHECK(session.events() == "");
}

TEST_CASE("scopes can't be copied, and compiled out they are empty") {
  static_assert(!std::is_copy_constructible_v<on>);
  static_assert(std::is_empty_v<off>);
  static_assert(std::is_same_v<thread_scope, on>);
  brief_session session;
  { off const scope{"hash"}; }
  { off const scope = off::before_tracing("hash"); }
  CHECK(session.events() == "");
}

}  // namespace thread_scope_test
