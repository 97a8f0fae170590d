#include <trace2/read/key_memo.hpp>

#include "support/catch.hpp"

namespace key_memo_test {

using trace2::read::new_key;
using trace2::read::no_key;

TEST_CASE("keys differ from each other", "[read]") {
  CHECK(new_key() != new_key());
  CHECK(new_key() != no_key);
}

TEST_CASE("a memo knows what it has room for", "[read]") {
  trace2::read::key_memo<int, 4> memo;
  memo.remember(1, 10);
  REQUIRE(memo.find(1) != nullptr);
  CHECK(*memo.find(1) == 10);
  memo.remember(5, 50);
  CHECK(memo.find(1) == nullptr);
  CHECK(*memo.find(5) == 50);
  memo.forget_all();
  CHECK(memo.find(5) == nullptr);
}

TEST_CASE("of no key nothing is known", "[read]") {
  trace2::read::key_memo<int, 4> memo;
  CHECK(memo.find(no_key) == nullptr);
  memo.remember(no_key, 1);
  CHECK(memo.find(no_key) == nullptr);
}

}  // namespace key_memo_test

namespace label_memo_test {

namespace tr = trace2::read;

namespace {

tr::occurrence with_key(tr::text_key key) {
  tr::occurrence event;
  event.label_key = key;
  return event;
}

}  // namespace

TEST_CASE("a source that knows its texts is believed", "[read]") {
  tr::label_table labels;
  tr::label_memo memo{labels};
  tr::occurrence const event = with_key(tr::new_key());
  tr::label_id const first = memo.id_of(event, "c", "l");
  CHECK(first == labels.id_of("c", "l"));
  CHECK(memo.id_of(event, "not", "compared") == first);
}

TEST_CASE("without a key the texts are compared", "[read]") {
  tr::label_table labels;
  tr::label_memo memo{labels};
  tr::occurrence const event = with_key(tr::no_key);
  CHECK(memo.id_of(event, "c", "a") != memo.id_of(event, "c", "b"));
}

TEST_CASE("a label without room is asked for again", "[read]") {
  tr::label_table labels{1};
  tr::label_memo memo{labels};
  memo.id_of(with_key(tr::new_key()), "c", "first");
  tr::occurrence const event = with_key(tr::new_key());
  for (int i = 0; i < 2; ++i) {
    CHECK(memo.id_of(event, "c", "second") == tr::label_table::other);
    CHECK(labels.take_overflow());
  }
}

}  // namespace label_memo_test
