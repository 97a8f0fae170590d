#include <trace2/session/trace_context.hpp>

#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace trace_context_test {

using trace2::detail::is_trace_parent;

namespace {

constexpr std::string_view root = "20000101T000000.000000Z-H00000000-P00000001";
constexpr std::string_view own = "20000101T000001.000000Z-H00000000-P00000002";

std::string trace_parent(std::string_view inherited) {
  return support::appended(trace2::detail::append_trace_parent, inherited, root, own);
}

}  // namespace

TEST_CASE("a trace context has four parts of fixed size in lower-case digits") {
  CHECK(is_trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
  CHECK(is_trace_parent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"));

  CHECK_FALSE(is_trace_parent(""));
  CHECK_FALSE(is_trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0"));
  CHECK_FALSE(is_trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"));
  CHECK_FALSE(is_trace_parent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01more"));
  CHECK_FALSE(is_trace_parent("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
  CHECK_FALSE(is_trace_parent("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"));
  CHECK_FALSE(is_trace_parent("00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01"));
}

TEST_CASE("ids of zeros name nothing") {
  CHECK_FALSE(is_trace_parent("00-00000000000000000000000000000000-b7ad6b7169203331-01"));
  CHECK_FALSE(is_trace_parent("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"));
}

TEST_CASE("without a context the trace is the one of the first process of the session id") {
  std::string const expected = "00-8f27c67c8afc645022bd695208073a61-0df8a4e2e774007b-01";
  CHECK(trace_parent("") == expected);
  CHECK(trace_parent("nonsense") == expected);
  CHECK(is_trace_parent(expected));
}

TEST_CASE("a context is continued: its trace, its flags, and this process as the span") {
  CHECK(trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00") ==
        "00-0af7651916cd43dd8448eb211c80319c-0df8a4e2e774007b-00");
  CHECK(trace_parent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-more") ==
        "00-0af7651916cd43dd8448eb211c80319c-0df8a4e2e774007b-03");
}

}  // namespace trace_context_test
