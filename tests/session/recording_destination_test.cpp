#include <trace2/process/state/state.hpp>
#include <trace2/session/recording_destination.hpp>
#include <trace2/settings/settings.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"

namespace recording_destination_test {

using namespace trace2;

namespace {

detail::recording_path path_of_it;

detail::opened_recording open_value(std::string_view value, bool debug = false) {
  static detail::process_identity const identity{"", "COMPONENT"};
  detail::this_process.identity.store_release(&identity);
  settings const from{{.prefix = "TRACE2_NOT_SET"}};
  return detail::open_recording(
      value, {.variable = "TRACE2_BINARY", .file_name = "COMPONENT", .debug = debug}, from,
      path_of_it);
}

}  // namespace

TEST_CASE("what is off is off, what is no file is refused", "[R-DST-01][R-DST-24]") {
  CHECK(open_value("0").to == nullptr);
  CHECK(open_value("").to == nullptr);
  CHECK(support::standard_error_of([] { CHECK(open_value("1").to == nullptr); }) ==
        "warning: trace 'TRACE2_BINARY' is off: '1' is no absolute path\n");
  CHECK(support::standard_error_of([] { CHECK(open_value("/dev/null").to == nullptr); }) == "");
  CHECK(support::standard_error_of([] { CHECK(open_value("/dev/null", true).to == nullptr); }) ==
        "warning: trace 'TRACE2_BINARY' is off: can't record to '/dev/null': Invalid argument\n");
}

TEST_CASE("a path that is taken gets the process's component as a suffix") {
  support::temporary_directory const directory;
  std::string const path = directory / "recording";
  detail::opened_recording const first = open_value(path);
  REQUIRE(first.to != nullptr);
  CHECK(first.is_own_file);
  CHECK(path_of_it.c_str() == path);
  std::string const before = support::content_of(directory / "recording");
  CHECK(open_value(path).to != nullptr);
  CHECK_FALSE(support::content_of(directory / "recording.COMPONENT").empty());
  CHECK(support::content_of(directory / "recording").size() == before.size());
  CHECK(open_value(path).to == nullptr);
  CHECK(path_of_it.c_str() == path + ".COMPONENT");
}

TEST_CASE("in a directory the file has the name of the component", "[R-DST-10]") {
  support::temporary_directory const directory;
  REQUIRE(open_value(directory.path().string()).to != nullptr);
  CHECK_FALSE(support::content_of(directory / "COMPONENT").empty());
  REQUIRE(open_value(directory.path().string()).to != nullptr);
  CHECK_FALSE(support::content_of(directory / "COMPONENT.1").empty());
  CHECK(path_of_it.c_str() == directory / "COMPONENT.1");
}

}  // namespace recording_destination_test
