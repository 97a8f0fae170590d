#include <trace2/settings/config_file.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/skip.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace config_file_test {

using namespace trace2::detail;
using trace2::buffer;
using support::entry_log;
using support::scoped_variable;
using support::standard_error_of;
using support::temporary_directory;
using trace2::scope;

namespace {

struct reading {
  std::string entries;
  std::string diagnostics;
};

reading read(std::string_view path,
             config_reader::problems report = config_reader::problems::told) {
  entry_log log;
  reading result;
  result.diagnostics = standard_error_of([&] {
    config_reader{log, report}.read(path, scope::global);
  });
  result.entries = log.text();
  return result;
}

auto count_lines(std::string const& text) { return std::count(text.begin(), text.end(), '\n'); }

bool contains(std::string const& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a file's entries come with their scope, file and line", "[detail][R-PAR-02]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[a]\nb = c\n");
  int calls = 0;
  auto const check = [&](config_entry const& entry) {
    ++calls;
    CHECK(entry.key == "a.b");
    CHECK(entry.value == "c");
    CHECK(entry.where == scope::system);
    CHECK(entry.file == path);
    CHECK(entry.line == 2);
  };
  config_reader{check}.read(path, scope::system);
  CHECK(calls == 1);
}

TEST_CASE("files that are missing or not permitted are passed over in silence",
          "[detail][R-SET-06]") {
  temporary_directory const directory;
  std::string const secret = directory.write("secret", "[a]b=c\n");
  REQUIRE(::chmod(secret.c_str(), 0) == 0);
  for (std::string const& path : {directory / "missing", secret + "/below", secret}) {
    if (path == secret && ::geteuid() == 0) {
      support::skip("root may read every file");
      continue;
    }
    auto const [entries, diagnostics] = read(path);
    CHECK(entries.empty());
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("/dev/null is an empty file", "[detail][R-SET-05]") {
  auto const [entries, diagnostics] = read("/dev/null");
  CHECK(entries.empty());
  CHECK(diagnostics.empty());
}

TEST_CASE("what isn't a file is refused, not waited for", "[detail][R-SET-06]") {
  temporary_directory const directory;
  std::string const fifo = directory / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  std::string const socket = directory / "socket";
  int const listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof address.sun_path - 1);
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  for (std::string const& path : {directory.path().string(), fifo, socket}) {
    auto const [entries, diagnostics] = read(path);
    CHECK(entries.empty());
    CHECK(contains(diagnostics, path));
    CHECK(count_lines(diagnostics) == 1);
  }
  ::close(listener);
  CHECK(read("/dev/zero").diagnostics.empty());
}

TEST_CASE("a process that waits for the reader of a FIFO goes on waiting", "[detail][R-SET-06]") {
  temporary_directory const directory;
  std::string const fifo = directory / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  std::atomic<bool> is_opened{false};
  std::thread writer{[&] {
    int const fd = ::open(fifo.c_str(), O_WRONLY);
    is_opened = true;
    ::close(fd);
  }};
  for (int i = 0; i < 20; ++i) {
    buffer bytes;
    CHECK(read_regular_file(fifo.c_str(), 100, bytes) == -EOPNOTSUPP);
    ::usleep(1000);
  }
  CHECK(!is_opened);
  int const reader = ::open(fifo.c_str(), O_RDONLY);
  writer.join();
  ::close(reader);
}

TEST_CASE("the URL of a remote can't stand where one decides on the file", "[detail][R-PAR-02]") {
  temporary_directory const directory;
  std::string const path = directory.write(
      "config", "[includeIf \"hasconfig:remote.*.url:x\"]path=more\n[remote \"a\"]url=1\n");
  directory.write("more", "[a]b=1\n[include]path=deeper\n[remote]url=2\n");
  directory.write("deeper", "[remote \"b\"]url=3\npushurl=4\n");
  entry_log log;
  auto const holds = [](std::string_view, std::string_view) { return true; };
  std::string const diagnostics = standard_error_of([&] {
    config_reader{log, config_reader::problems::told, holds}.read(path, scope::global);
  });
  CHECK(log.text() ==
        "global includeif.hasconfig:remote.*.url:x.path=more\nglobal a.b=1\n"
        "global include.path=deeper\nglobal remote.b.pushurl=4\nglobal remote.url=2\n"
        "global remote.a.url=1\n");
  CHECK(count_lines(diagnostics) == 1);
  CHECK(contains(diagnostics, "'remote.b.url'"));
}

TEST_CASE("a broken file is told with its line, and works up to there", "[detail][R-SET-09]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[a]\nb=1\nc=\"\nd=1\n");
  auto const [entries, diagnostics] = read(path);
  CHECK(entries == "global a.b=1\n");
  CHECK(diagnostics ==
        "warning: bad config line 3 in file '" + path + "'; the rest of it is left out\n");
  CHECK(read(path, config_reader::problems::known).diagnostics.empty());
}

TEST_CASE("an included file comes right behind the entry that includes it", "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string const path = directory.write(
      "config", "[a]b=1\n[include]path=sub/more\n[a]b=3\n[include]path=" + (directory / "last"));
  directory.write("sub/more", "[a]b=2\n[include]path=deep\n");
  directory.write("sub/deep", "[a]c\n");
  directory.write("last", "[a]b=4\n");
  auto const [entries, diagnostics] = read(path);
  CHECK(entries ==
        "global a.b=1\nglobal include.path=sub/more\nglobal a.b=2\nglobal include.path=deep\n"
        "global a.c\nglobal a.b=3\nglobal include.path=" +
            (directory / "last") + "\nglobal a.b=4\n");
  CHECK(diagnostics.empty());
}

TEST_CASE("an include is relative to the file it stands in", "[detail][R-SET-07]") {
  temporary_directory const directory;
  directory.write("config", "[include]path=more\n");
  directory.write("more", "[a]b=1\n");
  std::string const before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  std::string const entries = read("config").entries;
  std::filesystem::current_path(before);
  CHECK(entries == "global include.path=more\nglobal a.b=1\n");
}

TEST_CASE("an include may start in the home directory", "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[include]path=~/more\n");
  directory.write("home/more", "[a]b=1\n");
  {
    scoped_variable const home{"HOME", directory / "home"};
    CHECK(read(path).entries == "global include.path=~/more\nglobal a.b=1\n");
  }
  scoped_variable const no_home{"HOME", nullptr};
  CHECK(contains(read(path).diagnostics, "'~/more' leads nowhere"));
  directory.write("config", "[include]path=~no-such-user/more\n");
  CHECK(contains(read(path).diagnostics, "'~no-such-user/more' leads nowhere"));
}

TEST_CASE("an include of nothing, and one that isn't there, is harmless", "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[include]path\npath=missing\n[a]b=1\n");
  auto const [entries, diagnostics] = read(path);
  CHECK(entries == "global include.path\nglobal include.path=missing\nglobal a.b=1\n");
  CHECK(diagnostics.empty());
}

TEST_CASE("a condition includes nothing of itself", "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[includeIf \"gitdir:/\"]path=more\n");
  directory.write("more", "[a]b=1\n");
  CHECK(read(path).entries == "global includeif.gitdir:/.path=more\n");
}

TEST_CASE("a condition that holds includes its file", "[detail][R-PAR-02]") {
  temporary_directory const directory;
  std::string const path =
      directory.write("config",
                      "[includeIf \"Yes.path\"]path=more\n[includeIf \"no\"]path=more\n"
                      "[includeIf]path=more\n[includeIf \"Yes.path\"]\npath\nother=more\n");
  directory.write("more", "[a]b=1\n");
  entry_log log;
  auto const holds = [&](std::string_view text, std::string_view file) {
    CHECK(file == path);
    return text == "Yes.path";
  };
  config_reader{log, config_reader::problems::told, holds}.read(path, scope::global);
  CHECK(log.text() ==
        "global includeif.Yes.path.path=more\nglobal a.b=1\nglobal includeif.no.path=more\n"
        "global includeif.path=more\nglobal includeif.Yes.path.path\n"
        "global includeif.Yes.path.other=more\n");
}

TEST_CASE("ten nested includes are read, the eleventh is not", "[detail][R-SET-07]") {
  temporary_directory const directory;
  for (int i = 0; i <= 11; ++i)
    directory.write("c" + std::to_string(i), "[a]b=" + std::to_string(i) + "\n[include]path=c" +
                                                 std::to_string(i + 1) + "\n");
  auto const [entries, diagnostics] = read(directory / "c0");
  CHECK(contains(entries, "a.b=10\n"));
  CHECK_FALSE(contains(entries, "a.b=11\n"));
  CHECK(count_lines(diagnostics) == 1);
}

TEST_CASE("files that include each other many times end soon, with one message",
          "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string text = "[include]\n";
  for (int i = 0; i < 50; ++i) text += "path=a\npath=b\n";
  directory.write("a", text);
  directory.write("b", text + "[x]y=z\n");
  auto const [entries, diagnostics] = read(directory / "a");
  CHECK(count_lines(diagnostics) == 1);
  CHECK(count_lines(entries) < 2000);
}

TEST_CASE("a huge number of includes is limited", "[detail][R-SET-07]") {
  temporary_directory const directory;
  std::string text = "[include]\n";
  for (int i = 0; i < 5000; ++i) text += "path=empty\n";
  directory.write("empty", "[a]b\n");
  auto const [entries, diagnostics] = read(directory.write("config", text));
  CHECK(count_lines(diagnostics) == 1);
  CHECK(count_lines(entries) > 5000);
  CHECK(count_lines(entries) < 6100);
}

TEST_CASE("a huge file is left out, and so is what includes it again and again", "[detail]") {
  temporary_directory const directory;
  std::string const huge = directory.write("huge", "[a]b=1\n" + std::string(5 << 20, '\n'));
  auto const [entries, diagnostics] = read(huge);
  CHECK(entries.empty());
  CHECK(contains(diagnostics, huge));

  std::string text = "[include]\n";
  for (int i = 0; i < 100; ++i) text += "path=huge\n";
  CHECK(count_lines(read(directory.write("config", text)).diagnostics) == 2);
}

TEST_CASE("each file that is read has limits of its own", "[detail]") {
  temporary_directory const directory;
  directory.write("loop", "[include]path=loop\n");
  directory.write("good", "[include]path=more\n");
  directory.write("more", "[a]b=1\n");
  entry_log log;
  config_reader reader{log, config_reader::problems::known};
  reader.read(directory / "loop", scope::system);
  reader.read(directory / "good", scope::global);
  CHECK(contains(log.text(), "global a.b=1\n"));
}

TEST_CASE("an entry from elsewhere can include a file, but none is near it", "[detail][R-PAR-02]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[a]b=1\n");
  entry_log log;
  config_reader reader{log};
  reader.add({"include.path", path, scope::command, {}, 0});
  CHECK(log.text() == "command include.path=" + path + "\ncommand a.b=1\n");
  CHECK(contains(standard_error_of([&] {
                   reader.add({"include.path", "config", scope::command, {}, 0});
                 }),
                 "'config' leads nowhere"));
}

TEST_CASE("reading leaves no descriptor open", "[detail]") {
  temporary_directory const directory;
  std::string const path = directory.write("config", "[include]path=config\n");
  int const before = ::dup(2);
  ::close(before);
  read(path);
  read(directory.path().string());
  int const after = ::dup(2);
  ::close(after);
  CHECK(after == before);
}

}  // namespace config_file_test
