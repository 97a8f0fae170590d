#include <trace2/sink.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace sink_test {

namespace {

struct least_sink final : trace2::sink {
  void write(std::string_view lines) noexcept override { text.append(lines); }
  std::string text;
};

struct ended_sink final : trace2::sink {
  void write(std::string_view) noexcept override {}
  int error() const noexcept override { return EPIPE; }
};

}  // namespace

TEST_CASE("a sink needs no more than to write") {
  least_sink least;
  trace2::sink& sink = least;
  sink.write("line\n");
  sink.write_now({});
  CHECK(least.text == "line\n");
  sink.write_now("now\n");
  CHECK(least.text == "line\nnow\n");
  CHECK(sink.error() == 0);
  CHECK(sink.dropped() == 0);
  CHECK(sink.drop_reason() == 0);
  CHECK_FALSE(sink.is_terminal());
}

TEST_CASE("a sink drops because of what has ended it, if it doesn't know better") {
  ended_sink const sink;
  CHECK(sink.drop_reason() == EPIPE);
}

TEST_CASE("nobody deletes a sink through its base") {
  STATIC_REQUIRE_FALSE(std::is_destructible_v<trace2::sink>);
}

}  // namespace sink_test
