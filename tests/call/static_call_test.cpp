#include <trace2/call/static_call.hpp>
#include <trace2/call/tracer.hpp>

#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace static_call_test {

using namespace trace2;
using support::brief_session;
using on = basic_tracer<true, default_targets>;

namespace {

/// The value of a `data` event as EVENT shows it.
template <class... Arguments>
std::string shown(brief_session& session, Arguments const&... arguments) {
  static constinit detail::static_site site{"c", "k"};
  detail::data(*on::verbs(), site, arguments...);
  std::string const line = session.events();
  std::size_t const begin = line.find("\"value\":\"") + 9;
  return line.substr(begin, line.find('"', begin) - begin);
}

}  // namespace

TEST_CASE("a value of a call with literal names is what it is elsewhere") {
  brief_session session;
  CHECK(shown(session, 1) == "1");
  CHECK(shown(session, static_cast<short>(-2)) == "-2");
  CHECK(shown(session, 18446744073709551615U) == "18446744073709551615");
  CHECK(shown(session, 0.5F) == "0.5");
  CHECK(shown(session, true) == "true");
  CHECK(shown(session, 'x') == "x");
  CHECK(shown(session, "chars") == "chars");
  CHECK(shown(session, static_cast<char const*>(nullptr)) == "");
  CHECK(shown(session, std::string{"string"}) == "string");
  CHECK(shown(session, scope::local) == "local");
  CHECK(shown(session, 7, repo_id{2}) == "7");
}

TEST_CASE("a region that was not entered is not left") {
  static constinit detail::message_site site{"c", "l", "%d"};
  brief_session session;
  {
    detail::region_for<on, true> const region{site};
    detail::region_for<on, false> const named{site};
    CHECK(on::verbs() != nullptr);
  }
  CHECK(session.events() == "");
}

TEST_CASE("a region that outlives its session is not left in none") {
  static constinit detail::static_site site{"c", "l"};
  detail::region_for<on, true> const before{site};
  CHECK(on::verbs() == nullptr);
  auto* const session = new brief_session;
  {
    detail::region_for<on, true> const region{site};
    detail::region_for<on, false> named{site};
    named.enter("c", "l");
    REQUIRE(session->events().find(R"("nesting":2)") != std::string::npos);
    delete session;
  }
  brief_session later;
  CHECK(detail::this_process.misuse.region_leave.load_relaxed() == 0);
  CHECK(later.events() == "");
}

}  // namespace static_call_test
