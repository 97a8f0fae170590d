#include <trace2/session/destination.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/collector.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace destination_test {

namespace {

using support::content_of;
using support::standard_error_of;
using support::temporary_directory;
using trace2::destination;
using trace2::destination_context;
using trace2::open_destination;
using trace2::opened_sink;
using trace2::parse_destination;
using trace2::socket_type;
using form = trace2::destination::form;

form form_of(std::string_view value) { return parse_destination(value).kind; }

constexpr destination_context quiet{.variable = "TRACE2_PERF", .file_name = "sid"};
constexpr destination_context talking{
    .variable = "TRACE2_PERF", .file_name = "sid", .max_files = 0, .debug = true};

/// The warning about a value that opens nothing.
std::string complaint(std::string_view value, destination_context const& context) {
  opened_sink opened;
  std::string const text = standard_error_of([&] { opened = open_destination(value, context); });
  CHECK(opened.to == nullptr);
  CHECK_FALSE(opened.is_overloaded);
  return text;
}

bool tells(std::string const& text, std::string_view what) {
  return text.starts_with("warning: ") && text.ends_with('\n') &&
         text.find('\n') == text.size() - 1 && text.find("TRACE2_PERF") != std::string::npos &&
         text.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("nothing, 0 and false mean off", "[R-DST-01]") {
  for (std::string_view const value : {"", "0", "false", "FALSE", "False"})
    CHECK(form_of(value) == form::off);
}

TEST_CASE("1 and true mean standard error", "[R-DST-02]") {
  for (std::string_view const value : {"1", "true", "TRUE", "True"}) {
    CHECK(form_of(value) == form::descriptor);
    CHECK(parse_destination(value).descriptor == 2);
  }
}

TEST_CASE("a digit means that descriptor", "[R-DST-03]") {
  for (int digit = 2; digit <= 9; ++digit) {
    destination const parsed = parse_destination(std::to_string(digit));
    CHECK(parsed.kind == form::descriptor);
    CHECK(parsed.descriptor == digit);
  }
}

TEST_CASE("an absolute path means a file or directory", "[R-DST-04]") {
  CHECK(form_of("/") == form::path);
  CHECK(form_of("/a b") == form::path);
  CHECK(parse_destination("/a b").path == "/a b");
}

TEST_CASE("af_unix means a local socket", "[R-DST-05][R-DST-20]") {
  CHECK(form_of("af_unix:/x") == form::unix_socket);
  CHECK(parse_destination("af_unix:/x").path == "/x");
  CHECK(parse_destination("af_unix:/x").type == socket_type::any);
  CHECK(parse_destination("af_unix:stream:/x").path == "/x");
  CHECK(parse_destination("af_unix:stream:/x").type == socket_type::stream);
  CHECK(parse_destination("af_unix:dgram:/x").type == socket_type::datagram);
  CHECK(parse_destination("af_unix:dgram:/stream:").path == "/stream:");
}

TEST_CASE("a socket's path must be there, absolute and short", "[R-DST-21]") {
  for (std::string_view const value : {"af_unix:", "af_unix:stream:", "af_unix:dgram:"})
    CHECK(form_of(value) == form::no_socket_path);
  for (std::string_view const value :
       {"af_unix:foo:/x", "af_unix:x", "af_unix:stream", "af_unix:stream:dgram:/x"})
    CHECK(form_of(value) == form::bad_socket_path);
  CHECK(parse_destination("af_unix:foo:/x").path == "foo:/x");
  CHECK(form_of("af_unix:/" + std::string(106, 'x')) == form::unix_socket);
  CHECK(form_of("af_unix:/" + std::string(107, 'x')) == form::bad_socket_path);
}

TEST_CASE("anything else means nothing", "[R-DST-06]") {
  for (std::string_view const value : {"yes", "on", "off", "10", "01", "-1", " 1", "1 ", "a", "./x",
                                       "~/x", "file:///x", "AF_UNIX:/x", "af_unix", "truee", ":"})
    CHECK(form_of(value) == form::unknown);
  CHECK(form_of(std::string_view{"/a\0b", 4}) == form::unknown);
}

TEST_CASE("a value that means nothing is always told of", "[R-DST-06][R-DST-24]") {
  for (std::string const value : {"yes", "off", "10", "-1", " 1"})
    CHECK(tells(complaint(value, quiet), "unknown destination '" + value + "'"));
  for (std::string const value : {"log.event", "./log", "~/log", "file:///log"})
    CHECK(tells(complaint(value, quiet), "'" + value + "' is no absolute path"));
  CHECK(tells(complaint("a\x1b\n", quiet),
              "'a?"
              "?'"));
}

TEST_CASE("the reason goes to whoever has changed the target, and names the file that sets it") {
  trace2::buffer reason;
  destination_context wanted = quiet;
  wanted.reason = &reason;
  wanted.place = "'trace2.perftarget' in line 1 of file 'config'";
  CHECK(complaint("/no/such/file", wanted).empty());
  CHECK(reason.view() ==
        "TRACE2_PERF: can't open '/no/such/file': No such file or directory "
        "('trace2.perftarget' in line 1 of file 'config')");
  CHECK(complaint("log", wanted) ==
        "warning: trace 'TRACE2_PERF' is off: 'log' is no absolute path "
        "('trace2.perftarget' in line 1 of file 'config')\n");
}

TEST_CASE("off opens nothing and says nothing", "[R-DST-01]") {
  for (std::string_view const value : {"", "0", "false"}) CHECK(complaint(value, talking).empty());
}

TEST_CASE("what can't be opened is told of on demand", "[R-DST-07][R-DST-21][R-DST-24]") {
  temporary_directory const directory;
  std::string const missing = directory / "missing/file";
  std::string const socket = directory / "socket";
  auto const check = [&](std::string const& value, std::string_view what) {
    CHECK(complaint(value, quiet).empty());
    CHECK(tells(complaint(value, talking), what));
  };
  check(missing, "'" + missing + "': No such file or directory");
  check("af_unix:", "'af_unix:'");
  check("af_unix:stream:", "'af_unix:stream:'");
  check("af_unix:foo:/x", "'foo:/x'");
  check("af_unix:" + socket, "'" + socket + "': No such file or directory");
}

TEST_CASE("a full directory is told of on demand", "[R-DST-12][R-DST-14][R-DST-24]") {
  temporary_directory const directory;
  std::string const path = directory.path().string();
  directory.write("sid", "");
  for (int suffix = 1; suffix <= 9; ++suffix) directory.write("sid." + std::to_string(suffix), "");
  CHECK(complaint(path, quiet).empty());
  CHECK(tells(complaint(path, talking), "'" + path + "/sid': File exists"));
  CHECK(tells(complaint(path + '/', talking), "'" + path + "/sid': File exists"));

  directory.write("git-trace2-discard", "");
  destination_context limited = talking;
  limited.max_files = 100;
  CHECK(tells(complaint(path, limited), "'" + path + "'"));
  limited.debug = false;
  CHECK(complaint(path, limited).empty());
}

TEST_CASE("a descriptor is opened unchecked", "[R-DST-03]") {
  opened_sink opened;
  CHECK(standard_error_of([&] {
          opened = open_destination("1", quiet);
          if (opened.to != nullptr) opened.to->write("line\n");
        }) == "line\n");
  for (char const digit : {'5', '6', '7', '8', '9'}) {
    if (::fcntl(digit - '0', F_GETFD) >= 0) continue;
    auto const closed = open_destination({&digit, 1}, talking);
    REQUIRE(closed.to != nullptr);
    closed.to->write("line\n");
    CHECK(closed.to->error() == EBADF);
  }
}

TEST_CASE("a path is opened as file or directory", "[R-DST-04][R-DST-10]") {
  temporary_directory const directory;
  auto const file = open_destination(directory / "file", quiet);
  REQUIRE(file.to != nullptr);
  file.to->write("file\n");
  CHECK(content_of(directory / "file") == "file\n");

  std::filesystem::create_directory_symlink(directory.path(), directory / "link");
  auto const inside = open_destination(directory / "link", quiet);
  REQUIRE(inside.to != nullptr);
  CHECK_FALSE(inside.is_overloaded);
  inside.to->write("inside\n");
  CHECK(content_of(directory / "sid") == "inside\n");
}

TEST_CASE("a directory that has become full is traced to its sentinel", "[R-DST-16]") {
  temporary_directory const directory;
  destination_context limited = quiet;
  limited.max_files = 1;
  auto const first = open_destination(directory.path().string(), limited);
  CHECK(first.to != nullptr);
  CHECK_FALSE(first.is_overloaded);
  auto const second = open_destination(directory.path().string(), limited);
  REQUIRE(second.to != nullptr);
  CHECK(second.is_overloaded);
  second.to->write("line\n");
  CHECK(content_of(directory / "git-trace2-discard") == "line\n");
  CHECK(open_destination(directory.path().string(), limited).to == nullptr);
}

TEST_CASE("a socket is connected to", "[R-DST-05]") {
  temporary_directory const directory;
  support::collector listener{directory / "socket"};
  auto const opened = open_destination("af_unix:" + (directory / "socket"), quiet);
  REQUIRE(opened.to != nullptr);
  listener.accept();
  opened.to->write("line\n");
  CHECK(listener.received() == "line\n");
}

TEST_CASE("opening keeps errno") {
  errno = ENOTTY;
  auto const opened = open_destination("/nonexistent/file", quiet);
  int const after = errno;
  CHECK(opened.to == nullptr);
  CHECK(after == ENOTTY);
}

TEST_CASE("a program without standard descriptors gets none of them traced to", "[R-DST-09]") {
  temporary_directory const directory;
  std::string const path = directory / "file";
  CHECK(support::run_in_child([&] {
          for (int fd = 0; fd < 3; ++fd) ::close(fd);
          auto const opened = open_destination(path, quiet);
          if (opened.to == nullptr) return 1;
          for (int fd = 0; fd < 3; ++fd)
            if (::open("/dev/null", O_RDWR) != fd) return 2;
          opened.to->write("line\n");
          return 0;
        }) == 0);
  CHECK(content_of(path) == "line\n");
}

}  // namespace destination_test
