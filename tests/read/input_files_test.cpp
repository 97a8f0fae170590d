#include <trace2/read/input_files.hpp>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/pieces_source.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include <unistd.h>

namespace input_files_test {

namespace tr = trace2::read;

namespace {

constexpr std::string_view event = "{\"event\":\"exit\",\"sid\":\"S\"}\n";
constexpr std::string_view perf = "d0 | main | version | | | | | 1\n";
constexpr std::string_view normal = "version 1\n";

/// "Compresses" a text for `unpack`.
std::string packed(std::string_view text) { return std::string{"\x1f\x8b"}.append(text); }

std::unique_ptr<tr::byte_source> unpack(tr::compression, std::unique_ptr<tr::byte_source> from) {
  char mark[2];
  CHECK(from->read(mark, sizeof mark) == 2);
  return from;
}

std::string recording_header() {
  namespace layout = trace2::detail::recording;
  layout::file_header head{};
  std::memcpy(head.magic, layout::file_magic, sizeof head.magic);
  head.endian = layout::endian_mark;
  head.version = layout::version;
  head.first_chunk = 4'096;
  return {reinterpret_cast<char const*>(&head), sizeof head};
}

/// A directory with files, and the target that says the most among them.
struct files {
  support::temporary_directory directory{};

  void add(std::string_view name, std::string_view content) const {
    directory.write(std::string{"d/"}.append(name), content);
  }
  tr::text_target best() const { return tr::find_files({directory / "d"}, unpack).at(0).least; }
};

}  // namespace

TEST_CASE("of several targets in a directory the one that says the most counts", "[read]") {
  files of;
  of.add("a", "neither\n");
  of.add("b", perf);
  CHECK(of.best() == tr::text_target::perf);
  of.add("c", event);
  CHECK(of.best() == tr::text_target::event);
  CHECK(tr::find_files({of.directory / "d/b"}).at(0).least == tr::text_target::last);
}

TEST_CASE("a compressed file counts as what it holds", "[read]") {
  files of;
  of.add("a.gz", packed(normal));
  CHECK(of.best() == tr::text_target::normal);
  of.add("b.gz", packed("a log of another program\n"));
  of.add("c.gz", packed(perf));
  CHECK(of.best() == tr::text_target::perf);
  CHECK(tr::find_files({of.directory / "d"}).at(0).least == tr::text_target::last);
  of.add("d.gz", packed(event));
  CHECK(of.best() == tr::text_target::event);
}

TEST_CASE("a recording counts as EVENT, but not everything that begins like one", "[read]") {
  files of;
  of.add("a", perf);
  of.add("b", "TRACE2R\n");
  of.add("c", "TRACE2R\n" + std::string(100, 'x'));
  CHECK(of.best() == tr::text_target::perf);
  of.add("d", recording_header());
  CHECK(of.best() == tr::text_target::event);
  std::filesystem::remove(of.directory / "d/d");
  of.add("e.gz", packed(recording_header()));
  CHECK(of.best() == tr::text_target::event);
}

TEST_CASE("a file of a directory counts only if it begins with an event", "[read]") {
  files of;
  of.add("a", perf);
  of.add("b", "a line of another program\n" + std::string{event});
  CHECK(of.best() == tr::text_target::perf);
}

TEST_CASE("EVENT behind other lines is found in whatever pieces it comes", "[read]") {
  std::string const text = std::string{normal}.append(perf).append(event);
  for (std::size_t const size : {1u, 7u, 26u, 1'000u}) {
    tr::peeked_source source{std::make_unique<support::pieces_source>(text, size)};
    CHECK(tr::input::target_of(source) == tr::text_target::event);
  }
  tr::peeked_source source{
      std::make_unique<support::pieces_source>(std::string{normal}.append(perf), 3)};
  CHECK(tr::input::target_of(source) == tr::text_target::perf);
}

TEST_CASE("files of a directory that differ in a number come in the order of time", "[read]") {
  support::temporary_directory const directory;
  std::vector<std::string> const wanted{"a-P00000001",   "a-P00000001.1", "a-P00000001.2",
                                        "b.event.10.gz", "b.event.9",     "b.event"};
  std::filesystem::file_time_type time{};
  for (std::string const& name : wanted) {
    directory.write("d/" + name, event);
    std::filesystem::last_write_time(directory / ("d/" + name), time += std::chrono::seconds{1});
  }
  std::vector<std::string> found;
  for (auto const& file :
       tr::input::files_of(std::filesystem::directory_entry{directory / "d"}, 100))
    found.push_back(std::filesystem::path{file.path}.filename().string());
  CHECK(found == wanted);
}

TEST_CASE("files beyond the limit and directories that can't be listed have no target", "[read]") {
  support::temporary_directory const directory;
  directory.write("d/a", perf);
  directory.write("d/b", perf);
  directory.write("d/locked/c", event);
  std::filesystem::permissions(directory / "d/locked", std::filesystem::perms::none);
  auto const found = tr::input::files_of(std::filesystem::directory_entry{directory / "d"}, 1);
  std::filesystem::permissions(directory / "d/locked", std::filesystem::perms::owner_all);
  CHECK(found.at(0).is_in_directory);
  CHECK(found.back().surplus == (::geteuid() == 0 ? 2 : 1));
  CHECK(tr::input::best_target(found, {}) == tr::text_target::perf);
  if (::geteuid() == 0) return support::skip("root may list every directory");
  REQUIRE(found.size() == 3);
  CHECK(found.at(1).path == directory / "d/locked");
  CHECK_FALSE(found.at(1).is_in_directory);
}

TEST_CASE("a file that is named beside its directory is there once, and is named", "[read]") {
  support::temporary_directory const directory;
  std::string const a = directory.write("d/a", perf);
  directory.write("d/b", event);
  auto const found = tr::find_files({a, directory / "d", directory / "d"});
  REQUIRE(found.size() == 2);
  CHECK(found[0].least == tr::text_target::last);
  CHECK(found[1].least == tr::text_target::event);
}

}  // namespace input_files_test
