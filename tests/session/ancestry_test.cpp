#include <trace2/session/ancestry.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ancestry_test {

using namespace trace2::detail;

namespace {

/// A /proc of one's own.
struct fake_system {
  static inline std::map<std::string, std::string> files;
  static inline int parent = 0;
  static inline int open_files = 0;
  static inline std::string current;

  static int getppid() noexcept { return parent; }
  static int open(char const* path, open_mode, unsigned = 0) noexcept {
    auto const file = files.find(path);
    if (file == files.end()) return -ENOENT;
    current = file->second;
    ++open_files;
    return 42;
  }
  static ssize_t read(int, char* room, std::size_t size) noexcept {
    return static_cast<ssize_t>(current.copy(room, size));
  }
  static int close(int) noexcept {
    --open_files;
    return 0;
  }

  static void reset(int first_parent) {
    files.clear();
    parent = first_parent;
    open_files = 0;
  }
  static void add(int process, std::string const& name, int its_parent) {
    files["/proc/" + std::to_string(process) + "/stat"] = std::to_string(process) + " (" + name +
                                                          ") S " + std::to_string(its_parent) +
                                                          " 1 1 0 -1 4194560 999 0 0 0";
  }
};

/// A Windows of one's own, in which the process 1 asks.
struct fake_windows {
  static inline std::map<int, std::pair<std::string, int>> processes;

  static int getpid() noexcept { return 1; }

  class process_snapshot {
   public:
    bool select(int process) noexcept {
      selected_ = processes.find(process);
      return selected_ != processes.end();
    }
    int parent() const noexcept { return selected_->second.second; }
    bool store_name(char* room, std::size_t size) const noexcept {
      std::string const& name = selected_->second.first;
      if (name.size() >= size) return false;
      std::memcpy(room, name.c_str(), name.size() + 1);
      return true;
    }

   private:
    decltype(processes)::const_iterator selected_;
  };
};

std::string joined(ancestry const& names) {
  std::string text;
  for (std::string_view const name : names) text += '<' + std::string{name} + '>';
  return text;
}

std::string fake_ancestry() {
  ancestry names;
  read_ancestry<fake_system>(names);
  CHECK(fake_system::open_files == 0);
  return joined(names);
}

/// As the process 1 finds it: each process is the child of the next.
std::string windows_ancestry(std::map<int, std::pair<std::string, int>> processes) {
  fake_windows::processes = std::move(processes);
  ancestry names;
  read_ancestry<fake_windows>(names);
  return joined(names);
}

}  // namespace

TEST_CASE("the name is between the first and the last parenthesis",
          "[detail][R-ANC-01][R-ANC-02]") {
  for (std::string_view const name :
       {"bash", "a b", "((", "))", ") S 7 (", "a\nb", "", "(x) R 1 "}) {
    std::string const text = "12 (" + std::string{name} + ") S 345 1 1";
    process_status const status = process_status::parse(text);
    CHECK(status.understood);
    CHECK(status.name == name);
    CHECK(status.parent == 345);
  }
}

TEST_CASE("a status that is cut off or something else is not understood", "[detail][R-ANC-01]") {
  for (std::string_view const text :
       {"", "12", "12 (", "12 (a", "12 (a)", "12 (a) ", "12 (a) S", "12 (a) S ", "12 (a) S 3",
        "12 (a) S x 1", "12 )a( S 3 ", "12 (a) S 99999999999 1", "12 (a) S 3x", ") S 3 1 ("})
    CHECK(!process_status::parse(text).understood);
}

TEST_CASE("ancestors are listed from the parent up to the one without a parent",
          "[detail][R-ANC-01][R-ANC-04]") {
  fake_system::reset(30);
  fake_system::add(30, "make -j (2)", 20);
  fake_system::add(20, "two\nlines", 1);
  fake_system::add(1, "init", 0);
  CHECK(fake_ancestry() == "<make -j (2)><two\nlines><init>");
}

TEST_CASE("the list ends with the first process that can't be read", "[detail][R-ANC-01]") {
  fake_system::reset(30);
  fake_system::add(30, "sh", 20);
  CHECK(fake_ancestry() == "<sh>");

  fake_system::add(20, std::string(70, 'x'), 1);
  fake_system::add(1, "init", 0);
  CHECK(fake_ancestry() == "<sh>");

  fake_system::reset(30);
  CHECK(fake_ancestry() == "");
  fake_system::reset(0);
  CHECK(fake_ancestry() == "");
}

TEST_CASE("processes that name each other as parents don't make the list endless",
          "[detail][R-ANC-02]") {
  fake_system::reset(30);
  fake_system::add(30, "a", 31);
  fake_system::add(31, "b", 30);
  ancestry names;
  read_ancestry<fake_system>(names);
  CHECK(names.size() == ancestry::max_size);
}

TEST_CASE("on Windows, the ancestors are those of a snapshot, without the process itself",
          "[detail][R-ANC-05]") {
  CHECK(windows_ancestry({{1, {"a.exe", 2}}, {2, {"cmd.exe", 30}}, {30, {"explorer.exe", 99}}}) ==
        "<cmd.exe><explorer.exe>");
  CHECK(windows_ancestry({{1, {"a.exe", 99}}}) == "");
  CHECK(windows_ancestry({}) == "");
}

TEST_CASE("on Windows, a number that another process has by now may make a cycle, which is marked",
          "[detail][R-ANC-05]") {
  CHECK(windows_ancestry({{1, {"a.exe", 2}}, {2, {"b.exe", 3}}, {3, {"c.exe", 2}}}) ==
        "<b.exe><c.exe><b.exe><(cycle)>");
  CHECK(windows_ancestry({{1, {"a.exe", 1}}}) == "<a.exe><(cycle)>");
}

TEST_CASE("on Windows, names end with a mark behind the tenth, and where there is no room",
          "[detail][R-ANC-05]") {
  std::map<int, std::pair<std::string, int>> processes;
  for (int i = 1; i <= 20; ++i) processes[i] = {std::to_string(i), i + 1};
  CHECK(windows_ancestry(processes) ==
        "<2><3><4><5><6><7><8><9><10><11><(truncated)>");
  for (auto& [process, entry] : processes) entry.first.assign(780, 'x');
  std::string const name = '<' + std::string(780, 'x') + '>';
  CHECK(windows_ancestry(processes) == name + name + name + name + name + "<(truncated)>");
}

TEST_CASE("reading again forgets the names before", "[detail]") {
  fake_system::reset(30);
  fake_system::add(30, "a", 0);
  ancestry names;
  read_ancestry<fake_system>(names);
  fake_system::reset(31);
  fake_system::add(31, "b", 0);
  read_ancestry<fake_system>(names);
  CHECK(joined(names) == "<b>");
}

#ifdef __linux__
TEST_CASE("the first name is that of the real parent", "[detail][R-ANC-01][R-ANC-04]") {
  char own_name[16] = "";
  REQUIRE(::prctl(PR_GET_NAME, own_name) == 0);
  REQUIRE(::prctl(PR_SET_NAME, "a) S 1 (\nb") == 0);
  pid_t const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ancestry names;
    read_ancestry(names);
    ::_exit(names.size() > 0 && *names.begin() == "a) S 1 (\nb" ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  ::prctl(PR_SET_NAME, own_name);
}
#endif

}  // namespace ancestry_test
