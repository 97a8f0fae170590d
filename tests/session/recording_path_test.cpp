#include <trace2/session/recording_path.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/recording_succession.hpp>

#include <filesystem>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace recording_path_test {

using trace2::detail::longest_path;
using trace2::detail::path_buffer;
using trace2::detail::path_text;
using trace2::detail::recording_path;

TEST_CASE("a path has an ending and a number, and is none when it is too long") {
  path_buffer room;
  CHECK(std::string_view{path_text{room, "/a"}.get()} == "/a");
  CHECK(std::string_view{path_text{room, "/a", ".kept.", 12}.get()} == "/a.kept.12");
  CHECK(path_text{room, std::string(longest_path, 'a')}.get() == nullptr);
}

TEST_CASE("a path holds what a system allows, and nothing of a longer one") {
  recording_path path;
  std::string const longest(longest_path - 1, 'a');
  path.set(longest);
  CHECK(path.c_str() == longest);
  path.set(longest + 'a');
  CHECK(std::string_view{path.c_str()} == "");
}

TEST_CASE("a name is free for its recording until somebody takes it for something else") {
  support::temporary_directory const directory;
  std::string const path = directory / "it";
  trace2::recording_file file{path.c_str(), {}};
  REQUIRE(file.recorder() != nullptr);
  recording_path own;
  own.set(path);
  CHECK(own.leads_to(*file.recorder()));
  CHECK(own.is_free_for(*file.recorder()));
  std::filesystem::rename(path, path + ".elsewhere");
  CHECK_FALSE(own.leads_to(*file.recorder()));
  CHECK(own.is_free_for(*file.recorder()));
  directory.write("it", "of somebody else");
  CHECK_FALSE(own.leads_to(*file.recorder()));
  CHECK_FALSE(own.is_free_for(*file.recorder()));
  file.close();
}

}  // namespace recording_path_test

namespace recording_hooks_test {

TEST_CASE("a program that watches recordings has told sessions so before main") {
  static trace2::detail::recording_watcher watcher{
      .has_same = [](trace2::settings const&, trace2::settings const&) noexcept { return true; },
      .tend = [](std::int64_t) noexcept { return trace2::detail::recording_succession::never; }};
  static bool const is_added = trace2::detail::recording_succession::add(watcher);
  CHECK(is_added);
  auto const* const hooks = trace2::detail::hooks_of_recordings.load_acquire();
  REQUIRE(hooks != nullptr);
  trace2::settings const none{{.prefix = "TRACE2_HOOKS"}};
  CHECK(hooks->has_same(none, none));
}

}  // namespace recording_hooks_test
