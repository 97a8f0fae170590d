#include <trace2/control/backend.hpp>
#include <trace2/format/json.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/trace2.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <stdlib.h>

namespace control_backend_test {

namespace detail = trace2::detail;
using backend = detail::control_backend_of<trace2::tracer::targets>;

namespace {

bool apply(trace2::settings const& wanted, trace2::settings const& before) {
  trace2::buffer reason;
  return backend::value.apply(wanted, before, reason);
}

}  // namespace

TEST_CASE("the targets of a list are known by their names, and by the settings that opened them") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          auto const facts = [] {
            std::string text;
            backend::value.for_each_target([&](detail::target_facts const& each) {
              text.append(each.name).append(each.is_on ? "+" : "-");
            });
            return text;
          };
          if (facts() != "normal-perf-event-binary-") return 1;
          backend::value.name_session();
          if (std::string_view{trace2::session::id()}.empty()) return 2;
          trace2::changed_setting const change{"TRACE2_EVENT", file};
          auto const* const present = detail::this_process.configuration.load_acquire();
          trace2::settings const wanted{present->source(), nullptr, &change, 1};
          // The program may have changed its settings since they were looked at.
          if (apply(wanted, wanted) || facts() != "normal-perf-event-binary-") return 6;
          if (!apply(wanted, *present) || facts() != "normal-perf-event+binary-") return 3;
          bool is_known = false;
          backend::value.for_each_target([&](detail::target_facts const& each) {
            is_known = is_known || each.opened_by == &wanted;
          });
          if (!is_known || !apply(*present, wanted)) return 4;
          return facts() == "normal-perf-event-binary-" ? 0 : 5;
        }) == 0);
}

TEST_CASE("a target tells whose texts it borrows, also after a change that has failed") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          auto const* const present = detail::this_process.configuration.load_acquire();
          trace2::changed_setting const changes[]{{"TRACE2_EVENT", file},
                                                  {"TRACE2_EVENT_FILTER", "one"}};
          trace2::settings const first{present->source(), nullptr, changes, 1};
          trace2::settings const filtered{present->source(), nullptr, changes, 2};
          trace2::changed_setting const impossible{"TRACE2_EVENT", "/no/such/directory/file"};
          trace2::settings const failing{present->source(), nullptr, &impossible, 1};
          if (!apply(first, *present) || !apply(filtered, first)) return 1;
          if (apply(failing, filtered)) return 2;
          bool is_known = false;
          backend::value.for_each_target([&](detail::target_facts const& each) {
            is_known = is_known || (each.opened_by == &first && each.filtered_by == &filtered);
          });
          return is_known && apply(*present, failing) ? 0 : 3;
        }) == 0);
}

TEST_CASE("a session that is switched on from outside leaves the environment alone") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          ::unsetenv("TRACE2_PARENT_SID");
          ::unsetenv("TRACEPARENT");
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false, .trace_context = true}};
          // Before, in a thread of the program's, children get what they inherit.
          backend::value.name_session();
          if (::getenv("TRACE2_PARENT_SID") == nullptr || ::getenv("TRACEPARENT") == nullptr)
            return 1;
          ::unsetenv("TRACE2_PARENT_SID");
          ::unsetenv("TRACEPARENT");
          trace2::changed_setting const change{"TRACE2_EVENT", file};
          auto const* const present = detail::this_process.configuration.load_acquire();
          trace2::settings const wanted{present->source(), nullptr, &change, 1};
          if (!apply(wanted, *present) || !trace2::tracer::enabled()) return 2;
          bool const is_left = ::getenv("TRACE2_PARENT_SID") == nullptr;
          return is_left && ::getenv("TRACEPARENT") == nullptr ? 0 : 3;
        }) == 0);
}

TEST_CASE("a process that sampling has dropped is switched on only from outside") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  CHECK(support::run_in_child([&] {
          ::setenv("TRACE2_SAMPLE", "1000000000", 1);
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          backend::value.name_session();
          trace2::changed_setting const change{"TRACE2_EVENT", file};
          if (trace2::session::reconfigure({change}) || trace2::tracer::enabled()) return 1;
          auto const* const present = detail::this_process.configuration.load_acquire();
          trace2::settings const wanted{present->source(), nullptr, &change, 1};
          return apply(wanted, *present) && trace2::tracer::enabled() ? 0 : 2;
        }) == 0);
}

}  // namespace control_backend_test
