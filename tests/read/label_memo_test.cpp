#include <trace2/read/label_memo.hpp>

#include "support/catch.hpp"

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
