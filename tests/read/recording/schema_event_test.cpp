#include <trace2/detail/text/json_text.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/recording/schema_event.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace schema_event_test {

namespace recording = trace2::read::recording;
using trace2::detail::member_type;
using trace2::detail::member_value;

namespace {

/// A text as recordings store it.
std::string stored(std::string_view text) {
  auto const size = static_cast<std::uint32_t>(text.size());
  std::string bytes(reinterpret_cast<char const*>(&size), sizeof size);
  return bytes.append(text);
}

/// The JSON of a member that claims to have been rendered as JSON.
std::string shown(std::string_view rendered) {
  recording::schema const what{.name = "n",
                               .members = {{.type = member_type::rendered, .name = "m"}}};
  recording::schema_event event{what};
  std::string const bytes = stored(rendered);
  REQUIRE(event.read(bytes));
  trace2::buffer json;
  event.for_each([&](std::size_t, auto const& as, member_value const& value) {
    value.visit(as.type, [&](auto const& of) { trace2::detail::append_json(json, of); });
  });
  return std::string{json.view()};
}

}  // namespace

TEST_CASE("a rendered member is JSON, or shown as the text that it is", "[read]") {
  CHECK(shown(R"({"a":[1,2]})") == R"({"a":[1,2]})");
  CHECK(shown("1}\n{\"event\":\"forged\"") == R"("1}\n{\"event\":\"forged\"")");
  CHECK(trace2::detail::is_json(shown("\x1b[2J")));
}

TEST_CASE("names can't break out of a line", "[read]") {
  trace2::read::memory_budget memory{1'000'000};
  recording::dictionary words{memory};
  trace2::buffer room;
  trace2::detail::recording::record_writer record{room, trace2::detail::recording::kind::schema};
  record.put(std::uint32_t{0});
  record.put_text("a\"\n\x1b");
  record.put(std::uint32_t{1});
  record.put(static_cast<std::uint32_t>(member_type::text));
  record.put_text("b\"\n");
  recording::record_walk walk{record.finish(5)};
  REQUIRE(walk.next());
  REQUIRE(words.add(walk));
  REQUIRE(words.find_schema(5) != nullptr);
  CHECK(words.find_schema(5)->name == R"(a\"\n\u001b)");
  CHECK(words.find_schema(5)->members[0].name == R"(b\"\n)");
}

}  // namespace schema_event_test
