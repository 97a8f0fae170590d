#include <trace2/session/refusal.hpp>

#include <string>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/standard_error.hpp"

namespace refusal_test {

using trace2::default_targets;
using trace2::detail::refuse_object;

TEST_CASE("an object that stays off is named in the trace") {
  support::brief_session session;
  CHECK(support::standard_error_of([] { refuse_object<default_targets>("/lib/a.so"); }) == "");
  CHECK(session.events() ==
        "{\"event\":\"error\",\"msg\":\"'/lib/a.so' has another version of trace2 and is not "
        "traced\",\"fmt\":\"'%s' has another version of trace2 and is not traced\"}\n");
}

TEST_CASE("on standard error only where the user wants to know of faults") {
  trace2::memory_sink sink;
  support::brief_session session;
  trace2::target<trace2::format::normal>::state.open(
      sink, {.format = {.brief = true}, .diagnoses = true});
  CHECK(support::standard_error_of([] { refuse_object<default_targets>("/lib/a.so"); }) ==
        "warning: '/lib/a.so' has another version of trace2 and is not traced\n");
  CHECK(sink.text() == "error '/lib/a.so' has another version of trace2 and is not traced\n");
}

}  // namespace refusal_test
