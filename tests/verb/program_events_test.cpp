#include <trace2/verb/program_events.hpp>
#include <trace2/event/text_line.hpp>

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

using namespace trace2;
using namespace trace2::detail;

namespace check_test {

namespace {

struct right {
  static constexpr std::string_view event_name = "right";
  static constexpr event_traits traits{.urgent = true};
  void normal(auto& line) const { line << "normal"; }
  void perf(text_line& line) const { line << "perf"; }
  void perf_category(auto& line) const { line << "category"; }
};
BOOST_DESCRIBE_STRUCT(right, (), ())

/// Members may have any name.
struct described_only {
  static constexpr std::string_view event_name = "described_only";
  int normal{};
  bool perf{};
  bool urgent{};
  std::string_view category{};
  std::string_view options{};
};
BOOST_DESCRIBE_STRUCT(described_only, (), (normal, perf, urgent, category, options))

struct final_event final {
  static constexpr std::string_view event_name = "final_event";
};
BOOST_DESCRIBE_STRUCT(final_event, (), ())

struct not_const {
  void normal(auto& line) { line << ""; }
  void perf(auto& line) { line << ""; }
};
struct without_line {
  void normal() const {}
  void perf_category(int) const {}
};
/// Names of its own that look like the library's.
struct own_names {
  static constexpr std::string_view event_name = "own_names";
  [[maybe_unused]] static constexpr int urgent = 3;
  [[maybe_unused]] static constexpr bool timed = false;
  [[maybe_unused]] static constexpr int trait = 1;
  void category(auto& line) const { line << "category"; }
  void write_normal(auto& line) const { line << "normal"; }
  void performance(auto& line) const { line << "perf"; }
  void nomral(auto& line) const { line << "normal"; }
};
BOOST_DESCRIBE_STRUCT(own_names, (), ())
struct not_constant {
  [[maybe_unused]] static event_traits traits;
};
struct not_static {
  event_traits traits{.urgent = true};
};

struct undescribed {
  int x{};
};
struct tree {
  std::vector<tree> children{};
};
BOOST_DESCRIBE_STRUCT(tree, (), (children))
struct holder {
  std::optional<undescribed> inner{};
};
BOOST_DESCRIBE_STRUCT(holder, (), (inner))

}  // namespace

TEST_CASE("a right declaration is taken as it is") {
  STATIC_REQUIRE(declaration_of<right>::is_writable);
  STATIC_REQUIRE(traits_of<right>.urgent);
  STATIC_REQUIRE(declaration_of<described_only>::is_writable);
  STATIC_REQUIRE(declaration_of<final_event>::is_writable);
}

TEST_CASE("a member function with the name of a wording is one, or a mistake") {
  STATIC_REQUIRE(misdeclares_normal<not_const>);
  STATIC_REQUIRE(misdeclares_perf<not_const>);
  STATIC_REQUIRE_FALSE(misdeclares_perf_category<not_const>);
  STATIC_REQUIRE(misdeclares_normal<without_line>);
  STATIC_REQUIRE(misdeclares_perf_category<without_line>);
  STATIC_REQUIRE_FALSE(misdeclares_normal<right>);
  STATIC_REQUIRE_FALSE(misdeclares_normal<described_only>);
}

TEST_CASE("traits that nobody would look at are seen") {
  STATIC_REQUIRE(misdeclares_traits<not_constant>);
  STATIC_REQUIRE(misdeclares_traits<not_static>);
  STATIC_REQUIRE_FALSE(misdeclares_traits<right>);
}

TEST_CASE("names of another purpose are the program's own") {
  STATIC_REQUIRE(declaration_of<own_names>::is_writable);
}

TEST_CASE("a value can be written if everything in it can") {
  STATIC_REQUIRE(is_json_value<std::vector<int>>());
  STATIC_REQUIRE(is_json_value<tree>());
  STATIC_REQUIRE(is_json_value<std::map<std::string_view, tree>>());
  STATIC_REQUIRE_FALSE(is_json_value<undescribed>());
  STATIC_REQUIRE_FALSE(is_json_value<std::vector<undescribed>>());
  STATIC_REQUIRE_FALSE(is_json_value<std::map<std::string_view, undescribed>>());
  STATIC_REQUIRE_FALSE(is_json_value<holder>());
}

}  // namespace check_test
