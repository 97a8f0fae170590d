#include <trace2/detail/system/leaked.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>

namespace opening_test {

using namespace trace2;

TEST_CASE("a sink that is disposed of has delivered its lines, and gives its memory to the next") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  auto const open = [&] {
    return open_destination(file,
                            {.variable = "TRACE2_X_EVENT", .file_name = "x", .held_back = 4096})
        .to;
  };
  sink* const one = open();
  REQUIRE(one != nullptr);
  one->write("first\n");
  one->write("line\n");
  CHECK(support::content_of(file) == "first\n");
  detail::line_opening::dispose(*one);
  CHECK(support::content_of(file) == "first\nline\n");
  sink* const two = open();
  CHECK(two == one);
  two->write("next\n");
  two->write_now({});
  CHECK(support::content_of(file) == "first\nline\nnext\n");
  detail::line_opening::dispose(*two);
}

TEST_CASE("a sink is used as long as a thread that has ended delivers what it has held back") {
  struct slow_sink final : sink {
    void write(std::string_view lines) noexcept override {
      is_writing = true;
      while (is_held) std::this_thread::yield();
      size += lines.size();
    }
    std::atomic<bool> is_writing{false};
    std::atomic<bool> is_held{false};
    std::size_t size = 0;
  };
  slow_sink slow;
  auto* const buffered = detail::leaked<buffered_sink>::make(slow);
  REQUIRE(buffered != nullptr);
  CHECK(detail::line_opening::settle(*buffered));
  CHECK(detail::line_opening::settle(slow));
  std::thread ending{[&] {
    buffered->write("first\n");  // is delivered at once
    slow.is_writing = false;
    slow.is_held = true;
    buffered->write("line\n");
  }};
  while (!slow.is_held) std::this_thread::yield();
  while (!slow.is_writing) std::this_thread::yield();
  CHECK_FALSE(detail::line_opening::settle(*buffered));
  slow.is_held = false;
  ending.join();
  CHECK(detail::line_opening::settle(*buffered));
  CHECK(slow.size == 11);
  detail::leaked<buffered_sink>::give_back(*buffered);
}

}  // namespace opening_test
