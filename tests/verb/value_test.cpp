#include <trace2/call/static_site.hpp>
#include <trace2/verb/value.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace value_test {

using support::brief_session;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;
using tracer_verbs = trace2::verb::value<trace2::default_targets>;

namespace {

struct statistics {
  int entries{};
  std::vector<std::string> names{};
};
BOOST_DESCRIBE_STRUCT(statistics, (), (entries, names))

struct transfer {
  static constexpr std::string_view event_name = "transfer";
  std::chrono::milliseconds t_rel{};
  std::string to{};
  std::chrono::duration<double> wait{};
  void normal(auto& line) const { line << "to " << to << " after " << wait; }
};
BOOST_DESCRIBE_STRUCT(transfer, (), (t_rel, to, wait))

struct frequent_transfer : transfer {
  static constexpr trace2::event_traits traits{.frequent = true};
  void perf(auto& line) const { line << "to:" << trace2::quoted{to}; }
};
BOOST_DESCRIBE_STRUCT(frequent_transfer, (transfer), ())

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  std::string_view key{};
  int level{};
  void normal(auto& line) const { line << "hit " << key; }
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, level))

/// Two numbers, which instrumented code computes while they are read.
struct computed_numbers {
  struct iterator {
    int at;

    int operator*() const {
      if (at == 2) tracer::data_json("computed", "inner", std::vector{7, 8, 9});
      return at;
    }
    iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(iterator const& other) const { return at != other.at; }
  };
  iterator begin() const { return {1}; }
  iterator end() const { return {3}; }
};

struct for_machines {
  static constexpr std::string_view event_name = "for_machines";
  static constexpr trace2::event_traits traits{.machine_only = true};
};
BOOST_DESCRIBE_STRUCT(for_machines, (), ())

}  // namespace

TEST_CASE("data has the time of the process and of the innermost region", "[R-API-26][R-TIME-07]") {
  brief_session session;
  session.clock.advance_microseconds(100);
  tracer::region_enter("c", "l");
  session.clock.advance_microseconds(20);
  session.events();
  tracer::data("c", "k", "v");
  CHECK(session.events() ==
        R"({"event":"data","t_abs":0.000120,"t_rel":0.000020,"nesting":2,"category":"c",)"
        R"("key":"k","value":"v"})"
        "\n");
}

TEST_CASE("outside of regions the time of data is that of the thread", "[R-TIME-07]") {
  brief_session session;
  session.clock.advance_microseconds(100);
  tracer::data("c", "k", "v");
  CHECK(session.perf() ==
        "d0 | main                     | data         |     |  0.000100 |  0.000100 | c            "
        "| k:v\n");
}

TEST_CASE("numbers become text", "[R-API-27][R-DAT-01]") {
  brief_session session;
  tracer::data("c", "k", INTMAX_MIN);
  tracer::data("c", "k", std::size_t{7});
  std::string const lines = session.events();
  CHECK(lines.find(R"("value":"-9223372036854775808")") != std::string::npos);
  CHECK(lines.find(R"("value":"7")") != std::string::npos);
}

TEST_CASE("data without names is empty, not a crash", "[R-DAT-06]") {
  brief_session session;
  tracer::data(nullptr, nullptr, static_cast<char const*>(nullptr));
  CHECK(session.events().find(R"("category":"","key":"","value":"")") != std::string::npos);
  CHECK(session.perf().find("| :\n") != std::string_view::npos);
}

TEST_CASE("numbers without names have empty ones as well", "[R-DAT-06]") {
  brief_session session;
  trace2::detail::static_site site{nullptr, nullptr};
  session.events();
  tracer_verbs::data_number(site, std::int64_t{1});
  tracer_verbs::data_number(site, std::uint64_t{1});
  tracer_verbs::data_number(site, 1.0);
  std::string const lines = session.events();
  for (std::string_view rest = lines; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
    CHECK(rest.substr(0, rest.find('\n')).find(R"("category":"","key":"","value":"1)") !=
          std::string_view::npos);
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 3);
}

TEST_CASE("structured values are made of what is described", "[R-API-28]") {
  brief_session session;
  tracer::data_json("c", "k", statistics{2, {"a", "b"}});
  tracer::data_json("c", "k", std::map<std::string, int>{{"x", 1}});
  std::string const lines = session.events();
  CHECK(lines.find(R"("key":"k","value":{"entries":2,"names":["a","b"]}})") != std::string::npos);
  CHECK(lines.find(R"("key":"k","value":{"x":1}})") != std::string::npos);
  CHECK(session.perf().find(R"(| k:{"entries":2,"names":["a","b"]})") != std::string_view::npos);
}

TEST_CASE("a value may be computed by code that traces") {
  brief_session session;
  tracer::data_json("computed", "outer", computed_numbers{});
  std::string const events{session.events()};
  CHECK(events.find(R"("key":"inner","value":[7,8,9]})") < events.find(R"("key":"outer")"));
  CHECK(events.ends_with(R"("key":"outer","value":[1,2]})"
                         "\n"));
}

TEST_CASE("ready JSON is shown as it is, nested without its line breaks", "[R-JSN-05][R-DAT-03]") {
  brief_session session;
  tracer::data_json("c", "k", trace2::json_text{"{\n  \"a\": [\n    1\n  ]\n}"});
  CHECK(session.perf().ends_with("| k:{\n  \"a\": [\n    1\n  ]\n}\n"));
  CHECK(session.events().find(R"("value":{"a": [1]}})") != std::string::npos);
}

TEST_CASE("what is not JSON never breaks a line of EVENT", "[R-EVT-15]") {
  brief_session session;
  tracer::data_json("c", "k", trace2::json_text{"{\"a\":1}}, \"x\":{"});
  CHECK(session.events().find(R"("value":"{\"a\":1}}, \"x\":{"})") != std::string::npos);
}

TEST_CASE("data deeper than the limit is not in EVENT", "[R-REG-02]") {
  brief_session session;
  tracer::region_enter("c", "1");
  tracer::region_enter("c", "2");
  session.events();
  tracer::data("c", "k", 1);
  tracer::data_json("c", "k", trace2::json_text{"1"});
  CHECK(session.events() == "");
  CHECK(session.perf().ends_with("| ....k:1\n"));
}

TEST_CASE("an event of the program's own is seen in every format") {
  brief_session session;
  tracer::emit(cache_hit{.key = "a b", .level = 2});
  CHECK(session.normal() == "hit a b\n");
  CHECK(session.perf() ==
        "d0 | main                     | cache_hit    |     |  0.000000 |           |              "
        "| key:a b level:2\n");
  CHECK(session.events() == R"({"event":"cache_hit","key":"a b","level":2})"
                            "\n");
}

TEST_CASE("an event may concern a repository", "[R-EVT-02]") {
  brief_session session;
  tracer::emit(cache_hit{.key = "k"}, trace2::repo_id{3});
  CHECK(session.events() == R"({"event":"cache_hit","repo":3,"key":"k","level":0})"
                            "\n");
}

TEST_CASE("an event only for machines is only in EVENT") {
  brief_session session;
  tracer::emit(for_machines{});
  CHECK(session.normal() == "");
  CHECK(session.perf() == "");
  CHECK(session.events() == R"({"event":"for_machines"})"
                            "\n");
}

TEST_CASE("a duration of std::chrono is shown in seconds", "[R-EVT-06][R-DAT-02]") {
  brief_session session;
  tracer::data("c", "k", std::chrono::milliseconds{1500});
  CHECK(session.perf().ends_with("| c            | k:1.500000\n"));
  CHECK(session.events().ends_with(R"("key":"k","value":"1.500000"})"
                                   "\n"));
  tracer::data_json("c", "k",
                    std::map<std::string, std::chrono::hours>{{"age", std::chrono::hours{2}}});
  CHECK(session.events().ends_with(R"("key":"k","value":{"age":7200.000000}})"
                                   "\n"));
}

TEST_CASE("members may be durations of std::chrono") {
  brief_session session;
  transfer const event{
      .t_rel = std::chrono::milliseconds{5}, .to = "/a b", .wait = std::chrono::seconds{2}};
  std::string_view const json = R"("t_rel":0.005000,"to":"/a b","wait":2.000000})"
                                "\n";
  tracer::emit(event);
  CHECK(session.normal() == "to /a b after 2.000000\n");
  CHECK(session.perf() ==
        "d0 | main                     | transfer     |     |  0.000000 |  0.005000 |              "
        "| to:/a b wait:2.000000\n");
  CHECK(session.events().ends_with(json));
  tracer::emit(frequent_transfer{event});
  CHECK(session.perf() ==
        "d0 | main                     | transfer     |     |  0.000000 |  0.005000 |              "
        "| to:'/a b'\n");
  CHECK(session.events().ends_with(json));
}

}  // namespace value_test
