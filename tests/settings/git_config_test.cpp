#include <trace2/settings/git_config.hpp>

#include <filesystem>
#include <pwd.h>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace git_condition_test {

using namespace trace2::detail;
using support::scoped_variable;
using support::temporary_directory;

namespace {

/// A repository in `Work/sub/.git` of a directory that is also the home, on branch topic/one.
class fixture {
 public:
  fixture() : git_directory_{directory_ / "Work/sub/.git"} {
    directory_.write("Work/sub/.git/HEAD", "ref: refs/heads/topic/one\n");
    std::filesystem::create_directories(directory_ / "Work/sub/.git/objects");
    std::filesystem::create_directories(directory_ / "Work/sub/.git/refs");
  }

  std::string operator/(std::string_view name) const { return directory_ / name; }
  temporary_directory const* operator->() const { return &directory_; }

  bool holds(std::string_view condition, std::string_view file = {}) const {
    return holds_at(directory_.path().string(), condition, file);
  }
  bool holds_at(std::string const& home, std::string_view condition,
                std::string_view file = {}) const {
    scoped_variable const found{"GIT_DIR", git_directory_};
    scoped_variable const common{"GIT_COMMON_DIR", nullptr};
    scoped_variable const its_home{"HOME", home};
    git_repository const repository;
    return git_condition{repository}(condition, file);
  }

  void find_at(std::string path) { git_directory_ = std::move(path); }

 private:
  temporary_directory directory_;
  std::string git_directory_;
};

}  // namespace

TEST_CASE("a condition may name the repository's directory", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK(repository.holds("gitdir:" + (repository / "Work/sub/.git")));
  CHECK(repository.holds("gitdir:" + (repository / "Work/sub/")));
  CHECK(repository.holds("gitdir:" + (repository / "Work/")));
  CHECK(repository.holds("gitdir:" + (repository / "*/sub/.git")));
  CHECK(repository.holds("gitdir:" + (repository / "**/.git")));
  CHECK_FALSE(repository.holds("gitdir:" + (repository / "Work")));
  CHECK_FALSE(repository.holds("gitdir:" + (repository / "Wor*/.git")));
  CHECK_FALSE(repository.holds("gitdir:/nowhere/"));
}

TEST_CASE("a relative pattern matches at any depth", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK(repository.holds("gitdir:sub/.git"));
  CHECK(repository.holds("gitdir:Work/"));
  CHECK_FALSE(repository.holds("gitdir:ub/.git"));
}

TEST_CASE("a pattern may begin at the home or at the including file", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK(repository.holds("gitdir:~/Work/"));
  CHECK_FALSE(repository.holds("gitdir:~/sub/"));
  CHECK(repository.holds("gitdir:./sub/", repository / "Work/config"));
  CHECK_FALSE(repository.holds("gitdir:./sub/", repository / "config"));
  CHECK_FALSE(repository.holds("gitdir:./sub/"));
}

TEST_CASE("no repository is below a home that is missing, or that is the root", "[R-PAR-02]") {
  fixture const repository;
  CHECK_FALSE(repository.holds_at(repository / "missing", "gitdir:~/"));
  CHECK_FALSE(repository.holds_at("/", "gitdir:~/"));
}

TEST_CASE("a pattern may begin at other directories that have a name", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK_FALSE(repository.holds("gitdir:%(prefix)/"));
  CHECK_FALSE(repository.holds("gitdir:~no-such-user/"));
  if (::getpwnam("root") != nullptr) CHECK_FALSE(repository.holds("gitdir:~root/nowhere/"));
}

TEST_CASE("the case of letters can be ignored", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK_FALSE(repository.holds("gitdir:work/"));
  CHECK(repository.holds("gitdir/i:work/"));
  CHECK(repository.holds("gitdir/i:~/WORK/"));
}

TEST_CASE("the directory matches as it is named and as it really is", "[detail][R-PAR-02]") {
  fixture repository;
  std::filesystem::create_directory_symlink(repository / "Work", repository / "link");
  repository.find_at(repository / "link/sub/.git");
  CHECK(repository.holds("gitdir:" + (repository / "link/")));
  CHECK(repository.holds("gitdir:" + (repository / "Work/")));
}

TEST_CASE("a condition may name the branch", "[detail][R-PAR-02]") {
  fixture const repository;
  CHECK(repository.holds("onbranch:topic/one"));
  CHECK(repository.holds("onbranch:topic/"));
  CHECK(repository.holds("onbranch:*/o[a-n]?"));
  CHECK_FALSE(repository.holds("onbranch:topic"));
  CHECK_FALSE(repository.holds("onbranch:*"));
  repository->write("Work/sub/.git/HEAD", "0123456789012345678901234567890123456789\n");
  CHECK_FALSE(repository.holds("onbranch:**"));
}

TEST_CASE("nothing else holds, and nothing without a repository", "[detail][R-SET-07]") {
  fixture repository;
  for (std::string_view const condition :
       {"", "gitdir", "worktree:**", "hasconfig:remote.*.url:**", "GITDIR:**"})
    CHECK_FALSE(repository.holds(condition));
  repository.find_at("/nowhere");
  CHECK_FALSE(repository.holds("gitdir:**"));
  CHECK_FALSE(repository.holds("onbranch:**"));
}

}  // namespace git_condition_test
