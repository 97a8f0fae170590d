#include <trace2/session/trigger_rules.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include <signal.h>

namespace trigger_rules_test {

using trace2::detail::trigger_rules;

namespace {

/// The rules of a text, and the items that say nothing.
struct parsed {
  explicit parsed(std::string_view text)
      : rules{text, [this](std::string_view item) { wrong.append("<").append(item).append(">"); }} {
  }

  std::string wrong;
  trigger_rules rules;
};

constexpr std::int64_t millisecond = 1'000'000;

}  // namespace

TEST_CASE("rules are separated by commas or blanks, and say which regions are slow") {
  parsed const slow{"index/refr*>50ms, region>2s\terror,,signal:USR2 after=5s every=1h keep=3"};
  CHECK(slow.wrong.empty());
  CHECK_FALSE(slow.rules.is_empty());
  auto const* const found = slow.rules.find("index", "refresh", 51 * millisecond);
  REQUIRE(found != nullptr);
  CHECK(found->text == "index/refr*>50ms");
  CHECK(slow.rules.find("index", "refresh", 50 * millisecond) == nullptr);
  CHECK(slow.rules.find("index", "read", 51 * millisecond) == nullptr);
  CHECK(slow.rules.find("index", "read", 2001 * millisecond)->text == "region>2s");
  CHECK(slow.rules.shortest() == 50 * millisecond);
  CHECK(slow.rules.on_error);
  CHECK(slow.rules.signal == SIGUSR2);
  CHECK(slow.rules.after == 5000 * millisecond);
  CHECK(slow.rules.every == 3'600'000 * millisecond);
  CHECK(slow.rules.kept == 3);
}

TEST_CASE("what is no rule is complained of, and the others hold") {
  parsed const mixed{"region>, >5ms,signal:KILL,after=,keep=0,keep=x,soon error"};
  CHECK(mixed.wrong == "<region>><>5ms><signal:KILL><after=><keep=0><keep=x><soon>");
  CHECK(mixed.rules.on_error);
  CHECK_FALSE(mixed.rules.has_regions());
  CHECK(mixed.rules.kept == 10);
  parsed const none{" , "};
  CHECK(none.rules.is_empty());
  CHECK(none.wrong.empty());
  std::string many;
  for (unsigned i = 0; i <= trigger_rules::most_regions; ++i) many += "a/b>1s ";
  CHECK(parsed{many}.wrong == "<a/b>1s>");
}

}  // namespace trigger_rules_test
