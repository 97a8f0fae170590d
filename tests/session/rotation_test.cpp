#include <trace2/session/destination.hpp>
#include <trace2/session/rotation.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/null.hpp>
#include <trace2/value/buffer.hpp>

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"

namespace rotation_of_sessions_test {

using namespace trace2;
using detail::rotation;

TEST_CASE("what is no number of files leaves the usual number, and only 0 none") {
  using detail::parse_kept;
  CHECK(parse_kept("7") == 7);
  CHECK(parse_kept("0") == 0);
  CHECK(parse_kept("99999999999999999999") == 1000);
  CHECK(parse_kept("") == 5);
  CHECK(parse_kept("-1") == 5);
  CHECK(parse_kept("all") == 5);
  CHECK(parse_kept("3x") == 5);
}

TEST_CASE("a person who asks is told of limits that mean nothing") {
  support::temporary_directory const directory;
  changed_setting const changes[] = {{"TRACE2_X_DST_DEBUG", "1"},
                                     {"TRACE2_X_EVENT_ROTATE_SIZE", "1q"},
                                     {"TRACE2_X_EVENT_ROTATE_AGE", "999ms"},
                                     {"TRACE2_X_EVENT_ROTATE_KEEP", "-1"}};
  settings const from{{.prefix = "TRACE2_X"}, nullptr, changes, 4};
  std::string const told = support::standard_error_of(
      [&] { CHECK(rotation::open(from, "event", directory / "event", {}) == nullptr); });
  for (char const* const line : {"warning: unclear value '1q' of TRACE2_X_EVENT_ROTATE_SIZE\n",
                                 "warning: unclear value '999ms' of TRACE2_X_EVENT_ROTATE_AGE\n",
                                 "warning: unclear value '-1' of TRACE2_X_EVENT_ROTATE_KEEP\n"})
    CHECK(told.find(line) != told.npos);
}

TEST_CASE("a person who asks is told of what does not rotate") {
  support::temporary_directory const directory;
  changed_setting const change{"TRACE2_X_EVENT_ROTATE_SIZE", "1k"};
  settings const from{{.prefix = "TRACE2_X"}, nullptr, &change, 1};
  auto const told = [&from](std::string const& value, bool debug, buffer* reason = nullptr) {
    return support::standard_error_of([&] {
      rotation::open(
          from, "event", value,
          {.variable = "TRACE2_X_EVENT", .file_name = "x", .debug = debug, .reason = reason});
    });
  };
  for (std::string const& value :
       {directory.path().string(), std::string{"2"}, std::string{"af_unix:/x"}}) {
    CHECK(told(value, true) == "warning: trace 'TRACE2_X_EVENT' does not rotate: it is no file\n");
    CHECK(told(value, false).empty());
    buffer of_another_program;  // such as trace2 attach
    CHECK(told(value, true, &of_another_program).empty());
  }
  for (char const* const value : {"0", "", "relative", "/no/such/file"})
    CHECK(told(value, true).empty());
}

TEST_CASE("any number of files rotates at the same time") {
  support::temporary_directory const directory;
  changed_setting const changes[] = {{"TRACE2_X_EVENT_ROTATE_SIZE", "1k"}};
  settings const from{{.prefix = "TRACE2_X"}, nullptr, changes, 1};
  std::vector<sink*> opened;
  for (int i = 0; i < 40; ++i)
    opened.push_back(rotation::open(from, "event", directory / std::to_string(i), {}));
  for (sink* const each : opened) {
    REQUIRE(each != nullptr);
    CHECK(rotation::give_back(*each));
  }
}

TEST_CASE("only files rotate, and only when a limit says so") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  auto const open = [](std::string const& value, char const* limit) {
    changed_setting const changes[] = {{"TRACE2_X_EVENT", value},
                                       {"TRACE2_X_EVENT_ROTATE_SIZE", limit}};
    settings const from{{.prefix = "TRACE2_X"}, nullptr, changes, 2};
    sink* const to =
        rotation::open(from, "event", value, {.variable = "TRACE2_X_EVENT", .file_name = "x"});
    return to != nullptr && rotation::give_back(*to);
  };
  CHECK(open(file, "1k"));
  CHECK_FALSE(open(file, ""));
  CHECK_FALSE(open(directory.path().string(), "1k"));
  CHECK_FALSE(open("/dev/null", "1k"));
  CHECK_FALSE(open("/no/such/file", "1k"));
  CHECK_FALSE(open("2", "1k"));
  CHECK(open(file, "1k"));
  null_sink other;
  CHECK_FALSE(rotation::give_back(other));
}

}  // namespace rotation_of_sessions_test
