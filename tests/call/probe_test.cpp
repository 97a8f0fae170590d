#include <trace2/call/probe.hpp>
#include <trace2/call/tracer.hpp>

#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

// config/probes.py looks at the probes themselves.
namespace probe_test {

using namespace trace2;
using support::brief_session;
using on = basic_tracer<true, default_targets>;

namespace {

enum class colour { red, green };
struct constants {
  static int const without_definition = 5;
};
struct flags {
  unsigned low : 3;
};

constexpr int place_of_shown = __LINE__ + 1;
constexpr detail::probe_site shown{"c", "k"};

template <class... Arguments>
void traced(Arguments const&... arguments) {
  static constinit detail::static_site site{"c", "k"};
  detail::probed_data(on::verbs(), site, shown, arguments...);
}

std::string value_in(std::string_view line) {
  std::size_t const begin = line.find("\"value\":\"") + 9;
  return std::string{line.substr(begin, line.find('"', begin) - begin)};
}

}  // namespace

TEST_CASE("a probe knows the place of its call and the names that are literals") {
  CHECK(std::string_view{shown.file}.ends_with("probe_test.cpp"));
  CHECK(shown.line == place_of_shown);
  CHECK(std::string_view{shown.category} == "c");
  CHECK(std::string_view{shown.label} == "k");
  CHECK(&detail::behind_a_register(shown) == &shown);
}

TEST_CASE("a probe shows no name that goes on behind its end, because readers would go on") {
  static constexpr char letters[] = {'a', 'b'};
  static constexpr detail::probe_site site{std::string_view{"index/load"}.substr(0, 5),
                                           std::string_view{letters, 2}};
  CHECK(site.category == nullptr);
  CHECK(site.label == nullptr);
  static constexpr detail::probe_site absent{nullptr, std::string_view{"index/load"}.substr(6)};
  CHECK(absent.category == nullptr);
  CHECK(std::string_view{absent.label} == "load");
}

TEST_CASE("data with a probe is the data it is without one") {
  brief_session session;
  traced(1);
  CHECK(value_in(session.events()) == "1");
  traced("chars");
  CHECK(value_in(session.events()) == "chars");
  traced(std::string{"string"});
  CHECK(value_in(session.events()) == "string");
  traced(0.5);
  CHECK(value_in(session.events()) == "0.5");
  traced(colour::green, repo_id{2});
  CHECK(value_in(session.events()) == "1");
  traced(duration::microseconds(1500000));
  CHECK(value_in(session.events()) == "1.500000");
  detail::probed_data<on>(shown, std::string{"c"}, "k", true);
  CHECK(value_in(session.events()) == "true");
}

TEST_CASE("a probe takes every value while tracing is off") {
  flags const field{3};
  static constinit detail::static_site site{"c", "k"};
  detail::probed_data(nullptr, site, shown, constants::without_definition);
  detail::probed_data(nullptr, site, shown, field.low);
  detail::probed_data(nullptr, site, shown, std::string_view{}, repo_id{2});
  detail::probed_value(shown, constants::without_definition);
  detail::probed_value(shown, static_cast<char const*>(nullptr), repo_id{2});
  detail::probed_scope const scope{shown};
  detail::probe_error(shown);
  CHECK_FALSE(on::enabled());
}

}  // namespace probe_test
