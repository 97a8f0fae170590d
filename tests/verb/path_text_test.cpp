#include <trace2/verb/value.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace path_text_test {

using namespace trace2;
using tracer = basic_tracer<true, default_targets>;

namespace {

/// A path, or the string of UTF-8 that it gives.
template <class Path>
Path path_of(char8_t const* text) {
  std::filesystem::path const path{text};
  if constexpr (std::is_same_v<Path, std::u8string>)
    return path.u8string();
  else
    return path;
}

template <class Path>
struct transfer {
  static constexpr std::string_view event_name = "transfer";
  Path to{};
  void normal(auto& line) const { line << "to " << to; }
  void perf(auto& line) const { line << "to:" << quoted{to}; }
};
BOOST_DESCRIBE_STRUCT(transfer<std::u8string>, (), (to))

#ifdef _WIN32
static_assert(!std::is_convertible_v<std::filesystem::path, text>);
static_assert(!std::is_convertible_v<std::filesystem::path, data_value>);
static_assert(!std::is_convertible_v<std::vector<std::filesystem::path>, arguments>);
#  define PATHS std::u8string
#else
BOOST_DESCRIBE_STRUCT(transfer<std::filesystem::path>, (), (to))
#  define PATHS std::filesystem::path, std::u8string
#endif

}  // namespace

TEMPLATE_TEST_CASE("a path is a text, a value and an argument", "", PATHS) {
  auto const path = path_of<TestType>(u8"/tmp/\u00e9 b");
  CHECK(text{path}.data() == reinterpret_cast<char const*>(path.c_str()));
  CHECK(std::string_view{text{path}} == "/tmp/\u00e9 b");
  CHECK_FALSE(text{TestType{}}.is_absent());
  CHECK(std::string_view{*data_value{path}.as_text()} == "/tmp/\u00e9 b");
  std::string all;
  auto append = [&all](std::string_view item) { all.append("<").append(item).append(">"); };
  arguments{{"ls", path}}.for_each(append);
  arguments{std::vector<TestType>{path, path_of<TestType>(u8"c")}}.for_each(append);
  CHECK(all == "<ls></tmp/\u00e9 b></tmp/\u00e9 b><c>");
  static_assert(!std::is_convertible_v<TestType, arguments>, "it is no list of its parts");
  static_assert(std::is_convertible_v<TestType const&, lasting_text>);
  static_assert(!std::is_convertible_v<TestType, lasting_text>);
}

TEMPLATE_TEST_CASE("a path is a string in JSON", "", PATHS) {
  auto const path = path_of<TestType>(u8"/\u00e9 \"b\"");
  auto const json = [](auto const& value) {
    buffer out;
    detail::append_json(out, value);
    return std::string{out.view()};
  };
  CHECK(json(path) == "\"/\u00e9 \\\"b\\\"\"");
  CHECK(json(std::vector{path, path_of<TestType>(u8"c")}) == "[\"/\u00e9 \\\"b\\\"\",\"c\"]");
  CHECK(json(std::map<TestType, int>{{path_of<TestType>(u8"c"), 1}}) == R"({"c":1})");
  CHECK(json(data_value{path}) == "\"/\u00e9 \\\"b\\\"\"");
}

TEMPLATE_TEST_CASE("a path is the value of a datum and the member of an event", "", PATHS) {
  using path = TestType;
  support::brief_session session;
  tracer::data("c", "k", path_of<path>(u8"/usr share"));
  CHECK(session.events().ends_with(R"("key":"k","value":"/usr share"})"
                                   "\n"));
  tracer::data_json("c", "k", path_of<path>(u8"/usr"));
  CHECK(session.events().ends_with(R"("key":"k","value":"/usr"})"
                                   "\n"));
  STATIC_REQUIRE(detail::member_type_of<path>() == detail::member_type::text);
  tracer::emit(transfer<path>{.to = path_of<path>(u8"/a b")});
  CHECK(session.normal() == "to /a b\n");
  CHECK(session.perf().ends_with("| to:'/a b'\n"));
  CHECK(session.events().ends_with(R"("to":"/a b"})"
                                   "\n"));
}

}  // namespace path_text_test
