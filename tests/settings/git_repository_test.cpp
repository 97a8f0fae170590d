#include <trace2/settings/git_repository.hpp>

#include <filesystem>
#include <list>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace git_repository_test {

using namespace trace2::detail;
using support::scoped_variable;
using support::temporary_directory;

namespace {

/// A directory tree that no real repository encloses, and no variable that points elsewhere.
class tree {
 public:
  tree() {
    for (char const* name : {"GIT_DIR", "GIT_COMMON_DIR", "GIT_DISCOVERY_ACROSS_FILESYSTEM"})
      variables_.emplace_back(name, nullptr);
    variables_.emplace_back("GIT_CEILING_DIRECTORIES", directory_.path().string());
  }
  ~tree() { std::filesystem::current_path(before_); }

  temporary_directory const* operator->() const { return &directory_; }
  std::string operator/(std::string_view name) const { return directory_ / name; }

  void make_git_directory(std::string const& name, std::string const& config = {}) const {
    directory_.write(name + "/HEAD", "ref: refs/heads/main\n");
    directory_.write(name + "/config", config);
    std::filesystem::create_directories(directory_ / (name + "/objects"));
    std::filesystem::create_directories(directory_ / (name + "/refs"));
  }

  /// Makes the directory if need be.
  void enter(std::string_view name) const {
    std::filesystem::create_directories(directory_ / name);
    std::filesystem::current_path(directory_ / name);
  }

 private:
  temporary_directory directory_;
  std::filesystem::path before_ = std::filesystem::current_path();
  std::list<scoped_variable> variables_;
};

std::string found() {
  git_repository const repository;
  return repository.is_found() ? std::string{repository.git_directory()} : "none";
}

std::string config_of_repository() {
  support::entry_log log;
  config_reader reader{log};
  read_git_repository(reader, git_repository{});
  return log.text();
}

}  // namespace

TEST_CASE("the repository is found upwards from the current directory", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("work/.git");
  files.enter("work");
  CHECK(found() == files / "work/.git");
  files.enter("work/sub/directory");
  CHECK(found() == files / "work/.git");
  files.enter("work/.git/refs");
  CHECK(found() == files / "work/.git");
  files.enter("elsewhere");
  CHECK(found() == "none");
}

TEST_CASE("the nearest repository is the one", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("outer/.git");
  files.make_git_directory("outer/inner/.git");
  files.enter("outer/inner/sub");
  CHECK(found() == files / "outer/inner/.git");
}

TEST_CASE("a bare repository is one itself", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("bare");
  files.enter("bare/refs");
  CHECK(found() == files / "bare");
}

TEST_CASE("what only looks like a repository is passed by", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("work/.git");
  files.enter("work/sub/.git");
  files.enter("work/sub");
  CHECK(found() == files / "work/.git");
  std::filesystem::remove(files / "work/.git/HEAD");
  CHECK(found() == "none");
}

TEST_CASE("a file may point to the repository", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("real");
  files->write("work/.git", "gitdir: ../real\n\n");
  files.enter("work/sub");
  CHECK(found() == files / "work/../real");
  files->write("work/.git", "gitdir: " + (files / "real"));
  CHECK(found() == files / "real");
  for (std::string_view const pointer : {"", "gitdir: ", "gitdir: nowhere\n", "../real\n"}) {
    files->write("work/.git", pointer);
    CHECK(found() == "none");
  }
}

TEST_CASE("GIT_DIR decides alone", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("work/.git");
  files.make_git_directory("other.git");
  files->write("pointer", "gitdir: other.git\n");
  files.enter("work");
  auto const found_with = [](std::string const& value) {
    scoped_variable const set{"GIT_DIR", value};
    return found();
  };
  CHECK(found_with(files / "other.git") == files / "other.git");
  CHECK(found_with("../other.git") == "../other.git");
  CHECK(found_with(files / "pointer") == files / "other.git");
  CHECK(found_with(files / "work") == "none");
  CHECK(found_with("") == "none");
}

TEST_CASE("ceilings end the search", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("work/.git");
  files.enter("work/sub");
  auto const found_below = [](std::string const& ceilings) {
    scoped_variable const set{"GIT_CEILING_DIRECTORIES", ceilings};
    return found();
  };
  CHECK(found_below("/nowhere:" + (files / "work")) == "none");
  CHECK(found_below(files / "work/") == "none");
  CHECK(found_below(files / "work/sub") == files / "work/.git");
}

TEST_CASE("a linked worktree has the configuration of its repository", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("main/.git", "[a]b=local\n");
  files->write("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  files->write("main/.git/worktrees/w/commondir", "../..\n");
  files->write("main/.git/worktrees/w/config.worktree", "[a]b=worktree\n");
  files->write("linked/.git", "gitdir: " + (files / "main/.git/worktrees/w") + "\n");
  files.enter("linked");
  CHECK(config_of_repository() == "local a.b=local\n");

  SECTION("and its own if the repository says so") {
    files->write("main/.git/config", "[extensions]worktreeConfig=true\n");
    CHECK(config_of_repository() ==
          "local extensions.worktreeconfig=true\nworktree a.b=worktree\n");
  }
  SECTION("and none of its own if the last word is no") {
    files->write("main/.git/config", "[extensions]\nworktreeConfig\nworktreeConfig=false\n");
    CHECK(config_of_repository() ==
          "local extensions.worktreeconfig\nlocal extensions.worktreeconfig=false\n");
  }
}

TEST_CASE("GIT_COMMON_DIR says where the configuration is", "[detail][R-PAR-02]") {
  tree const files;
  files.make_git_directory("common", "[a]b=common\n");
  files->write("work/.git/HEAD", "ref: refs/heads/main\n");
  files.enter("work");
  CHECK(config_of_repository().empty());
  scoped_variable const common{"GIT_COMMON_DIR", files / "common"};
  CHECK(config_of_repository() == "local a.b=common\n");
}

TEST_CASE("without a repository there is nothing to read", "[detail][R-PAR-02]") {
  tree const files;
  files.enter("empty");
  CHECK(config_of_repository().empty());
  std::filesystem::remove(files / "empty");
  CHECK(found() == "none");
}

}  // namespace git_repository_test
