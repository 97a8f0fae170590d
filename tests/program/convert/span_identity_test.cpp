#include "convert/span_identity.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace span_identity_test {

using trace2::program::identity_of;
using trace2::program::parse_trace_parent;

// Expected ids are from sha256sum over the components.

TEST_CASE("the first of a chain names the trace and has no parent", "[export]") {
  auto const identity = identity_of("abc");
  CHECK(identity.trace_id.text() == "ba7816bf8f01cfea414140de5dae2223");
  CHECK(identity.span_id.text() == "b00361a396177a9c");
  CHECK_FALSE(identity.parent_id);
}

TEST_CASE("the last two of a chain name the span and its parent", "[export]") {
  auto const identity = identity_of("abc/x/def");
  CHECK(identity.trace_id == identity_of("abc").trace_id);
  CHECK(identity.span_id == identity_of("def").span_id);
  CHECK(identity.parent_id == identity_of("x").span_id);
  CHECK(identity_of("abc/def").parent_id == identity_of("abc").span_id);
}

TEST_CASE("ids of what is inside a process differ by kind and number", "[export]") {
  using trace2::program::inner_span_id;
  auto const process = identity_of("abc").span_id;
  // sha256sum of "b00361a396177a9cr1"
  CHECK(inner_span_id(process, 'r', 1).text() == "2b68e41fbf445769");
  CHECK(inner_span_id(process, 'r', 1) == inner_span_id(process, 'r', 1));
  CHECK(inner_span_id(process, 'r', 1) != inner_span_id(process, 'r', 2));
  CHECK(inner_span_id(process, 'r', 1) != inner_span_id(process, 'c', 1));
  CHECK(inner_span_id(process, 'r', 1) != inner_span_id(identity_of("x").span_id, 'r', 1));
}

TEST_CASE("TRACEPARENT is understood", "[export]") {
  auto const parent = parse_trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  REQUIRE(parent.has_value());
  CHECK(parent->trace_id.text() == "0af7651916cd43dd8448eb211c80319c");
  CHECK(parent->span_id.text() == "b7ad6b7169203331");
  CHECK(parse_trace_parent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what"));
}

TEST_CASE("what is no TRACEPARENT is refused", "[export]") {
  for (std::string_view const text :
       {"", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x"}) {
    INFO(text);
    CHECK_FALSE(parse_trace_parent(text));
  }
}

}  // namespace span_identity_test
