#include <trace2/read/line_processes.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace line_processes_test {

namespace event = trace2::event;
using trace2::read::kind_of;
using trace2::read::line_facts;
using trace2::read::line_process;
using trace2::read::line_processes;

namespace {

/// Passes lines to the processes of a stream.
struct stream {
  explicit stream(bool has_depths = true) : processes{"tag", 0, has_depths} {}
  line_processes processes;

  std::string write(line_facts const& line) {
    line_process& process = processes.writer_of(line);
    processes.note(process, processes.thread_of(process, line), line);
    return process.sid;
  }
  std::string begin(int depth, std::int64_t wall) {
    std::string const sid = write({.kind = kind_of<event::version>, .depth = depth, .wall = wall});
    write({.kind = kind_of<event::start>, .depth = depth, .wall = wall + 100, .t_abs = 100});
    return sid;
  }
};

bool is_child(std::string_view sid, std::string_view parent) {
  return sid.starts_with(parent) && sid.substr(parent.size()).starts_with("/") &&
         sid.find('/', parent.size() + 1) == sid.npos;
}

}  // namespace

TEST_CASE("a session id begins with the time and has a part for each ancestor", "[read]") {
  stream of;
  std::string const root = of.begin(0, 1'000'000);
  CHECK(root == "19700101T000001.000000Z-tag-1");
  of.write({.kind = kind_of<event::child_start>, .wall = 1'002'000, .t_abs = 2'000, .child_id = 0});
  CHECK(is_child(of.begin(1, 1'005'000), root));
}

TEST_CASE("the parent is the only process that has a child, else it is unknown", "[read]") {
  stream of;
  std::string const a = of.begin(0, 1'000'000);
  std::string const b = of.begin(0, 2'000'000);
  of.write({.kind = kind_of<event::child_start>, .wall = 2'002'000, .t_abs = 2'000, .child_id = 0});
  CHECK(is_child(of.begin(1, 2'005'000), b));
  of.write(
      {.kind = kind_of<event::child_start>, .wall = 2'006'000, .t_abs = 1'006'000, .child_id = 0});
  std::string const orphan = of.begin(1, 2'010'000);
  CHECK(orphan.starts_with("unknown-tag/"));
}

TEST_CASE("a source file in C# tells the process of a line, whatever its time", "[read]") {
  stream of{false};
  std::string const git = of.begin(0, 1'000'000);
  std::string const manager =
      of.write({.kind = kind_of<event::version>, .wall = 1'000'100, .is_of_csharp = true});
  CHECK(git != manager);
  for (bool const is_of_csharp : {true, false}) {
    std::string const& expected = is_of_csharp ? manager : git;
    CHECK(of.write(
              {.kind = kind_of<event::error>, .wall = 1'000'200, .is_of_csharp = is_of_csharp}) ==
          expected);
    CHECK(of.write({.kind = kind_of<event::child_start>,
                    .wall = 1'000'300,
                    .child_id = 1,
                    .is_of_csharp = is_of_csharp}) == expected);
  }
}

TEST_CASE("times tell processes of one depth apart", "[read]") {
  stream of;
  std::string const a = of.begin(0, 1'000'000);
  std::string const b = of.begin(0, 1'050'000);
  CHECK(of.write({.kind = kind_of<event::child_start>, .wall = 1'060'020, .t_abs = 60'000}) == a);
  CHECK(of.write({.kind = kind_of<event::exit>, .wall = 1'061'030, .t_abs = 11'000}) == b);
  CHECK(of.write({.kind = kind_of<event::atexit>, .wall = 1'061'060, .t_abs = 11'030}) == b);
  CHECK(of.write({.kind = kind_of<event::error>, .wall = 1'070'000}) == a);
}

TEST_CASE("what times don't tell apart is unclear", "[read]") {
  stream of;
  std::string const a = of.begin(0, 1'000'000);
  std::string const b = of.begin(0, 1'000'010);
  std::string const unclear = of.write({.kind = kind_of<event::error>, .wall = 1'000'300});
  CHECK((unclear != a && unclear != b && unclear.ends_with("-unclear")));
  CHECK(of.write({.kind = kind_of<event::exit>, .wall = 1'001'005, .t_abs = 1'000}) == unclear);
}

TEST_CASE("a fork goes on after the end of its process", "[read][R-LIFE-16]") {
  stream of;
  std::string const a = of.begin(0, 1'000'000);
  of.write({.kind = kind_of<event::atexit>, .wall = 1'001'000, .t_abs = 1'000});
  CHECK(of.write({.kind = kind_of<event::exit>, .wall = 1'500'010, .t_abs = 500'000}) == a);
}

TEST_CASE("what has ended makes room for further threads and children", "[read]") {
  stream of;
  of.begin(0, 1'000'000);
  constexpr int many = 30'000;
  for (int i = 0; i < many; ++i) {
    std::string const name = "th" + std::to_string(i) + ":worker";
    std::int64_t const at = 1'000 + i;
    of.write({.kind = kind_of<event::thread_start>, .thread = name, .t_abs = at});
    of.write({.kind = kind_of<event::child_start>, .t_abs = at, .child_id = i});
    of.write({.kind = kind_of<event::child_exit>, .t_abs = at, .t_rel = 0, .child_id = i});
    of.write({.kind = kind_of<event::thread_exit>, .thread = name, .t_abs = at, .t_rel = 0});
  }
  CHECK(of.processes.refused() == 0);
}

TEST_CASE("threads without room are counted", "[read]") {
  stream of;
  of.begin(0, 1'000'000);
  constexpr std::size_t more = 10;
  for (std::size_t i = 1; i < line_processes::most_entries + more; ++i)
    of.write({.kind = kind_of<event::thread_start>, .thread = "th" + std::to_string(i)});
  CHECK(of.processes.refused() == more);
}

TEST_CASE("threads and children of a forgotten process make room", "[read]") {
  stream of;
  for (std::int64_t i = 1; i < 1'000; ++i) {
    of.begin(0, i * 1'000'000);
    for (int child = 0; child < 50; ++child)
      of.write({.kind = kind_of<event::child_start>, .wall = i * 1'000'000 + 200, .t_abs = 200,
                .child_id = child});
  }
  CHECK(of.processes.refused() == 0);
}

TEST_CASE("a thread with too long a name finds no room", "[read]") {
  stream of;
  of.begin(0, 1'000'000);
  std::string const name(line_processes::longest_name + 1, 'x');
  of.write({.kind = kind_of<event::thread_start>, .thread = name});
  CHECK(of.processes.refused() == 1);
}

TEST_CASE("of too many processes the silent ones are forgotten", "[read]") {
  stream of;
  for (std::int64_t i = 1; i < 500; ++i) of.begin(0, i * 1'000'000);
  CHECK(of.begin(0, 900'000'000).ends_with("-500"));
}

TEST_CASE("without depths no process has a parent, whatever children run", "[read]") {
  stream of{false};
  for (std::int64_t i = 1; i < 500; ++i) {
    std::int64_t const now = i * 10'000'000;
    CHECK(of.write({.kind = kind_of<event::version>, .wall = now}).find('/') == std::string::npos);
    of.write({.kind = kind_of<event::child_start>, .wall = now + 2'000, .child_id = 0});
  }
}

TEST_CASE("without depths a process may have begun long before its first line", "[read]") {
  stream of{false};
  of.write({.kind = kind_of<event::version>, .wall = 1'000'000});
  std::string const b = of.write({.kind = kind_of<event::version>, .wall = 1'006'000});
  CHECK(of.write({.kind = kind_of<event::atexit>, .wall = 1'010'000, .t_abs = 6'000}) == b);
}

TEST_CASE("the number of a new child tells processes apart", "[read][R-CHD-01]") {
  stream of{false};
  std::string const a = of.begin(0, 1'000'000);
  of.write({.kind = kind_of<event::child_start>, .wall = 1'001'000, .child_id = 0});
  std::string const b = of.begin(0, 1'002'000);
  CHECK(of.write({.kind = kind_of<event::child_start>, .wall = 1'002'100, .child_id = 1}) == a);
  CHECK(of.write({.kind = kind_of<event::child_start>, .wall = 1'002'200, .child_id = 0}) == b);
}

TEST_CASE("processes without times of day begin one behind the other, but not beyond all time",
          "[read]") {
  stream of;
  std::string latest;
  for (int i = 0; i < 2'000; ++i) {
    std::string const sid =
        of.write({.kind = kind_of<event::version>, .t_abs = 9'999'999'999'000'000});
    CHECK(sid.substr(0, sid.find('Z')) >= latest);
    latest = sid.substr(0, sid.find('Z'));
  }
  CHECK(latest == "21160220T235338.427384");
}

}  // namespace line_processes_test
