#include <trace2/emit.hpp>

#include <string_view>

namespace emit_test {

/// As in a unit that only instruments; it comes before the code of all formats.
struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
  std::string_view key;
  bool hit{};

  void normal(auto& line) const { line << "looked up " << trace2::quoted{key}; }
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key, hit))

struct for_machines {
  static constexpr std::string_view event_name = "for_machines";
  static constexpr trace2::event_traits traits{.machine_only = true};
  int n{};
};
BOOST_DESCRIBE_STRUCT(for_machines, (), (n))

static void look_up(std::string_view key) { TRACE2_EMIT(cache_lookup{.key = key, .hit = true}); }
static void count(int n) { trace2::emit(for_machines{.n = n}); }

}  // namespace emit_test

#include <trace2/testing.hpp>

#include "support/catch.hpp"

namespace emit_test {

using namespace trace2;

TEST_CASE("each target of the session writes an event whose type its unit does not know") {
  testing::memory_session session{{.sid = "s", .format = {.brief = true}}};
  look_up("a b");
  CHECK(session.normal() == "looked up 'a b'\n");
  CHECK(session.perf() ==
        "d0 | main                     | cache_lookup |     |  0.000000 |           |            "
        "  | key:a b hit:true\n");
  CHECK(session.event() ==
        R"({"event":"cache_lookup","sid":"s","thread":"main","key":"a b","hit":true})"
        "\n");
}

TEST_CASE("a target ignores an event that is not for it", "[R-MAT-01]") {
  testing::memory_session session{{.sid = "s", .format = {.brief = true}}};
  count(3);
  CHECK(session.normal().empty());
  CHECK(session.perf().empty());
  CHECK(session.event() == R"({"event":"for_machines","sid":"s","thread":"main","n":3})"
                           "\n");
}

}  // namespace emit_test
