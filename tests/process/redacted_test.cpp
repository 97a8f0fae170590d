#include <trace2/process/redacted.hpp>
#include <trace2/testing.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace redacted_test {

using trace2::buffer;
using trace2::detail::redacted;
using trace2::detail::redacted_json;
using trace2::detail::redacted_value;
using trace2::detail::redactor_of_all;
using trace2::testing::memory_session;

namespace {

std::string redacted_list(std::vector<std::string> const& items, std::string_view first = {}) {
  std::string joined;
  trace2::detail::scratch memory;
  for (std::string_view const item : trace2::detail::redacted_list(memory, items, first))
    joined.append(item).append("|");
  return joined;
}

}  // namespace

TEST_CASE("a text is itself unless it holds a secret", "[R-RED-03][R-RED-06]") {
  memory_session session;
  buffer out;
  std::string_view const plain = "https://h/";
  CHECK(redacted(out, plain).data() == plain.data());
  CHECK(redacted(out, "https://u:p@h/") == "https://u:<REDACTED>@h/");
  CHECK(redacted(out, {}).data() == nullptr);
  trace2::detail::this_process.redact_with.store_relaxed(nullptr);
  CHECK(redacted(out, "https://u:p@h/") == "https://u:p@h/");
}

TEST_CASE("a list is collected in order, its secrets hidden", "[R-RED-01]") {
  memory_session session;
  CHECK(redacted_list({}) == "");
  CHECK(redacted_list({"a", "", "http://u:p@h", "b", "http://v:w@h"}) ==
        "a||http://u:<REDACTED>@h|b|http://v:<REDACTED>@h|");
  CHECK(redacted_list({"x"}, "git") == "git|x|");
  CHECK(redacted_list({}, "git") == "git|");
}

TEST_CASE("a list ends where memory runs out, also in front of a secret", "[R-RED-01]") {
  memory_session session;
  std::vector<std::string> const items{"a", "http://u:p@h", "http://v:w@h", "b"};
  std::string_view const beyond = "not of the list";
  for (std::size_t room = 0; room < items.size(); ++room) {
    CAPTURE(room);
    std::vector<std::string_view> places(room + 1, beyond);
    trace2::detail::scratch memory;
    std::destroy_at(&memory.arguments);
    std::construct_at(&memory.arguments, places.data(), room);
    auto const list = trace2::detail::redacted_list(memory, items);
    CHECK(list.count == room);
    if (room > 1) CHECK(list.begin()[1] == "http://u:<REDACTED>@h");
    CHECK(places[room] == beyond);
  }
}

TEST_CASE("what follows the option of a secret is hidden in a list", "[R-RED-01][R-LIM-08]") {
  memory_session session;
  CHECK(redacted_list({"gh", "--token", "x", "https://u:p@h"}) ==
        "gh|--token|<REDACTED>|https://u:<REDACTED>@h|");
  CHECK(redacted_list({"curl", "-u", "me:x", "--", "h"}) == "curl|-u|me:<REDACTED>|--|h|");
  CHECK(redacted_list({"-p", "x"}, "git") == "git|-p|x|");
  // An empty argument names no command that runs another program.
  CHECK(redacted_list({"mysql", "", "time", "-px"}) == "mysql||time|-p<REDACTED>|");
  trace2::detail::this_process.redact_with.store_relaxed(nullptr);
  CHECK(redacted_list({"gh", "--token", "x"}) == "gh|--token|x|");
}

TEST_CASE("command lines for a shell are looked through", "[R-RED-01][R-LIM-08]") {
  memory_session session;
  CHECK(redacted_list({"sh", "-c", "curl -u me:x --url https://u:p@h; gh --token y"}) ==
        "sh|-c|curl -u me:<REDACTED> --url https://u:<REDACTED>@h; gh --token <REDACTED>|");
  CHECK(redacted_list({"/bin/bash", "-lc", "mysql -px", "a"}) ==
        "/bin/bash|-lc|mysql -p<REDACTED>|a|");
  CHECK(redacted_list({"!gh --token x", "b"}) == "!gh --token <REDACTED>|b|");
  CHECK(redacted_list({"git", "commit", "-m", "add --token option"}) ==
        "git|commit|-m|add --token option|");
  CHECK(redacted_list({"sh", "-c", "echo https://u:p@h"}) == "sh|-c|echo https://u:<REDACTED>@h|");
  CHECK(redacted_list({"sh", "file", "gh --token x"}) == "sh|file|gh --token x|");
}

TEST_CASE("behind a wrapper a command line in one argument is looked through", "[R-LIM-08]") {
  memory_session session;
  CHECK(redacted_list({"ssh", "h", "mysql -px"}) == "ssh|h|mysql -p<REDACTED>|");
  CHECK(redacted_list({"busybox", "sh", "-c", "mysql -px"}) == "busybox|sh|-c|mysql -p<REDACTED>|");
  CHECK(redacted_list({"sshpass", "-p", "x y", "ssh", "h"}) == "sshpass|-p|<REDACTED>|ssh|h|");
  CHECK(redacted_list({"cmd.exe", "/c", "curl.exe -u me:x"}) ==
        "cmd.exe|/c|curl.exe -u me:<REDACTED>|");
  CHECK(redacted_list({R"(C:\Program Files\sh.exe)", "-c", "mysql -px"}) ==
        R"(C:\Program Files\sh.exe|-c|mysql -p<REDACTED>|)");
}

TEST_CASE("an error may quote a command line", "[R-RED-01][R-LIM-08]") {
  memory_session session;
  buffer out;
  using trace2::detail::redacted_error;
  CHECK(redacted_error(out, "failed: curl -u me:x https://u:p@h") ==
        "failed: curl -u me:<REDACTED> https://u:<REDACTED>@h");
  CHECK(redacted_error(out, R"(failed: C:\tools\curl.exe -u me:x)") ==
        R"(failed: C:\tools\curl.exe -u me:<REDACTED>)");
  CHECK(redacted_error(out, "failed: mysql -px") == "failed: mysql -p<REDACTED>");
  CHECK(redacted_error(out, "bad - https://u:p@h") == "bad - https://u:<REDACTED>@h");
  std::string_view const plain = "no such file - sorry";
  CHECK(redacted_error(out, plain).data() == plain.data());
  CHECK(redacted_error(out, {}).data() == nullptr);
  trace2::detail::this_process.redact_with.store_relaxed(nullptr);
  CHECK(redacted_error(out, "mysql -px") == "mysql -px");
}

TEST_CASE("values are shown as they are unless the user asks for more", "[R-RED-02]") {
  memory_session session;
  buffer out;
  auto const text_of = [](trace2::data_value const& value) {
    return value.visit([](auto shown) {
      if constexpr (std::is_same_v<decltype(shown), trace2::text>)
        return std::string{std::string_view{shown}};
      else
        return std::string{"no text"};
    });
  };
  CHECK(text_of(redacted_value(out, "https://u:p@h")) == "https://u:p@h");
  CHECK(redacted_json(out, R"({"token":"x"})") == R"({"token":"x"})");
  CHECK(redacted(out, "--token=x", redactor_of_all()) == "--token=x");

  trace2::detail::this_process.redact_all_with.store_relaxed(&trace2::redact);
  CHECK(text_of(redacted_value(out, "https://u:p@h")) == "https://u:<REDACTED>@h");
  CHECK(text_of(redacted_value(out, 7)) == "no text");
  CHECK(text_of(redacted_value(out, trace2::duration::microseconds(7))) == "no text");
  CHECK(redacted_json(out, R"({"token":"x"})") == R"({"token":"<REDACTED>"})");
  CHECK(redacted(out, "--token=x", redactor_of_all()) == "--token=<REDACTED>");
}

TEST_CASE("a program may hide secrets of its own") {
  memory_session session;
  trace2::detail::this_process.redact_with.store_relaxed(
      [](trace2::text shown, trace2::redacted_text& out) noexcept {
        if (!std::string_view{shown}.starts_with("pin:")) return false;
        out.append("pin:****");
        return true;
      });
  CHECK(redacted_list({"a", "pin:1234", "http://u:p@h"}) == "a|pin:****|http://u:p@h|");
}

}  // namespace redacted_test
