#include "command_list/command_list.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/trace_log.hpp"

namespace command_list_test {

namespace program = trace2::program;
namespace read = trace2::read;
using program::list_order;

namespace {

std::string line(std::string_view event, std::string_view sid, std::string_view time,
                 std::string_view members = "") {
  return support::event_line(event, sid, "main", time, members);
}

/// A command of one second that begins in a second of the first minute.
std::string command(std::string const& sid, std::string const& begin, std::string const& end,
                    int code) {
  std::string const told = R"(,"code":)" + std::to_string(code);
  return line("start", sid, "00:00:" + begin, R"(,"argv":["git",")" + sid + "\"]") +
         line("exit", sid, "00:00:" + end, told) + line("atexit", sid, "00:00:" + end, told);
}

std::string const trace = line("def_repo", "a", "00:00:01", R"(,"repo":1,"worktree":"/first")") +
                          line("def_repo", "a", "00:00:01", R"(,"repo":2,"worktree":"/second")") +
                          command("a", "01", "03", 0) + command("b", "02", "05", 1) +
                          command("c", "04", "05", 0) + line("version", "d", "00:00:06");

struct listed {
  explicit listed(list_order order, std::size_t most = 100, program::selection_options of = {},
                  std::size_t bytes = 1'000'000)
      : list{program::selection{std::move(of)}, order, most, bytes} {
    support::follow(trace, list);
    rows = list.take();
  }

  std::string names() const {
    std::string result;
    for (auto const& row : rows) result += row.sid;
    return result;
  }

  program::command_list list;
  std::vector<program::listed_command> rows;
};

}  // namespace

TEST_CASE("a row tells what is known of a command", "[export]") {
  listed const made{list_order::oldest};
  REQUIRE(made.rows.size() == 4);
  auto const& first = made.rows.front();
  CHECK(first.begin == "2000-01-01T00:00:01.000000Z");
  CHECK(first.wall == trace2::duration::microseconds(2'000'000));
  CHECK(first.code == 0);
  CHECK(first.state == "ended");
  CHECK(first.command == "git a");
  CHECK(first.repository == "/first");
  auto const& last = made.rows.back();
  CHECK(last.command == "d");
  CHECK(last.state == "unfinished");
  CHECK_FALSE(last.code);
  CHECK_FALSE(last.pid);
}

TEST_CASE("commands have an order", "[export]") {
  CHECK(listed{list_order::oldest}.names() == "abcd");
  CHECK(listed{list_order::newest}.names() == "dcba");
  CHECK(listed{list_order::slowest}.names() == "bacd");
  CHECK(listed{list_order::fastest}.names() == "dcab");
}

TEST_CASE("rows beyond the most are counted only", "[export]") {
  listed const made{list_order::slowest, 2};
  CHECK(made.names() == "ba");
  CHECK(made.list.count() == 4);
  CHECK(made.list.left_out().empty());
}

TEST_CASE("only chosen commands have rows, without those that they run", "[export]") {
  listed const made{list_order::oldest, 100, {.is_failed = true}};
  CHECK(made.names() == "b");
  CHECK(made.list.count() == 1);
}

TEST_CASE("the first rows of the order find room, the others are left out and counted",
          "[export]") {
  program::command_list list{{}, list_order::slowest, 1'000'000, 100'000};
  std::string many;
  for (int i = 0; i < 1'000; ++i)
    many += command(std::to_string(i), "00", std::to_string(10 + i % 40), 0);
  support::follow(many, list);
  auto const rows = list.take();
  CHECK(rows.size() < 1'000);
  CHECK(rows.size() > 25);
  CHECK(list.left_out().text() == std::to_string(1'000 - rows.size()) + " commands");
  for (std::size_t i = 0; i < 25; ++i)
    CHECK(rows[i].wall == trace2::duration::microseconds(49'000'000));
}

}  // namespace command_list_test
