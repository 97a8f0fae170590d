// Defines what files.hpp, new_files.hpp and unfinished_files.hpp declare, on systems of POSIX.
#include "system/files.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "system/new_files.hpp"
#include "system/posix/ending_signals.hpp"
#include "system/unfinished_files.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program {

namespace {

/// The result of a call that is negative when it has failed.
int result_of(int result) noexcept { return result < 0 ? -errno : result; }

std::optional<file_facts> facts_in(int result, struct ::stat const& of) {
  if (result != 0) return {};
  return file_facts{.is_regular = S_ISREG(of.st_mode),
                    .is_directory = S_ISDIR(of.st_mode),
                    .number = {.device = of.st_dev, .index = {of.st_ino, 0}},
                    .links = of.st_nlink,
                    .is_own = of.st_uid == ::geteuid(),
                    .group = of.st_gid,
                    .permissions = of.st_mode & 07777};
}

/// A mode without what the process masks.
::mode_t unmasked(::mode_t mode) noexcept {
  ::mode_t const mask = ::umask(0);
  ::umask(mask);
  return mode & ~mask;
}

}  // namespace

// ---- files.hpp ----

std::optional<file_facts> facts_of(int fd) {
  struct ::stat status{};
  return facts_in(::fstat(fd, &status), status);
}

std::optional<file_facts> facts_of(std::string const& path) {
  struct ::stat status{};
  return facts_in(::stat(path.c_str(), &status), status);
}

std::optional<file_facts> facts_of_link(std::string const& path) {
  struct ::stat status{};
  return facts_in(::lstat(path.c_str(), &status), status);
}

int open_to_read(std::string const& path, bool waits) {
  int const flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK);
  return result_of(::open(path.c_str(), flags));
}

int open_to_write(std::string const& path, bool follows_link) {
  int const flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (follows_link ? 0 : O_NOFOLLOW);
  return result_of(::open(path.c_str(), flags, 0666));
}

int open_new(std::string const& path, bool is_private) {
  int const flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  return result_of(::open(path.c_str(), flags, is_private ? 0600 : 0666));
}

int close_file(int fd) noexcept { return result_of(::close(fd)); }

std::ptrdiff_t read_at(int fd, char* room, std::size_t size, std::int64_t offset) noexcept {
  return ::pread(fd, room, size, offset);
}

std::int64_t size_of(int fd) noexcept {
  struct ::stat status{};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

int cut_file(int fd, std::int64_t size) noexcept { return result_of(::ftruncate(fd, size)); }

std::int64_t place_in(int fd) noexcept { return ::lseek(fd, 0, SEEK_CUR); }

void go_to_place(int fd, std::int64_t place) noexcept { ::lseek(fd, place, SEEK_SET); }

void become_standard_input(int fd) noexcept { ::dup2(fd, standard_input); }

std::string path_of(int fd) { return "/dev/fd/" + std::to_string(fd); }

bool remove_file(char const* path) noexcept { return ::unlink(path) == 0; }

void remove_directory(char const* path) noexcept { ::rmdir(path); }

// ---- new_files.hpp ----

int make_file(std::string& path, bool appends) {
  return result_of(::mkostemp(path.data(), O_CLOEXEC | (appends ? O_APPEND : 0)));
}

int make_directory(std::string& path) { return ::mkdtemp(path.data()) == nullptr ? -errno : 0; }

int make_usual(int fd) noexcept { return result_of(::fchmod(fd, unmasked(0666))); }

int make_usual(char const* directory) noexcept {
  return result_of(::chmod(directory, unmasked(0777)));
}

bool make_alike(int fd, file_facts const& other) noexcept {
  // A change of the group takes bits of the mode away.
  return ::fchown(fd, static_cast<::uid_t>(-1), other.group) == 0 &&
         ::fchmod(fd, other.permissions) == 0;
}

std::string whole_path(std::string const& path) {
  std::unique_ptr<char, void (*)(void*)> const whole{::realpath(path.c_str(), nullptr), &std::free};
  return whole == nullptr ? std::string{} : std::string{whole.get()};
}

std::string without_separators_behind(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

int move_file(char const* from, char const* to) noexcept {
  return result_of(std::rename(from, to));
}

int move_directory(char const* from, char const* to) noexcept { return move_file(from, to); }

// ---- unfinished_files.hpp ----

namespace {

::sigset_t mask_before_held{};

void end_by(int signal) {
  unfinished_files::remove();
  ::raise(signal);  // it has its default action again
}

}  // namespace

held_ending::held_ending() noexcept {
  ::sigset_t held;
  sigemptyset(&held);
  for (int const signal : ending_signals) sigaddset(&held, signal);
  ::sigprocmask(SIG_BLOCK, &held, &mask_before_held);
}

held_ending::~held_ending() { ::sigprocmask(SIG_SETMASK, &mask_before_held, nullptr); }

void unfinished_files::watch() noexcept {
  for (int const signal : ending_signals) {
    struct ::sigaction before{};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct ::sigaction action{};
    action.sa_handler = &end_by;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace trace2::program
