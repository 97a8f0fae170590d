#include <trace2/control/status.hpp>
#include <trace2/trace2.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <unistd.h>

namespace control_status_test {

namespace detail = trace2::detail;

TEST_CASE("a process says its number, its command and its targets, one fact per line") {
  CHECK(support::run_in_child([] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          trace2::buffer out;
          detail::append_status(out, detail::control_backend_of<trace2::tracer::targets>::value);
          std::string_view const text = out.view();
          auto const has = [&](std::string_view part) { return text.find(part) != text.npos; };
          if (!text.starts_with("pid " + std::to_string(::getpid()) + "\ncommand ")) return 1;
          if (!has("\nsince 1") || has("\nsid ")) return 2;
          return has("\ntarget perf off 0 -\n") && text.ends_with("\n") ? 0 : 3;
        }) == 0);
}

}  // namespace control_status_test
