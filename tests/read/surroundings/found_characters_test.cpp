#include <trace2/read/surroundings/found_characters.hpp>

#include <string>

#include "support/catch.hpp"

namespace found_characters_test {

namespace around = trace2::read::surroundings;

namespace {

around::recognised known_of(std::string const& text) {
  around::first_lines first{text, true};
  around::recognised known;
  around::found_characters{first, known}.find_all();
  return known;
}

std::string const perf = "12:00:00.000001 a.c:7   | d0 | main | version | | | | | 2.0";

}  // namespace

TEST_CASE("characters within events are theirs, around them they are not", "[read]") {
  CHECK(known_of("\x1b[1m" + perf + "\n").has_colours);
  CHECK(known_of(perf + "\x1b[0m\n" + perf + "\x1b[0m\n").has_colours);
  CHECK_FALSE(known_of(perf + " \x1b[1mred\x1b[0m.\n" + perf + "\n").has_colours);
  CHECK(known_of("\xe2\x80\x8b" + perf + "\n").has_odd_blanks);
  CHECK_FALSE(known_of(perf + " a\xc2\xa0"
                              "b\n")
                  .has_odd_blanks);
  std::string const brief = "version 2.0\nstart git log";
  CHECK(known_of("\xc2\xa0" + brief + "\n").has_odd_blanks);
  CHECK(known_of("version 2.0\nstart\xc2\xa0git\xc2\xa0log\n").has_odd_blanks);
  CHECK(known_of("{\n\xc2\xa0\xc2\xa0\"event\": \"exit\"\n}\n").has_odd_blanks);
  CHECK(known_of("\x1b[1m" + brief + "\n").has_colours);
  CHECK(known_of("\x1b[1mapp-1 | \x1b[0mversion 2.0\n").has_colours);
  CHECK_FALSE(known_of(brief + "\xc2\xa0 \x1b[1m\n").has_odd_blanks);
  CHECK_FALSE(known_of(brief + "\xc2\xa0 \x1b[1m\n").has_colours);
}

TEST_CASE("entities are those of a web page if nothing else can have written them", "[read]") {
  CHECK(known_of("{&quot;event&quot;:&quot;exit&quot;,&quot;sid&quot;:&quot;S&quot;}\n")
            .has_entities);
  CHECK(known_of(perf + " &#39;a b&#39;\n").has_entities);
  CHECK(known_of("<pre>" + perf + "\n" + perf + "\n").has_entities);
  CHECK(known_of("12:00:00.000001 a.c:7     cmd_ancestry sh &lt;- bash\n").has_entities);
  CHECK_FALSE(known_of(perf + " 'a &#39; b'\n").has_entities);
  CHECK_FALSE(known_of(perf + " https://<REDACTED>@a/?b=1&amp;c=2\n").has_entities);
  CHECK_FALSE(known_of(perf + " &#39;a & b\n").has_entities);
}

TEST_CASE("backslashes are those of Markdown only before the bars of columns", "[read]") {
  std::string escaped = perf;
  for (std::size_t at = 0; (at = escaped.find('|', at)) != escaped.npos; at += 2)
    escaped.insert(at, 1, '\\');
  CHECK(known_of(escaped + "\n").has_escapes);
  CHECK_FALSE(known_of(perf + " 'a\\| done'\n").has_escapes);
  CHECK_FALSE(known_of("12:00:00.000001 a.c:7     start git grep 'a\\| done'\n").has_escapes);
}

TEST_CASE("records of a logger, progress meters and fences are recognised", "[read]") {
  CHECK(known_of("{\"log\":\"" + perf + "\\n\"}\n").record.is_known());
  CHECK(known_of("10%\r20%\r" + perf + "\n").has_progress);
  CHECK(known_of("```\n" + perf + "\n```\n").has_fences);
  CHECK_FALSE(known_of(perf + "\n```\n").has_fences);
}

}  // namespace found_characters_test
