#include "why/meanwhile.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/one_process.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"
#include "why/why.hpp"

namespace meanwhile_test {

namespace program = trace2::program;

namespace {

using support::one_process::line;
using support::one_process::process;

/// "place name time" of each, in milliseconds.
std::string busy_in(support::modelled const& made) {
  auto const explained = program::why{made.trace, made.labels}.explain();
  REQUIRE(explained);
  std::string text;
  for (program::busy_process const& one : explained->meanwhile) {
    text.append(one.process).append(" ").append(one.name).append(" ");
    text.append(std::to_string(one.time / ns(1'000'000))).append("\n");
  }
  return text;
}

std::string child(std::string_view id, std::string_view begin, std::string_view end,
                  std::string_view time, std::string_view words, std::string_view inside,
                  std::string_view sid = "S") {
  std::string const number = R"(,"child_id":)" + std::string{id};
  return line("child_start", begin, number + R"(,"argv":[)" + std::string{words} + "]", "main",
              sid) +
         std::string{inside} +
         line("child_exit", end, number + R"(,"pid":1,"code":0,"t_rel":)" + std::string{time},
              "main", sid);
}

std::string session(std::string_view begin, std::string_view end, std::string_view time,
                    std::string_view name, std::string_view sid, std::string_view inside = {}) {
  return line("start", begin, R"(,"t_abs":0,"argv":["git",")" + std::string{name} + R"("])", "main",
              sid) +
         line("cmd_name", begin,
              R"(,"name":")" + std::string{name} + R"(","hierarchy":")" + std::string{name} + "\"",
              "main", sid) +
         std::string{inside} +
         line("atexit", end, R"(,"t_abs":)" + std::string{time} + R"(,"code":0)", "main", sid);
}

}  // namespace

TEST_CASE("the writer of a pipe is named while the path waits for its reader", "[export]") {
  // "serve" has begun before "unpack", runs "pack" for most of its time, and ends after it.
  std::string const trace =
      line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["git","serve"])") +
      line("start", "00:00:00.1", R"(,"t_abs":0,"argv":["git","serve"])", "main", "S/A") +
      line("cmd_name", "00:00:00.1", R"(,"name":"serve","hierarchy":"serve")", "main", "S/A") +
      line("child_start", "00:00:00.2", R"(,"child_id":1,"argv":["git","unpack"])") +
      line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["git","pack"])", "main", "S/A") +
      session("00:00:00.2", "00:00:00.7", "0.5", "pack", "S/A/P") +
      line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.5)", "main",
           "S/A") +
      session("00:00:00.2", "00:00:00.8", "0.6", "unpack", "S/U") +
      line("atexit", "00:00:00.75", R"(,"t_abs":0.65,"code":0)", "main", "S/A") +
      line("child_exit", "00:00:00.8", R"(,"child_id":1,"pid":2,"code":0,"t_rel":0.6)") +
      line("child_exit", "00:00:00.8", R"(,"child_id":0,"pid":3,"code":0,"t_rel":0.7)");
  support::modelled const made{process(trace)};
  CHECK(busy_in(made) == "git unpack git pack 500\ngit unpack git serve 50\n");
}

TEST_CASE("whoever is on the path, or named by it, is not named again", "[export]") {
  support::modelled const made{
      process(child("0", "00:00:00.1", "00:00:00.4", "0.3", R"("git","gc")",
                    session("00:00:00.2", "00:00:00.3", "0.1", "gc", "S/T")) +
              child("1", "00:00:00.5", "00:00:00.9", "0.4", R"("ssh")", ""))};
  CHECK(busy_in(made).empty());
}

TEST_CASE("what a script runs beside the path's process is named", "[export]") {
  support::modelled const made{
      process(child("0", "00:00:00.1", "00:00:00.9", "0.8", R"("sh","-c","git log | git shortlog")",
                    session("00:00:00.1", "00:00:00.8", "0.7", "log", "S/A") +
                        session("00:00:00.2", "00:00:00.9", "0.7", "shortlog", "S/B")))};
  CHECK(busy_in(made) == "git log git shortlog 600\n");
}

TEST_CASE("a child that tells nothing is busy while the path is in another", "[export]") {
  support::modelled const made{
      process(line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["ssh","host"])") +
              child("1", "00:00:00.2", "00:00:00.8", "0.6", R"("git","unpack")",
                    session("00:00:00.2", "00:00:00.8", "0.6", "unpack", "S/U")) +
              line("child_exit", "00:00:00.85", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.75)"))};
  CHECK(busy_in(made) == "git unpack ssh host 600\n");
}

TEST_CASE("of a real clone, pack-objects feeds index-pack", "[export]") {
  auto const path = support::git_traces_directory() / "clone-file.event";
  if (!std::filesystem::exists(path)) return support::skip("another collection of traces is named");
  support::modelled const made{support::content_of(path.string())};
  CHECK(busy_in(made).starts_with("git index-pack git pack-objects 43\n"));
}

}  // namespace meanwhile_test
