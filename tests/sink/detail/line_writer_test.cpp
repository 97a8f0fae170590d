#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/sink/detail/line_writer.hpp>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/scripted_system.hpp"

namespace line_writer_test {

namespace {

using support::scripted_system;
using trace2::detail::is_passing_error;
using trace2::detail::line_writer;

/// A writer on the scripted system, which returns the rest of a line to the caller.
struct channel {
  channel() { scripted_system::reset(); }

  int write(std::string_view text, std::size_t sent = 0) {
    left = text;
    return writer->write(0, left, sent, unit,
                         [](std::string_view bytes) { return scripted_system::write(0, bytes); });
  }

  std::unique_ptr<line_writer<scripted_system>> writer =
      std::make_unique<line_writer<scripted_system>>();
  std::size_t unit = line_writer<scripted_system>::any_size;
  std::string_view left;
};

}  // namespace

TEST_CASE("a full disk and a slow reader pass, a closed descriptor doesn't", "[R-LIM-03]") {
  for (int const error : {EAGAIN, ENOSPC, EDQUOT, EFBIG, EIO, ENOBUFS, ENOMEM, EMSGSIZE})
    CHECK(is_passing_error(error));
  for (int const error : {EBADF, EPIPE, ECONNRESET, ECONNREFUSED, ENOTCONN, EINVAL, ENXIO})
    CHECK_FALSE(is_passing_error(error));
}

TEST_CASE("everything goes out in one write if the channel takes it", "[R-WR-01]") {
  channel out;
  CHECK(out.write("one\ntwo\n") == 0);
  CHECK(scripted_system::writes.size() == 1);
  CHECK(scripted_system::output == "one\ntwo\n");
  CHECK(out.writer->undelivered() == 0);
}

TEST_CASE("a short write is completed", "[R-WR-03][R-LIM-04]") {
  channel out;
  scripted_system::script = {1, 2, 3};
  CHECK(out.write("abcdefgh\n") == 0);
  CHECK(scripted_system::output == "abcdefgh\n");
}

TEST_CASE("a write that was begun elsewhere is continued") {
  channel out;
  CHECK(out.write("abcdefgh\n", 5) == 0);
  CHECK(scripted_system::output == "fgh\n");
}

TEST_CASE("a write that signals interrupt is repeated, but not for ever", "[R-LIM-03]") {
  constexpr std::int64_t millisecond = 1'000'000;
  channel out;
  scripted_system::cost_of_a_write = millisecond;
  scripted_system::script = {-EINTR, 3, -EINTR, -EINTR};
  CHECK(out.write("first\n") == 0);
  CHECK(scripted_system::output == "first\n");

  std::int64_t begin = scripted_system::now;
  scripted_system::script.assign(100'000, -EINTR);
  CHECK(out.write("second\n") == EINTR);
  CHECK(out.left == "second\n");
  CHECK(scripted_system::writes.size() > 30);
  CHECK(scripted_system::now - begin <= 45 * millisecond);

  // All calls together take a second at most, and as much as the program runs between them.
  for (int i = 0; i < 100; ++i) CHECK(out.write("more\n") == EINTR);
  CHECK(scripted_system::now - begin <= 1'250 * millisecond);

  scripted_system::script.clear();
  CHECK(out.write("last\n") == 0);
  CHECK(scripted_system::output == "first\nlast\n");
}

TEST_CASE("a channel that says it has room and takes nothing takes no time for ever") {
  constexpr std::int64_t millisecond = 1'000'000;
  channel out;
  scripted_system::cost_of_a_write = millisecond;
  scripted_system::script.assign(100'000, -EAGAIN);
  std::int64_t const begin = scripted_system::now;
  for (int i = 0; i < 100; ++i) CHECK(out.write("line\n") == EAGAIN);
  CHECK(scripted_system::now - begin <= 1'250 * millisecond);
}

TEST_CASE("a line that was cut is finished before another one follows", "[R-WR-03][R-LIM-04]") {
  channel out;
  scripted_system::script = {3, -ENOSPC};
  CHECK(out.write("first\n") == ENOSPC);
  CHECK(out.left.empty());
  CHECK(out.writer->undelivered() == 1);
  CHECK(out.writer->reason() == ENOSPC);

  SECTION("at once") {
    CHECK(out.write("second\n") == 0);
    CHECK(scripted_system::output == "first\nsecond\n");
    CHECK(out.writer->undelivered() == 0);
  }
  SECTION("in pieces") {
    scripted_system::script = {1, -ENOSPC};
    CHECK(out.write("second\n") == ENOSPC);
    CHECK(out.left == "second\n");
    CHECK(scripted_system::output == "firs");
    CHECK(out.write("third\n") == 0);
    CHECK(scripted_system::output == "first\nthird\n");
    CHECK(out.writer->undelivered() == 0);
  }
}

TEST_CASE("lines behind a cut one are kept with it") {
  channel out;
  scripted_system::script = {7, -EAGAIN};
  scripted_system::has_room = false;
  CHECK(out.write("one\ntwo three\nfour\nfive\n") == EAGAIN);
  CHECK(out.left.empty());
  CHECK(out.writer->undelivered() == 3);
  CHECK(out.write("six\n") == 0);
  CHECK(scripted_system::output == "one\ntwo three\nfour\nfive\nsix\n");
  CHECK(out.writer->undelivered() == 0);
}

TEST_CASE("a write that stops between lines leaves the rest to the caller") {
  channel out;
  scripted_system::script = {4, -ENOSPC};
  CHECK(out.write("one\ntwo\nthree\n") == ENOSPC);
  CHECK(out.left == "two\nthree\n");
  CHECK(out.write("four\n") == 0);
  CHECK(scripted_system::output == "one\nfour\n");
}

TEST_CASE("a cut line too long to be kept is closed and counted") {
  channel out;
  std::string const line = std::string(line_writer<>::most_kept + 10, 'x') + '\n';
  scripted_system::script = {5, -ENOSPC};
  CHECK(out.write(line) == ENOSPC);
  CHECK(out.writer->undelivered() == 1);
  CHECK(out.write("next\n") == 0);
  CHECK(scripted_system::output == "xxxxx\nnext\n");
  CHECK(out.writer->undelivered() == 1);
}

TEST_CASE("only the cut line is kept when the lines behind it don't fit") {
  channel out;
  std::string const rest = std::string(line_writer<>::most_kept, 'y') + '\n';
  scripted_system::script = {2, -ENOSPC};
  std::string const text = "cut\n" + rest;
  CHECK(out.write(text) == ENOSPC);
  CHECK(out.left == rest);
  CHECK(out.write("next\n") == 0);
  CHECK(scripted_system::output == "cut\nnext\n");
}

TEST_CASE("after a failure for good the caller gets back the line that was cut") {
  channel out;
  scripted_system::script = {6, -EPIPE};
  CHECK(out.write("one\ntwo\nthree\n") == EPIPE);
  CHECK(out.left == "two\nthree\n");
  CHECK(out.writer->undelivered() == 0);
}

TEST_CASE("pieces of whole lines don't exceed the unit", "[R-WR-08]") {
  channel out;
  out.unit = 8;
  CHECK(out.write("ab\ncd\nef\nlonger than that\ng\n") == 0);
  CHECK(scripted_system::writes ==
        std::vector<std::string>{"ab\ncd\n", "ef\n", "longer than that\n", "g\n"});
}

TEST_CASE("a message too long for its socket doesn't take others with it", "[R-DST-23]") {
  channel out;
  out.unit = 0;
  scripted_system::script = {100, -EMSGSIZE};
  CHECK(out.write("one\nfar too long\nthree\n") == 0);
  CHECK(scripted_system::output == "one\nthree\n");
  CHECK(out.writer->undelivered() == 1);
  CHECK(out.writer->reason() == EMSGSIZE);
}

TEST_CASE("a cut line is finished also when its rest was called too long", "[R-WR-03]") {
  channel out;
  scripted_system::script = {2, -EMSGSIZE};
  CHECK(out.write("one\ntwo\n") == EMSGSIZE);
  CHECK(out.write("three\n") == 0);
  CHECK(scripted_system::output == "one\ntwo\nthree\n");
  CHECK(out.writer->undelivered() == 0);
}

TEST_CASE("a reader that reads is waited for", "[R-LIM-02]") {
  channel out;
  scripted_system::script = {-EAGAIN, 3, -EAGAIN, -EAGAIN};
  CHECK(out.write("abcdef\n") == 0);
  CHECK(scripted_system::output == "abcdef\n");
  CHECK(scripted_system::waited == 3);
}

TEST_CASE("a reader that doesn't read holds the program once, for 40 ms", "[R-LIM-02][R-WR-07]") {
  channel out;
  scripted_system::has_room = false;
  for (int i = 0; i < 1000; ++i) {
    scripted_system::script = {-EAGAIN, -EAGAIN};
    CHECK(out.write("line\n") == EAGAIN);
  }
  CHECK(scripted_system::waited == 40);

  scripted_system::script.clear();
  CHECK(out.write("back\n") == 0);
  CHECK(scripted_system::output == "back\n");
}

TEST_CASE("no call waits for longer, however many pieces its lines take") {
  channel out;
  out.unit = 0;
  scripted_system::script.assign(1000, -EAGAIN);
  CHECK(out.write("one\ntwo\nthree\n") == EAGAIN);
  CHECK(scripted_system::waited == 40);
  scripted_system::script.clear();
  for (int i = 0; i < 100; ++i) {
    scripted_system::script.push_back(-EAGAIN);
    scripted_system::script.push_back(1);
  }
  scripted_system::waited = 0;
  CHECK(out.write(std::string(100, 'x') + '\n') == EAGAIN);
  CHECK(scripted_system::waited == 40);
}

TEST_CASE("a write that takes nothing is a failure, not a loop") {
  channel out;
  scripted_system::script = {0, 0};
  CHECK(out.write("line\n") == EIO);
}

TEST_CASE("a cut line is the parent's after a fork", "[R-LIM-12]") {
  trace2::detail::watch_forks();
  channel out;
  scripted_system::script = {2, -EAGAIN};
  scripted_system::has_room = false;
  out.write("parent\n");
  REQUIRE(out.writer->undelivered() == 1);
  CHECK(support::run_in_child([&] {
          scripted_system::output.clear();
          bool const right = out.writer->leave_to_parent() && !out.writer->leave_to_parent() &&
                             out.write("child\n") == 0 && scripted_system::output == "child\n";
          return right ? 0 : 1;
        }) == 0);
  CHECK_FALSE(out.writer->leave_to_parent());
  CHECK(out.write("more\n") == 0);
  CHECK(scripted_system::output == "parent\nmore\n");
}

}  // namespace line_writer_test
