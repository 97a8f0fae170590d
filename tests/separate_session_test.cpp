#include <trace2/separate_session.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace separate_session_test { namespace {

/// As in the unit of main; it comes before the session's code.
int run(int argc, char const* const* argv) {
  trace2::session::start_clock();
  trace2::session const trace{
      argc, argv, {.settings = {.prefix = "TRACE2_SEPARATE_TEST"}, .ancestry = false}};
  TRACE2_DATA("separate", "id", trace2::session::id());
  int const result = trace.exit(3);
  trace.end();
  return result;
}

}}  // namespace separate_session_test

#include <trace2/trace2.hpp>

#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

template class trace2::basic_session<trace2::tracer>;

namespace separate_session_test {

TEST_CASE("code in front of the session's begins and ends the session") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_SEPARATE_TEST_EVENT", directory / "event"};
  constexpr char const* argv[] = {"program", "an argument", nullptr};
  CHECK(support::run_in_child([&] { return run(2, argv); }) == 3);
  std::string const text = support::content_of(directory / "event");
  for (std::string_view const expected : {R"("argv":["program","an argument"])", R"("key":"id")",
                                          R"("event":"exit")", R"("event":"atexit")"}) {
    CAPTURE(expected);
    CHECK(text.find(expected) != text.npos);
  }
}

}  // namespace separate_session_test
