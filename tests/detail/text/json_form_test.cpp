#include <trace2/detail/text/json_form.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace json_form_test {

using trace2::detail::is_json_value;
using trace2::detail::json_form;
using trace2::detail::json_form_of;

namespace {

struct tree {
  std::vector<tree> below;
};
BOOST_DESCRIBE_STRUCT(tree, (), (below))

struct undescribed {};

struct holder {
  std::vector<undescribed> items;
};
BOOST_DESCRIBE_STRUCT(holder, (), (items))

}  // namespace

TEST_CASE("a type becomes the first kind of JSON that it fits") {
  STATIC_REQUIRE(json_form_of<bool>() == json_form::boolean);
  STATIC_REQUIRE(json_form_of<char>() == json_form::character);
  STATIC_REQUIRE(json_form_of<char const*>() == json_form::c_string);
  STATIC_REQUIRE(json_form_of<std::string>() == json_form::text);
  STATIC_REQUIRE(json_form_of<std::unique_ptr<int>>() == json_form::optional);
  STATIC_REQUIRE(json_form_of<std::map<std::string, int>>() == json_form::map);
  STATIC_REQUIRE(json_form_of<std::map<int, int>>() == json_form::list);
  STATIC_REQUIRE(json_form_of<int[2]>() == json_form::list);
  STATIC_REQUIRE(json_form_of<tree>() == json_form::object);
  STATIC_REQUIRE(json_form_of<undescribed>() == json_form::none);
}

TEST_CASE("a type has JSON if all that is in it has, and may contain itself") {
  STATIC_REQUIRE(is_json_value<tree>());
  STATIC_REQUIRE(is_json_value<std::optional<std::map<std::string, tree>>>());
  STATIC_REQUIRE_FALSE(is_json_value<holder>());
  STATIC_REQUIRE_FALSE(is_json_value<std::vector<undescribed>>());
  STATIC_REQUIRE_FALSE(is_json_value<undescribed[3]>());
}

}  // namespace json_form_test
