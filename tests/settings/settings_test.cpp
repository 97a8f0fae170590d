#include <trace2/settings/git_config.hpp>
#include <trace2/settings/own_config.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/git_settings.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/git.hpp"
#include "support/processor_time.hpp"
#include "support/skip.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <pwd.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace settings_test {

using namespace trace2;
using support::scoped_variable;
using support::standard_error_of;
using support::temporary_directory;

namespace {

/// A home directory without settings, and no variable that says otherwise.
class home {
 public:
  home() {
    std::vector<std::string> names{"XDG_CONFIG_HOME",  "GIT_CONFIG_SYSTEM",     "GIT_CONFIG_GLOBAL",
                                   "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR",
                                   "GIT_COMMON_DIR"};
    for (char** at = ::environ; *at != nullptr; ++at) {
      std::string const entry = *at;
      if (entry.rfind("TRACE2", 0) == 0 || entry.rfind("GIT_TRACE2", 0) == 0)
        names.push_back(entry.substr(0, entry.find('=')));
    }
    for (std::string const& name : names) variables_.emplace_back(name, nullptr);
    variables_.emplace_back("HOME", directory_.path().string());
    variables_.emplace_back("GIT_CONFIG_NOSYSTEM", "1");
    variables_.emplace_back("GIT_CEILING_DIRECTORIES", directory_.path().parent_path().string());
  }

  temporary_directory const* operator->() const { return &directory_; }
  std::string operator/(std::string_view name) const { return directory_ / name; }

 private:
  temporary_directory directory_;
  std::list<scoped_variable> variables_;
};

/// The user whose home can be entered, unlike root's, at which Git dies; empty if it has no name.
std::string name_of_user() {
  passwd const* const known = ::getpwuid(::geteuid());
  return known == nullptr ? "" : known->pw_name;
}

/// The settings of a session with all features.
struct settings : trace2::settings {
  explicit settings(settings_source const& source)
      : trace2::settings{source,
                         source.is_git ? &detail::git_config_access : &detail::own_config} {}
};

std::string listed_config(settings const& some) {
  support::entry_log log;
  some.for_each_listed_config(log);
  return log.text();
}

std::string listed_variables(settings const& some) {
  support::entry_log log;
  some.for_each_listed_variable(log);
  return log.text();
}

}  // namespace

TEST_CASE("each setting has one variable", "[settings][R-SET-01]") {
  home const files;
  settings const git{git_settings};
  CHECK(git.variable(setting::target("normal")).view() == "GIT_TRACE2");
  CHECK(git.variable(setting::target("perf")).view() == "GIT_TRACE2_PERF");
  CHECK(git.variable(setting::target("event")).view() == "GIT_TRACE2_EVENT");
  CHECK(git.variable(setting::brief("normal")).view() == "GIT_TRACE2_BRIEF");
  CHECK(git.variable(setting::brief("perf")).view() == "GIT_TRACE2_PERF_BRIEF");
  CHECK(git.variable(setting::nesting("event")).view() == "GIT_TRACE2_EVENT_NESTING");
  CHECK(git.variable(setting::buffer("event")).view() == "GIT_TRACE2_EVENT_BUFFER");
  CHECK(git.variable(setting::max_files()).view() == "GIT_TRACE2_MAX_FILES");
  CHECK(git.variable(setting::destination_debug()).view() == "GIT_TRACE2_DST_DEBUG");
  CHECK(git.variable(setting::config_params()).view() == "GIT_TRACE2_CONFIG_PARAMS");
  CHECK(git.variable(setting::env_vars()).view() == "GIT_TRACE2_ENV_VARS");
  CHECK(git.variable(setting::redact()).view() == "GIT_TRACE2_REDACT");
  CHECK(git.variable(setting::redact_all()).view() == "GIT_TRACE2_REDACT_ALL");
  CHECK(git.variable(setting::thread_ids()).view() == "GIT_TRACE2_THREAD_IDS");
  CHECK(git.variable(setting::parent_sid()).view() == "GIT_TRACE2_PARENT_SID");
  CHECK(git.variable(setting::parent_name()).view() == "GIT_TRACE2_PARENT_NAME");

  settings const own{settings_source{.prefix = "FROB_TRACE2"}};
  CHECK(own.variable(setting::target("normal")).view() == "FROB_TRACE2");
  CHECK(own.variable(setting::brief("my_format")).view() == "FROB_TRACE2_MY_FORMAT_BRIEF");
  CHECK(settings{settings_source{}}.variable(setting::target("perf")).view() == "TRACE2_PERF");
}

TEST_CASE("each setting of a file has one key", "[settings][R-SET-01]") {
  home const files;
  files->write(
      ".gitconfig",
      "[Trace2]\nnormalTarget=1\nPERFTARGET=2\neventTarget=3\nnormalBrief=4\nperfBrief="
      "5\neventBrief=6\n"
      "eventNesting=7\neventBuffer=14k\nmaxFiles=8\ndestinationDebug=9\nconfigParams=10\nenvVars="
      "11\nmyFormatTarget=12\nredact=13\nredactAll=14\n");
  settings const git{git_settings};
  CHECK(git.text(setting::target("normal")) == "1");
  CHECK(git.text(setting::target("perf")) == "2");
  CHECK(git.text(setting::target("event")) == "3");
  CHECK(git.text(setting::brief("normal")) == "4");
  CHECK(git.text(setting::brief("perf")) == "5");
  CHECK(git.text(setting::brief("event")) == "6");
  CHECK(git.text(setting::nesting("event")) == "7");
  CHECK(git.size(setting::buffer("event")) == 14 * 1024);
  CHECK(git.size(setting::buffer("perf")) == 0);
  CHECK(git.text(setting::max_files()) == "8");
  CHECK(git.text(setting::destination_debug()) == "9");
  CHECK(git.text(setting::config_params()) == "10");
  CHECK(git.text(setting::env_vars()) == "11");
  CHECK(git.text(setting::target("my_format")) == "12");
  CHECK(git.text(setting::redact()).data() == nullptr);
  CHECK(git.text(setting::redact_all()) == "14");
  CHECK(git.text(setting::target("perf_")) == "2");
  CHECK(git.text(setting::target("per")).data() == nullptr);
}

TEST_CASE("a variable that isn't empty beats the files", "[settings][R-SET-02]") {
  home const files;
  files->write(".gitconfig", "[trace2]normalTarget=file\n");
  auto const target_with = [](char const* value) {
    scoped_variable const variable{"GIT_TRACE2", value};
    settings const git{git_settings};
    return std::string{git.text(setting::target("normal"))};
  };
  CHECK(target_with(nullptr) == "file");
  CHECK(target_with("") == "file");
  CHECK(target_with("0") == "0");
  CHECK(target_with("variable") == "variable");
}

TEST_CASE("what nobody has set is absent", "[settings][R-SET-02]") {
  home const files;
  settings const own{settings_source{}};
  CHECK(own.text(setting::target("normal")).data() == nullptr);
  scoped_variable const empty{"TRACE2", ""};
  CHECK(settings{settings_source{}}.text(setting::target("normal")).data() == nullptr);
}

TEST_CASE("settings stay as they were read", "[settings][R-SET-03]") {
  home const files;
  std::string const file = files->write("own", "[trace2]perfTarget=file\n");
  scoped_variable const variable{"TRACE2", "first"};
  std::string source_file = file;
  std::string prefix = "TRACE2";
  settings const own{settings_source{.prefix = prefix, .system_file = source_file}};
  prefix.assign(prefix.size(), '#');
  source_file.assign(source_file.size(), '#');
  ::setenv("TRACE2", "second, which is longer", 1);
  ::setenv("TRACE2_EVENT", "later", 1);
  files->write("own", "[trace2]perfTarget=later\nconfigParams=*\n");
  CHECK(own.text(setting::target("normal")) == "first");
  CHECK(own.text(setting::target("perf")) == "file");
  CHECK(own.text(setting::target("event")).data() == nullptr);
  CHECK(own.variable(setting::target("perf")).view() == "TRACE2_PERF");
  CHECK(listed_config(own).empty());
  ::unsetenv("TRACE2_EVENT");
}

TEST_CASE("later files override earlier ones", "[settings][R-SET-04]") {
  home const files;
  scoped_variable const with_system{"GIT_CONFIG_NOSYSTEM", nullptr};
  scoped_variable const system{"GIT_CONFIG_SYSTEM", files / "system"};
  files->write("system", "[trace2]normalTarget=system\nperfTarget=system\neventTarget=system\n");
  files->write(".config/git/config", "[trace2]normalTarget=xdg\nperfTarget=xdg\n");
  files->write(".gitconfig", "[trace2]normalTarget=twice\nnormalTarget=home\n");
  settings const git{git_settings};
  CHECK(git.text(setting::target("normal")) == "home");
  CHECK(git.text(setting::target("perf")) == "xdg");
  CHECK(git.text(setting::target("event")) == "system");

  files->write("elsewhere/git/config", "[trace2]perfTarget=moved\n");
  scoped_variable const moved{"XDG_CONFIG_HOME", files / "elsewhere"};
  CHECK(settings{git_settings}.text(setting::target("perf")) == "moved");
}

TEST_CASE("repository and command line don't set trace2's own keys", "[settings][R-SET-04]") {
  home const files;
  files->write(".git/HEAD", "ref: refs/heads/main\n");
  files->write(".git/config", "[trace2]normalTarget=local\n");
  std::filesystem::create_directories(files / ".git/objects");
  std::filesystem::create_directories(files / ".git/refs");
  scoped_variable const repository{"GIT_DIR", files / ".git"};
  scoped_variable const command{"GIT_CONFIG_PARAMETERS", "'trace2.perftarget'='command'"};
  settings const git{git_settings};
  CHECK(git.text(setting::target("normal")).data() == nullptr);
  CHECK(git.text(setting::target("perf")).data() == nullptr);
}

TEST_CASE("Git's variables move or drop its files", "[settings][R-SET-05]") {
  home const files;
  files->write("system", "[trace2]normalTarget=system\n");
  files->write("global", "[trace2]perfTarget=global\n");
  files->write(".config/git/config", "[trace2]eventTarget=xdg\n");
  files->write(".gitconfig", "[trace2]eventTarget=home\n");
  scoped_variable const system{"GIT_CONFIG_SYSTEM", files / "system"};
  auto const target = [](char const* format) {
    settings const git{git_settings};
    return std::string{git.text(setting::target(format))};
  };
  CHECK(target("normal").empty());
  for (char const* off : {"", "0", "false"}) {
    scoped_variable const with_system{"GIT_CONFIG_NOSYSTEM", off};
    CHECK(target("normal") == "system");
  }
  CHECK(target("event") == "home");
  scoped_variable const global{"GIT_CONFIG_GLOBAL", files / "global"};
  CHECK(target("perf") == "global");
  CHECK(target("event").empty());
  for (char const* none : {"", "/dev/null"}) {
    scoped_variable const no_global{"GIT_CONFIG_GLOBAL", none};
    CHECK(standard_error_of([&] { CHECK(target("event").empty()); }).empty());
  }
}

TEST_CASE("without a home there is no file in it", "[settings][R-SET-06]") {
  home const files;
  std::string const file = files->write("absolute", "[trace2]normalTarget=1\n");
  scoped_variable const no_home{"HOME", nullptr};
  CHECK(standard_error_of([] { settings{git_settings}; }).empty());
  settings const own{settings_source{.user_files = {"relative", file}}};
  CHECK(own.text(setting::target("normal")) == "1");
}

TEST_CASE("a program names its own files", "[settings]") {
  home const files;
  files->write("etc/frob.conf",
               "[trace2]normalTarget=system\nperfTarget=system\neventTarget=system\n");
  files->write(".config/frob/config", "[trace2]perfTarget=xdg\neventTarget=xdg\n");
  files->write(".frobrc", "[trace2]eventTarget=home\n");
  scoped_variable const git_only{"GIT_CONFIG_GLOBAL", "/dev/null"};
  std::string const system_file = files / "etc/frob.conf";
  settings const own{settings_source{.prefix = "FROB_TRACE2",
                                     .system_file = system_file,
                                     .user_files = {"frob/config", "~/.frobrc"}}};
  CHECK(own.text(setting::target("normal")) == "system");
  CHECK(own.text(setting::target("perf")) == "xdg");
  CHECK(own.text(setting::target("event")) == "home");
}

TEST_CASE("a program without files reads none", "[settings]") {
  home const files;
  files->write(".gitconfig", "[trace2]normalTarget=1\nconfigParams=*\n");
  settings const own{settings_source{}};
  CHECK(own.text(setting::target("normal")).data() == nullptr);
  CHECK(listed_config(own).empty());
}

TEST_CASE("a key without value is told, and the default kept", "[settings][R-SET-08]") {
  home const files;
  std::string const path =
      files->write(".gitconfig",
                   "[trace2]\nperfTarget="
                   "1\nperfTarget\nnormalBrief\nunknown\nbinaryMode\nbinarySize\ncontrol\n");
  std::string const diagnostics = standard_error_of([] {
    settings const git{git_settings};
    CHECK(git.text(setting::target("perf")) == "1");
    CHECK_FALSE(git.flag(setting::brief("normal"), false));
  });
  CHECK(diagnostics ==
        "warning: missing value for 'trace2.perftarget' in line 3 of file '" + path +
            "'\nwarning: missing value for 'trace2.normalbrief' in line 4 of file '" + path +
            "'\nwarning: missing value for 'trace2.binarymode' in line 6 of file '" + path +
            "'\nwarning: missing value for 'trace2.binarysize' in line 7 of file '" + path +
            "'\nwarning: missing value for 'trace2.control' in line 8 of file '" + path + "'\n");
}

TEST_CASE("a key with a subsection is none of ours", "[settings][R-SET-08]") {
  home const files;
  files->write(".gitconfig",
               "[trace2 \"x\"]normalTarget=1\n[trace2 \"\"]perfTarget=1\n[trace2.event]target=1\n");
  settings const git{git_settings};
  for (char const* format : {"normal", "perf", "event"})
    CHECK(git.text(setting::target(format)).data() == nullptr);
}

TEST_CASE("a broken file is told once, and the others work", "[settings][R-SET-09]") {
  home const files;
  files->write(".config/git/config", "[trace2]normalTarget=1\nconfigParams=*\n!\nperfTarget=1\n");
  files->write(".gitconfig", "[trace2]eventTarget=1\n");
  std::string const diagnostics = standard_error_of([] {
    settings const git{git_settings};
    CHECK(git.text(setting::target("normal")) == "1");
    CHECK(git.text(setting::target("perf")).data() == nullptr);
    CHECK(git.text(setting::target("event")) == "1");
    CHECK(listed_config(git).find("trace2.eventtarget=1") != std::string::npos);
  });
  CHECK(diagnostics.find("bad config line 3") != std::string::npos);
  CHECK(diagnostics.find('\n') == diagnostics.size() - 1);
}

TEST_CASE("values of files are taken as they are", "[settings][R-SET-10]") {
  home const files;
  files->write(".gitconfig", "[trace2]normalTarget=~/trace\n");
  CHECK(settings{git_settings}.text(setting::target("normal")) == "~/trace");
}

TEST_CASE("included files count, conditional ones don't", "[settings][R-SET-07]") {
  home const files;
  files->write(".gitconfig", "[include]path=more\n[includeIf \"gitdir:/\"]path=other\n");
  files->write("more", "[trace2]normalTarget=more\n");
  files->write("other", "[trace2]normalTarget=other\n");
  CHECK(settings{git_settings}.text(setting::target("normal")) == "more");
}

TEST_CASE("a condition on the URLs of remotes counts, as far as the files tell them",
          "[settings][R-SET-07]") {
  home const files;
  files->write("more", "[trace2]normalTarget=more\n");
  std::string const condition =
      "[includeIf \"hasconfig:remote.*.url:https://h/**\"]path=more\n[trace2]perfTarget=always\n";
  files->write(".gitconfig", condition + "[remote \"a\"]url=https://h/x\n");
  CHECK(settings{git_settings}.text(setting::target("normal")) == "more");
  files->write(".gitconfig", condition + "[remote \"a\"]url=https://i/x\n");
  CHECK(settings{git_settings}.text(setting::target("normal")).empty());
  CHECK(settings{git_settings}.text(setting::target("perf")) == "always");
}

TEST_CASE("flags are truth values, or else absent", "[settings][R-SET-12]") {
  home const files;
  auto const flag_with = [](char const* value, bool fallback) {
    scoped_variable const variable{"TRACE2_PERF_BRIEF", value};
    return settings{settings_source{}}.flag(setting::brief("perf"), fallback);
  };
  for (bool const fallback : {false, true}) {
    CHECK(flag_with("1", fallback));
    CHECK(flag_with("Yes", fallback));
    CHECK_FALSE(flag_with("0", fallback));
    CHECK_FALSE(flag_with("off", fallback));
    CHECK(flag_with("abc", fallback) == fallback);
    CHECK(flag_with("1 ", fallback) == fallback);
    CHECK(flag_with("", fallback) == fallback);
    CHECK(flag_with(nullptr, fallback) == fallback);
  }
  files->write(".gitconfig", "[trace2]perfBrief=\n");
  CHECK(settings{git_settings}.flag(setting::brief("perf"), true));
}

TEST_CASE("secrets are hidden unless the person says otherwise", "[settings][R-SET-13]") {
  home const files;
  auto const redacts_with = [](char const* value) {
    scoped_variable const variable{"TRACE2_REDACT", value};
    return settings{settings_source{}}.redact();
  };
  CHECK(redacts_with(nullptr));
  CHECK(redacts_with("1"));
  CHECK(redacts_with("yes"));
  CHECK_FALSE(redacts_with(""));
  CHECK_FALSE(redacts_with("0"));
  CHECK_FALSE(redacts_with("false"));
  CHECK(standard_error_of([&] { CHECK(redacts_with("maybe")); }) ==
        "warning: unclear value 'maybe' of TRACE2_REDACT\n");
}

TEST_CASE("numbers are used if they are large enough", "[settings][R-SET-14]") {
  home const files;
  auto const nesting_with = [](char const* value) {
    scoped_variable const variable{"TRACE2_EVENT_NESTING", value};
    return settings{settings_source{}}.number(setting::nesting("event"), 1, 2);
  };
  CHECK(nesting_with(nullptr) == 2);
  CHECK(nesting_with("") == 2);
  CHECK(nesting_with("5") == 5);
  CHECK(nesting_with(" +3x") == 3);
  CHECK(nesting_with("0") == 2);
  CHECK(nesting_with("-4") == 2);
  CHECK(nesting_with("true") == 2);
  scoped_variable const debug{"TRACE2_DST_DEBUG", "true"};
  CHECK(settings{settings_source{}}.number(setting::destination_debug(), 0, 0) == 0);
}

TEST_CASE("sizes and words are used if they are clear", "[settings]") {
  home const files;
  auto const size_with = [](char const* value) {
    scoped_variable const variable{"TRACE2_BINARY_SIZE", value};
    return settings{settings_source{}}.size(setting::size("binary"));
  };
  CHECK(size_with(nullptr) == 0);
  CHECK(size_with("4k") == 4096);
  CHECK(size_with("64MiB") == 64 << 20);
  CHECK(size_with("4x") == 0);
  auto const is_ring_with = [](char const* value) {
    scoped_variable const variable{"TRACE2_BINARY_MODE", value};
    return settings{settings_source{}}.is_word(setting::mode("binary"), "ring", "grow");
  };
  CHECK_FALSE(is_ring_with(nullptr));
  CHECK_FALSE(is_ring_with("grow"));
  CHECK(is_ring_with("Ring"));
  CHECK_FALSE(is_ring_with("rings"));
}

TEST_CASE("a person who asks is told of values that mean nothing", "[settings][R-DST-24]") {
  home const files;
  struct {
    char const* variable;
    char const* unclear;
    char const* clear;
    void (*use)(settings const&);
  } const cases[] = {
      {"TRACE2_BRIEF", "maybe", "no",
       [](settings const& from) { from.flag(setting::brief("normal"), true); }},
      {"TRACE2_EVENT_NESTING", "0", " 1x",
       [](settings const& from) { from.number(setting::nesting("event"), 1, 2); }},
      {"TRACE2_MAX_FILES", "few", "0",
       [](settings const& from) { from.number(setting::max_files(), 0, 0); }},
      {"TRACE2_EVENT_BUFFER", "64kx", "0",
       [](settings const& from) { from.size(setting::buffer("event")); }},
      {"TRACE2_BINARY_MODE", "rings", "GROW",
       [](settings const& from) { from.is_word(setting::mode("binary"), "ring", "grow"); }},
  };
  for (auto const& each : cases) {
    INFO(each.variable);
    auto const told_of = [&each](char const* value) {
      scoped_variable const variable{each.variable, value};
      return standard_error_of([&] { each.use(settings{settings_source{}}); });
    };
    CHECK(told_of(each.unclear).empty());
    scoped_variable const debug{"TRACE2_DST_DEBUG", "1"};
    CHECK(told_of(each.unclear) ==
          std::string{"warning: unclear value '"} + each.unclear + "' of " + each.variable + "\n");
    for (char const* const value : {each.clear, "", static_cast<char const*>(nullptr)})
      CHECK(told_of(value).empty());
  }
}

TEST_CASE("what is unclear in a file is told with its place there") {
  home const files;
  std::string const config = files->write("config", "[trace2]\n\n perfBrief = maybe\n");
  scoped_variable const debug{"TRACE2_DST_DEBUG", "1"};
  settings const made{settings_source{.user_files = {config}}};
  CHECK(standard_error_of([&] { made.flag(setting::brief("perf"), false); }) ==
        "warning: unclear value 'maybe' of 'trace2.perfbrief' in line 3 of file '" + config +
            "'\n");
  CHECK(made.place(setting::brief("perf")) ==
        "'trace2.perfbrief' in line 3 of file '" + config + "'");
  CHECK(made.place(setting::destination_debug()).empty());
}

TEST_CASE("a person who asks is told once which settings nobody has read") {
  home const files;
  std::string const config =
      files->write("config", "[trace2]\n binarySize = 1m\n eventRotateAge = 1d\n eventBrief = 1\n");
  scoped_variable const mode{"TRACE2_BINARY_MODE", "ring"};
  scoped_variable const size{"TRACE2_BINARY_SIZE", "2m"};
  scoped_variable const rotated{"TRACE2_PERF_ROTATE_SIZE", "0"};
  scoped_variable const nesting{"TRACE2_EVENT_NESTING", "5"};
  auto const told = [&](auto const& use) {
    settings const made{settings_source{.user_files = {config}}};
    return standard_error_of([&] { use(made), made.tell_idle(); });
  };
  auto const nothing = [](settings const&) {};
  CHECK(told(nothing).empty());
  scoped_variable const debug{"TRACE2_DST_DEBUG", "1"};
  std::string const said = told(nothing);
  CAPTURE(said);
  CHECK(std::count(said.begin(), said.end(), '\n') == 6);
  std::string const in_file = " of file '" + config + "'";
  for (std::string const& name :
       {std::string{"TRACE2_BINARY_MODE"}, std::string{"TRACE2_BINARY_SIZE"},
        std::string{"TRACE2_EVENT_NESTING"}, "'trace2.binarysize' in line 2" + in_file,
        "'trace2.eventrotateage' in line 3" + in_file, "'trace2.eventbrief' in line 4" + in_file})
    CHECK(said.find("warning: " + name + " has no effect: ") != said.npos);
  CHECK(told([](settings const& from) { from.tell_idle(); }) == said);
  CHECK(told([](settings const& from) {
          // The variable is used, which leaves the entry nothing to say.
          from.size(setting::size("binary"));
          from.text(setting::mode("binary"));
          from.text(setting::of("event", "rotate_age"));
          from.text(setting::nesting("event"));
          from.text(setting::brief("event"));
        }).empty());
}

TEST_CASE("names that may mean something to others are told of recordings and rotation only") {
  home const files;
  auto const told = [](settings_source const& source) {
    settings const made{source};
    return standard_error_of([&] { made.tell_idle(); });
  };
  for (std::string const prefix : {"FROB_TRACE2", "FROB", "GIT_TRACE2"}) {
    CAPTURE(prefix);
    scoped_variable const debug{prefix + "_DST_DEBUG", "1"};
    scoped_variable const other{prefix + "_OTHER", "1"};
    scoped_variable const longer{prefix + "S", "1"};
    scoped_variable const mode{prefix + "_BINARY_MODE", "ring"};
    std::string const said =
        told(prefix == "GIT_TRACE2" ? git_settings : settings_source{.prefix = prefix});
    CHECK(said.find(prefix + "_BINARY_MODE has no effect") != said.npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == (prefix == "FROB_TRACE2" ? 2 : 1));
    CHECK((said.find(prefix + "_OTHER has no effect") != said.npos) == (prefix == "FROB_TRACE2"));
  }
}

TEST_CASE("parameters are listed by any of the patterns, once", "[settings][R-PAR-03][R-SET-15]") {
  home const files;
  scoped_variable const patterns{"TRACE2_CONFIG_PARAMS", "core.* , ,REMOTE.*.URL,core.b*"};
  settings const own{settings_source{}};
  CHECK(own.is_listed("core.bare"));
  CHECK(own.is_listed("remote.a.b.url"));
  CHECK(own.is_listed("Remote.X.Url"));
  CHECK_FALSE(own.is_listed("user.name"));
  CHECK_FALSE(settings{git_settings}.is_listed("core.bare"));
}

TEST_CASE("the own files are listed under the own prefix", "[settings][R-PAR-02]") {
  home const files;
  std::string const system_file =
      files->write("system", "[frob]level=1\n[trace2]configParams=frob.*\n");
  files->write(".config/frob/config", "[frob]level=2\nlevel\nlevel=\n[other]a=b\n");
  settings const own{settings_source{.system_file = system_file, .user_files = {"frob/config"}}};
  CHECK(listed_config(own) ==
        "system frob.level=1\nglobal frob.level=2\nglobal frob.level\nglobal frob.level=\n");
}

TEST_CASE("hostile files are listed in linear time", "[settings][R-PAR-02]") {
  home const files;
  scoped_variable const listed{"TRACE2_CONFIG_PARAMS", "frob.*"};
  CHECK(support::takes_linear_time(500, [&files](std::size_t size) {
    std::string text = "[trace2]\n";
    for (std::size_t i = 0; i < size; ++i) text += "a=1\n";
    settings const own{settings_source{.system_file = files->write("system", text)}};
    REQUIRE(listed_config(own).empty());
  }));
}

TEST_CASE("variables are listed in order, if they have a value", "[settings][R-PAR-06][R-SET-15]") {
  home const files;
  scoped_variable const list{"TRACE2_ENV_VARS",
                             " TRACE2_TEST_B,TRACE2_TEST_A ,TRACE2_TEST_C,, TRACE2_TEST_D"};
  scoped_variable const a{"TRACE2_TEST_A", "1"};
  scoped_variable const b{"TRACE2_TEST_B", "2"};
  scoped_variable const empty{"TRACE2_TEST_C", ""};
  scoped_variable const absent{"TRACE2_TEST_D", nullptr};
  CHECK(listed_variables(settings{settings_source{}}) ==
        "command TRACE2_TEST_B=2\ncommand TRACE2_TEST_A=1\n");
  CHECK(listed_variables(settings{git_settings}).empty());
}

TEST_CASE("the listing is that of the installed Git",
          "[settings][R-PAR-02][R-PAR-03][R-PAR-04][R-PAR-05]") {
  if (!support::has_git()) return;
  home const files;
  std::filesystem::create_directories(files / "work/sub");
  REQUIRE(support::run(files / "work",
                       "git init -q . && git config a.local 1 && git config a.Sub.key '' && "
                       "git remote add origin https://h/x")
              .code == 0);
  // Some versions of Git crash when they list a setting without a value.
  bool const lists_all = support::run(files / "work",
                                      "GIT_TRACE2=/dev/null GIT_TRACE2_CONFIG_PARAMS='*' "
                                      "git -c a.flag status >/dev/null 2>&1")
                             .code == 0;
  if (!lists_all) support::skip("the installed git crashes at settings without a value");
  std::string const none = lists_all ? "" : "''";
  scoped_variable const with_system{"GIT_CONFIG_NOSYSTEM", nullptr};
  scoped_variable const system{
      "GIT_CONFIG_SYSTEM",
      files->write("system",
                   std::string{lists_all ? "[a]system" : "[a]system="} + "\n[include]path=more\n")};
  files->write("more", "[A \"More\"]Key = \"x  y\" # z\n");
  files->write(".config/git/config", "[a]xdg=1\n");
  files->write(".gitconfig",
               "[a]home=1\n[b]c=d\n[includeIf \"gitdir:/nowhere/\"]path=more\n"
               "[includeIf \"gitdir:~/work/\"]path=here\n"
               "[includeIf \"hasconfig:remote.*.url:https://h/**\"]path=by_url\n"
               "[includeIf \"hasconfig:remote.*.url:https://other/**\"]path=more\n"
               "[include]path=%(prefix)/.." +
                   (files / "prefixed") +
                   "\n"
                   "[include]path=~" +
                   name_of_user() + "/trace2-missing\n");
  files->write("by_url", "[a]url=1\n");
  files->write("prefixed", "[a]prefixed=1\n");
  files->write("here", "[a]here=1\n");
  scoped_variable const count{"GIT_CONFIG_COUNT", "1"};
  scoped_variable const key{"GIT_CONFIG_KEY_0", "A.Count"};
  scoped_variable const value{"GIT_CONFIG_VALUE_0", "1"};
  scoped_variable const parameters{"GIT_CONFIG_PARAMETERS",
                                   "'a.flag'=" + none + " 'A.Q.x'='it'\\''s'"};

  std::filesystem::path const before = std::filesystem::current_path();
  std::filesystem::current_path(files / "work/sub");
  for (char const* patterns :
       {"*", "a.*", "A.*.[k]EY", "?.[hx]*,b.c", "*.key,*.KEY", "core.*,none", "["}) {
    CAPTURE(patterns);
    scoped_variable const listed{"GIT_TRACE2_CONFIG_PARAMS", patterns};
    // Git before 2.49 shows "(null)" for a missing value.
    std::string const git =
        support::run(files / "work/sub",
                     "GIT_TRACE2=1 GIT_TRACE2_BRIEF=1 git status 2>&1 >/dev/null | sed -n "
                     "'s/^def_param scope://p' | sed 's/=(null)$//'")
            .output;
    CHECK(listed_config(settings{git_settings}) == git);
  }
  std::filesystem::current_path(before);
}

TEST_CASE("errno is as before", "[settings]") {
  home const files;
  scoped_variable const patterns{"GIT_TRACE2_CONFIG_PARAMS", "*"};
  errno = EDOM;
  settings const git{git_settings};
  CHECK(errno == EDOM);
  support::entry_log log;
  errno = EDOM;
  git.for_each_listed_config(log);
  CHECK(errno == EDOM);
}

}  // namespace settings_test
