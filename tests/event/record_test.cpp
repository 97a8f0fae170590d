#include <trace2/event/lifecycle.hpp>
#include <trace2/event/record.hpp>

#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace record_test {

TEST_CASE("a record borrows its event and everything else") {
  using record = trace2::record<trace2::event::error>;
  trace2::event::error const event{.msg = "m"};
  record const seen{{.process = {"a/b", "a/b", 1}}, event};
  CHECK(&seen.event == &event);
  CHECK(seen.process.depth == 1);
  CHECK(std::is_trivially_destructible_v<record>);
}

TEST_CASE("a record belongs to no repository unless it says so", "[R-REG-10]") {
  trace2::event::error const event;
  trace2::record<trace2::event::error> const seen{{}, event};
  CHECK_FALSE(seen.repo.has_value());
  CHECK(seen.at.file == nullptr);
}

}  // namespace record_test
