#include <trace2/read/input.hpp>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace input_test {

namespace tr = trace2::read;

namespace {

constexpr char const* event_text = "{\"event\":\"exit\",\"sid\":\"S\"}\n";

struct opening {
  std::unique_ptr<tr::byte_source> source{};
  std::unique_ptr<tr::flight_recording> recording{};
  std::string problem{};
};

opening open(tr::input_file const& file, tr::decompressor const& unpack = {}) {
  opening result;
  tr::opened_input opened = tr::open_input(file, unpack, [&](tr::problem const& found) {
    result.problem.append(found.file).append(" ").append(found.reason);
  });
  result.source = std::move(opened.events);
  result.recording = std::move(opened.recording);
  return result;
}

tr::text_target target_of(std::string const& path) {
  return tr::open_input({path}, {}, [](auto const&) {}).target;
}

std::string content(tr::byte_source& source) {
  std::string all;
  char room[7];
  while (auto const got = source.read(room, sizeof room)) {
    REQUIRE(got > 0);
    all.append(room, static_cast<std::size_t>(got));
  }
  return all;
}

}  // namespace

TEST_CASE("a file is itself, a directory its files by path, in any depth", "[read]") {
  support::temporary_directory const directory;
  std::string const b = directory.write("d/b", "12");
  std::string const a = directory.write("d/a", "1");
  std::string const c = directory.write("d/e/f/c", "1");
  std::string const single = directory.write("single", "123");
  auto const files = tr::find_files({single, directory / "d", "-", directory / "missing"});
  REQUIRE(files.size() == 6);
  CHECK(files[0].path == single);
  CHECK(files[0].size == 3);
  CHECK_FALSE(files[0].is_in_directory);
  CHECK(files[1].path == a);
  CHECK(files[1].is_in_directory);
  CHECK(files[2].path == b);
  CHECK(files[2].size == 2);
  CHECK(files[3].path == c);
  CHECK(files[4].path == "-");
  CHECK(files[5].path == directory / "missing");
}

TEST_CASE("a file with several names is there once", "[read]") {
  support::temporary_directory const directory;
  std::string const a = directory.write("d/a", "1");
  REQUIRE(::symlink(a.c_str(), (directory / "d/link").c_str()) == 0);
  REQUIRE(::link(a.c_str(), (directory / "d/second").c_str()) == 0);
  REQUIRE(::symlink((directory / "d").c_str(), (directory / "d/loop").c_str()) == 0);
  auto const files =
      tr::find_files({a, directory / "d", a, directory / "missing", directory / "missing"});
  REQUIRE(files.size() == 3);
  CHECK(files[0].path == a);
  CHECK(files[1].path == directory / "missing");
}

TEST_CASE("directories and files beyond the limit are counted", "[read]") {
  support::temporary_directory const directory;
  directory.write("d/a", "1");
  directory.write("d/b", "1");
  directory.write("d/x/c", "1");
  directory.write("d/y/c", "1");
  std::filesystem::directory_entry const top{directory / "d"};
  auto const surplus_of = [&](std::size_t files, std::size_t directories) {
    return tr::input::files_of(top, files, directories).back().surplus;
  };
  CHECK(surplus_of(4, 2) == 0);
  CHECK(surplus_of(3, 2) == 1);
  CHECK(surplus_of(4, 1) == 1);
  CHECK(surplus_of(2, 0) == 2);
}

TEST_CASE("an EVENT file is read from its beginning", "[read]") {
  support::temporary_directory const directory;
  auto const opened = open({directory.write("t", event_text)});
  REQUIRE(opened.source != nullptr);
  CHECK(content(*opened.source) == event_text);
  CHECK(opened.source->position() == std::string_view{event_text}.size());
}

TEST_CASE("garbage in front of events is the stream's business", "[read]") {
  support::temporary_directory const directory;
  CHECK(open({directory.write("t", std::string{"torn\n"} + event_text)}).source != nullptr);
  CHECK(open({directory.write("e", "")}).source != nullptr);
  CHECK(open({directory.write("c", std::string{"# {comment}\n"} + event_text)}).source != nullptr);
}

TEST_CASE("what is no trace is refused, what was merely found is passed over", "[read]") {
  support::temporary_directory const directory;
  std::string const text = directory.write("t", "neither of them\n");
  auto const named = open({text});
  CHECK(named.source == nullptr);
  CHECK(named.problem == text +
                             " holds no events: only traces of EVENT, PERF and NORMAL and "
                             "recordings can be read");
  auto const found = open({text, true});
  CHECK(found.source == nullptr);
  CHECK(found.problem.empty());
  CHECK(open({directory / "missing"}).problem ==
        directory / "missing" + " can't be opened: No such file or directory");
}

TEST_CASE("other JSON and binary data is refused", "[read]") {
  support::temporary_directory const directory;
  auto const is_refused = [&](std::string_view text) {
    std::string const path = directory.write("t", std::string{text});
    CHECK(open({path, true}).problem.empty());
    auto const named = open({path});
    CHECK((named.source == nullptr) == !named.problem.empty());
    return named.source == nullptr;
  };
  CHECK(is_refused("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{\"ph\":\"M\"}\n]}\n"));
  CHECK(is_refused("{\"resourceSpans\":[]}\n{\"resourceSpans\":[]}\n"));
  CHECK(is_refused("#!/bin/sh\nf() { echo '{\"event\":'; }\n"));
  CHECK(is_refused({"\xfd{\0\n", 4}));
  CHECK_FALSE(is_refused(event_text));
  CHECK_FALSE(is_refused("torn\n {\"sid\": \"S\", \"event\" : \"exit\"}\n"));
  CHECK_FALSE(is_refused(""));
  // Of a pipe more may follow.
  tr::input_file const pipe{.path = directory.write("t", "{\"sid\""), .is_pipe = true};
  CHECK(open(pipe).source != nullptr);
}

TEST_CASE("what stands around all lines of a named file is taken away", "[read]") {
  support::temporary_directory const directory;
  std::string const path =
      directory.write("t", std::string{"app-1 | "} + event_text + "app-1 | " + event_text);
  auto const opened = tr::open_input({path}, {}, [](auto const&) { FAIL(); });
  REQUIRE(opened.events != nullptr);
  CHECK(content(*opened.events) == std::string{event_text} + event_text);
  CHECK(opened.removed().text() == "took away `app-1 | ` before 2 lines");
  // In a directory it may be any program's log.
  CHECK(tr::open_input({.path = path, .is_in_directory = true}, {}, [](auto const&) {}).events ==
        nullptr);
}

TEST_CASE("UTF-16 and CR alone are read", "[read]") {
  support::temporary_directory const directory;
  std::string wide = "\xff\xfe";
  for (char const* at = event_text; *at != '\0'; ++at) wide.append({*at, '\0'});
  CHECK(content(*open({directory.write("t", wide)}).source) == event_text);
  std::string mac = std::string{event_text} + event_text;
  for (char& c : mac) c = c == '\n' ? '\r' : c;
  CHECK(content(*open({directory.write("t", mac)}).source) == std::string{event_text} + event_text);
}

TEST_CASE("the target of a text trace is recognised by its lines", "[read]") {
  support::temporary_directory const directory;
  std::string const perf = "d0 | main                     | version      | | | | | 1\n";
  CHECK(target_of(directory.write("t", perf)) == tr::text_target::perf);
  CHECK(target_of(directory.write("t", "Cloning...\n" + perf)) == tr::text_target::perf);
  CHECK(target_of(directory.write("t", perf + event_text)) == tr::text_target::event);
  tr::input_file const pipe{.path = directory.write("t", perf), .is_pipe = true};
  CHECK(open(pipe).source != nullptr);
  tr::input_file const passed{
      .path = pipe.path, .is_in_directory = true, .least = tr::text_target::event};
  CHECK((open(passed).source == nullptr && open(passed).problem.empty()));
  CHECK(tr::open_input(passed, {}, [](auto const&) {}).is_passed_over);
  CHECK_FALSE(open({directory.write("t", "12:00:00,000000 {\n")}).problem.empty());
  CHECK(open({directory.write("t",
                              "\xfd"
                              "7zXZ")})
            .problem.find("by xz") != std::string::npos);
}

TEST_CASE("a file of a directory is a trace only if its first line is an event", "[read]") {
  support::temporary_directory const directory;
  std::string const path = directory.write("t", "R\"(\n" + std::string{event_text});
  auto const opened_as = [&](bool is_in_directory) {
    return tr::open_input({.path = path, .is_in_directory = is_in_directory}, {},
                          [](auto const&) { FAIL(); });
  };
  CHECK((opened_as(true).events == nullptr && opened_as(true).begins_otherwise));
  CHECK((opened_as(false).events != nullptr && !opened_as(false).begins_otherwise));
  for (tr::input_file const& file : tr::find_files({directory.path().string()}))
    CHECK(file.least == tr::text_target::last);
}

TEST_CASE("the moment of a file's last change is that of its trace", "[read]") {
  support::temporary_directory const directory;
  std::string const path = directory.write("t", event_text);
  ::timespec const times[]{{1, 0}, {946'684'800, 5'000}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  CHECK(tr::open_input({path}, {}, [](auto const&) {}).written == 946'684'800'000'005);
}

TEST_CASE("a damaged recording is reported even if it was merely found", "[read]") {
  support::temporary_directory const directory;
  auto const found = open({directory.write("t", "TRACE2R\n and no more"), true});
  CHECK(found.recording == nullptr);
  CHECK(found.problem == directory / "t" + " is no recording: it is too short");
}

TEST_CASE("a directory that can't be listed is reported when it is opened", "[read]") {
  support::temporary_directory const directory;
  std::string const locked = directory / "locked";
  std::filesystem::create_directory(locked);
  std::filesystem::permissions(locked, std::filesystem::perms::none);
  auto const files = tr::find_files({locked});
  std::filesystem::permissions(locked, std::filesystem::perms::owner_all);
  if (::geteuid() == 0) return support::skip("root may list every directory");
  REQUIRE(files.size() == 1);
  CHECK(files[0].path == locked);
  CHECK_FALSE(files[0].is_in_directory);
}

TEST_CASE("only regular files of a directory are read, so that no pipe makes it wait", "[read]") {
  support::temporary_directory const directory;
  directory.write("d/a", event_text);
  REQUIRE(::mkfifo((directory / "d/pipe").c_str(), 0600) == 0);
  std::filesystem::create_symlink("missing", directory / "d/dangling");
  directory.write("other", event_text);
  std::filesystem::create_symlink("../other", directory / "d/link");
  auto const files = tr::find_files({directory / "d"});
  REQUIRE(files.size() == 2);
  CHECK(files[1].path == directory / "d/link");
  auto const named = tr::find_files({directory / "d/pipe", "-", directory / "d/a"});
  CHECK(named.at(0).size == 0);
  CHECK((named.at(0).is_pipe && named.at(1).is_pipe && !named.at(2).is_pipe));
}

TEST_CASE("what can't be read is told by its stream", "[read]") {
  support::temporary_directory const directory;
  directory.write("d/a", "");
  auto const opened = open({directory / "d"});
  REQUIRE(opened.source != nullptr);
  char byte = 0;
  CHECK(opened.source->read(&byte, 1) == -EISDIR);
}

TEST_CASE("a compressed file needs who unpacks it", "[read]") {
  support::temporary_directory const directory;
  tr::input_file const file{directory.write("t",
                                            "\x1f\x8b"
                                            "compressed")};
  CHECK(
      open(file).problem.ends_with("is compressed by gzip, which this program was built without"));
  auto const opened = open(file, [](tr::compression by, std::unique_ptr<tr::byte_source> packed) {
    CHECK(by == tr::compression::gzip);
    CHECK(content(*packed) ==
          "\x1f\x8b"
          "compressed");
    return std::make_unique<tr::text_source>(event_text);
  });
  REQUIRE(opened.source != nullptr);
  CHECK(content(*opened.source) == event_text);
}

TEST_CASE("what can't be unpacked is said, also of a file in a directory", "[read]") {
  support::temporary_directory const directory;
  auto const nothing = [](tr::compression, std::unique_ptr<tr::byte_source>) {
    return std::unique_ptr<tr::byte_source>{};
  };
  std::string const path = directory.write("t", "\x28\xb5\x2f\xfd\x20");
  for (bool const is_in_directory : {false, true}) {
    auto const refused = open({path, is_in_directory}, nothing);
    CHECK(refused.source == nullptr);
    CHECK(refused.problem == path + " is compressed by zstd, which this program was built without");
  }
}

TEST_CASE("a file that claims to be a recording is one or is refused", "[read]") {
  support::temporary_directory const directory;
  auto const opened = open({directory.write("t", "TRACE2R\nshort")});
  CHECK(opened.source == nullptr);
  CHECK(opened.problem.find("is no recording") != std::string::npos);
}

}  // namespace input_test
