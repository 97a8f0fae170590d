#include <trace2/settings/setting.hpp>

#include "support/catch.hpp"

namespace setting_test {

using trace2::setting;

TEST_CASE("a setting has the words of a variable and the parts of a key", "[settings][R-SET-01]") {
  CHECK(setting::brief("my_format").words[0] == "my_format");
  CHECK(setting::brief("my_format").words[1] == "brief");
  CHECK(setting::brief("my_format").key[0] == "my_format");
  CHECK(setting::brief("my_format").key[1] == "brief");
}

TEST_CASE("the format normal has no word of its own", "[settings][R-SET-01]") {
  CHECK(setting::target("normal").words[0].empty());
  CHECK(setting::target("normal").key[0] == "normal");
}

TEST_CASE("files can't set whether secrets are hidden, nor the parent", "[settings][R-SET-01]") {
  for (setting const& each : {setting::redact(), setting::parent_sid(), setting::parent_name()})
    CHECK(each.key[0].empty());
}

TEST_CASE("a key of a file leaves out the underscores of a format's name", "[settings][R-SET-01]") {
  CHECK(setting::brief("my_format").has_key("myformatbrief"));
  CHECK_FALSE(setting::brief("my_format").has_key("my_formatbrief"));
  CHECK_FALSE(setting::brief("my_format").has_key("myformatbrie"));
  CHECK_FALSE(setting::brief("my_format").has_key("myformatbriefs"));
  CHECK_FALSE(setting::redact().has_key(""));
}

}  // namespace setting_test
