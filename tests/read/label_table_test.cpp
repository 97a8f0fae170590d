#include <trace2/read/label_table.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace label_table_test {

using trace2::read::label_table;

TEST_CASE("a pair of texts keeps its number", "[read]") {
  label_table table;
  auto const index = table.id_of("index", "load");
  CHECK(table.id_of("index", "load") == index);
  CHECK(table.id_of("index", "store") != index);
  CHECK(table.id_of("inde", "xload") != index);
  CHECK(table[index].category == "index");
  CHECK(table[index].name == "load");
  CHECK(table.size() == 4);
}

TEST_CASE("a label keeps its number among labels that look alike", "[read]") {
  label_table table;
  std::vector<std::string> names{"", "(too many names)"};
  for (int i = 0; i < 1'000; ++i) names.push_back("a" + std::to_string(100'000 + i) + "z");
  std::vector<trace2::read::label_id> ids;
  for (std::string const& name : names) ids.push_back(table.id_of("", name));
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(table.id_of("", names[i]) == ids[i]);
  CHECK(table.size() == names.size() + 1);
}

TEST_CASE("texts are kept, not borrowed", "[read]") {
  label_table table;
  std::string category = "category";
  auto const id = table.id_of(category, "name");
  category = "changed!";
  for (int i = 0; i < 1000; ++i) table.id_of("c", std::to_string(i));
  CHECK(table[id].category == "category");
  CHECK(table.id_of("category", "name") == id);
}

TEST_CASE("when the table is full, what is new is all the same", "[read]") {
  label_table table{2};
  auto const first = table.id_of("a", "b");
  table.id_of("a", "c");
  CHECK_FALSE(table.take_overflow());
  CHECK(table.id_of("a", "d") == label_table::other);
  CHECK(table.take_overflow());
  CHECK_FALSE(table.take_overflow());
  CHECK(table.id_of("a", "b") == first);
  CHECK(table[label_table::other].name == "(too many names)");
}

TEST_CASE("only the beginning of a long text counts", "[read]") {
  label_table table;
  std::string const longest(label_table::longest, 'x');
  auto const id = table.id_of(longest + "1", longest + "2");
  CHECK(table.id_of(longest, longest + "3") == id);
  CHECK(table[id].name.size() == label_table::longest);
}

TEST_CASE("the name of a pair is its texts with a slash between them", "[read]") {
  using trace2::read::joined_name;
  CHECK(joined_name("c", "n") == "c/n");
  CHECK(joined_name("", "n") == "n");
  CHECK(joined_name("c", "", "room") == "c");
  CHECK(joined_name("", "", "room").empty());
}

}  // namespace label_table_test
