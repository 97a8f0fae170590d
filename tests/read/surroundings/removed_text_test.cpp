#include <trace2/read/surroundings/removed_text.hpp>

#include "support/catch.hpp"

namespace removed_text_test {

using trace2::read::removed_texts;
using trace2::read::surrounding;

TEST_CASE("what was taken away is told in one line, with the first line that had it", "[read]") {
  removed_texts removed;
  CHECK(removed.empty());
  CHECK(removed.text() == "");
  removed.note_all(surrounding::encoding, "converted from UTF-16");
  removed.note(surrounding::prefix, 3, "took away `> ` before");
  removed.note(surrounding::prefix, 4, "another text of the same kind");
  removed.note(surrounding::suffix, 1, "took away blanks behind");
  CHECK(removed.text() ==
        "converted from UTF-16; took away `> ` before 2 lines from line 3 on; "
        "took away blanks behind 1 line");
  REQUIRE(removed.all().size() == 3);
  CHECK(removed.all()[1].lines == 2);
  CHECK(removed.all()[1].first_line == 3);
}

}  // namespace removed_text_test
