// The files in which a listener keeps what it receives: bounded by size and age.
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "../owned_descriptor.hpp"
#include "gzip_copy.hpp"
#include "limits.hpp"
#include "losses.hpp"
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program::listening {

struct keeping {
  std::string directory{};
  std::uint64_t most_bytes = std::uint64_t{1024} * mebibyte;
  std::int64_t most_age = std::int64_t{30} * 24 * 3'600;  ///< seconds
};

/// Writes lines to files of a directory, named by the day in local time and a number:
/// 2000-01-31-0001.event; 10000 follows 9999. Each day, each 64 MiB and each run begins a file;
/// those before are compressed, and the oldest ones go when all together are too large or when they
/// are too old.
///
/// What has been written survives a crash of this program, though not one of the system.
class kept_files {
 public:
  kept_files(keeping how, losses& lost) : how_{std::move(how)}, lost_{lost} {}
  kept_files(kept_files const&) = delete;
  kept_files& operator=(kept_files const&) = delete;

  /// Takes the directory, which is made if it is missing. Empty, or the reason why it can't be had.
  std::string open() {
    if (::mkdir(how_.directory.c_str(), 0700) != 0 && errno != EEXIST) return std::strerror(errno);
    directory_.reset(::open(how_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory_) return std::strerror(errno);
    // A lock on the directory itself leaves no file in it.
    if (::flock(directory_.get(), LOCK_EX | LOCK_NB) != 0)
      return errno == EWOULDBLOCK ? "another trace2 keeps its files there" : std::strerror(errno);
    for (std::string const& name : names())
      if (name.ends_with(plain_end)) unpacked_.push_back(name);
    return begin_file() ? std::string{} : std::strerror(errno);
  }

  /// Writes whole lines.
  void write(std::string_view lines) {
    if (size_ >= most_of_file || clock::now() >= end_of_file_) reopen();
    if (is_torn_ && put("\n")) is_torn_ = false;
    if (file_ && !is_torn_ && put(lines)) return;
    lost_.add(loss::unkept, file_ ? std::strerror(errno) : "there is no file", lines.size());
  }

  /// Begins another file.
  void reopen() {
    if (file_ && size_ == 0)
      ::unlinkat(directory_.get(), name_.c_str(), 0);
    else if (file_)
      unpacked_.push_back(name_);
    begin_file();
    prune();
  }

  /// Whether there is work for `step`.
  bool has_work() const noexcept { return copy_ != nullptr || !unpacked_.empty(); }
  /// Does a part of the work that can wait.
  void step() {
    if (copy_ == nullptr && !unpacked_.empty()) {
      copy_ = std::make_unique<gzip_copy>(directory_.get(), unpacked_.front());
      unpacked_.pop_front();
    }
    if (copy_ == nullptr || copy_->step()) return;
    copy_.reset();
    prune();
  }

  /// Ends the last file, which is compressed by the next run. An empty one goes.
  void end() {
    copy_.reset();
    if (file_ && size_ == 0) ::unlinkat(directory_.get(), name_.c_str(), 0);
    file_.reset();
    prune();
  }

 private:
  using clock = std::chrono::system_clock;

  static constexpr std::string_view plain_end = ".event";
  static constexpr std::string_view packed_end = ".event.gz";
  static constexpr std::size_t date_size = std::string_view{"2000-01-31"}.size();
  static constexpr std::size_t least_digits = 4;
  static constexpr std::size_t most_digits = 9;  // as many as each number has room for
  static constexpr std::uint64_t most_of_file = 64 * mebibyte;

  static bool is_ours(std::string_view name) noexcept {
    constexpr std::string_view pattern = "0000-00-00-";
    constexpr std::string_view digits = "0123456789";
    if (name.size() <= pattern.size()) return false;
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (pattern[i] == '-' ? name[i] != '-' : digits.find(name[i]) == digits.npos) return false;
    std::string_view const number = number_in(name);
    std::size_t const size = number.size();
    bool const is_number =
        number.find_first_not_of(digits) == number.npos &&
        (size == least_digits || (size > least_digits && size <= most_digits && number[0] != '0'));
    std::string_view const end = name.substr(pattern.size() + size);
    return is_number && (end == plain_end || end == packed_end);
  }
  static std::string_view number_in(std::string_view name) noexcept {
    std::string_view const rest = name.substr(date_size + 1);
    return rest.substr(0, rest.find('.'));
  }
  /// By day and number, however many digits that has.
  static bool is_older(std::string_view one, std::string_view other) noexcept {
    auto const place = [](std::string_view name) {
      return std::tuple{name.substr(0, date_size), number_in(name).size(), name};
    };
    return place(one) < place(other);
  }

  /// The files of this kind, the oldest first.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    int const fd = ::openat(directory_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::DIR* const all = fd < 0 ? nullptr : ::fdopendir(fd);
    if (all == nullptr) return found;
    while (::dirent const* const entry = ::readdir(all))
      if (is_ours(entry->d_name)) found.emplace_back(entry->d_name);
    ::closedir(all);
    std::sort(found.begin(), found.end(), is_older);
    return found;
  }

  bool begin_file() {
    file_.reset();
    size_ = 0;
    is_torn_ = false;
    std::time_t const now = clock::to_time_t(clock::now());
    std::tm local{};
    ::localtime_r(&now, &local);
    char day[date_size + 1];
    std::strftime(day, sizeof day, "%Y-%m-%d", &local);
    unsigned number = 1;
    for (std::string const& name : names())
      if (name.starts_with(day)) number = number_of(name) + 1;
    ++local.tm_mday;
    local.tm_hour = local.tm_min = local.tm_sec = 0;
    local.tm_isdst = -1;
    end_of_file_ = clock::from_time_t(std::mktime(&local));
    char suffix[32];
    std::snprintf(suffix, sizeof suffix, "-%04u", number);
    name_ = std::string{day}.append(suffix).append(plain_end);
    file_.reset(::openat(directory_.get(), name_.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    // A full disk may have room again.
    if (!file_) end_of_file_ = clock::now() + std::chrono::seconds{1};
    return bool{file_};
  }

  static unsigned number_of(std::string_view name) noexcept {
    unsigned number = 0;
    for (char const c : number_in(name)) number = number * 10 + static_cast<unsigned>(c - '0');
    return number;
  }

  bool put(std::string_view bytes) {
    while (!bytes.empty()) {
      ::ssize_t const done = ::write(file_.get(), bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return false;
      size_ += static_cast<std::size_t>(done);
      bytes.remove_prefix(static_cast<std::size_t>(done));
      is_torn_ = !bytes.empty();
    }
    return true;
  }

  /// Removes the oldest files, as long as there is too much or they are too old.
  void prune() const {
    std::vector<std::string> const all = names();
    std::vector<struct ::stat> files(all.size());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (::fstatat(directory_.get(), all[i].c_str(), &files[i], AT_SYMLINK_NOFOLLOW) == 0)
        sum += static_cast<std::uint64_t>(files[i].st_size);
    std::time_t const oldest =
        clock::to_time_t(clock::now()) - static_cast<std::time_t>(how_.most_age);
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool const is_too_old = files[i].st_mtime < oldest;
      if (all[i] == name_ || (!is_too_old && sum <= how_.most_bytes)) continue;
      if (::unlinkat(directory_.get(), all[i].c_str(), 0) == 0)
        sum -= static_cast<std::uint64_t>(files[i].st_size);
    }
  }

  keeping how_;
  losses& lost_;
  owned_descriptor directory_;
  owned_descriptor file_;
  std::string name_;
  std::uint64_t size_ = 0;
  bool is_torn_ = false;             ///< the file ends in the middle of a line
  clock::time_point end_of_file_{};  ///< the end of its day, or the next attempt to make one
  std::deque<std::string> unpacked_;
  std::unique_ptr<gzip_copy> copy_;
};

}  // namespace trace2_program::listening
