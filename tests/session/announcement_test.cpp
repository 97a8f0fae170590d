#include <trace2/session/announcement.hpp>
#include <trace2/trace2.hpp>
#include <trace2/verb/table.hpp>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace announcement_test {

namespace detail = trace2::detail;

TEST_CASE("who wants to know is told of a session that begins, also if it traces nothing") {
  CHECK(support::run_in_child([] {
          static detail::verb_table const* told_of = nullptr;
          detail::tell_of_session.store_release(
              [](detail::verb_table const& of) noexcept { told_of = &of; });
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          return told_of == &detail::verb_table_of<trace2::tracer::targets> ? 0 : 1;
        }) == 0);
}

}  // namespace announcement_test
