// Messages on disk that nobody has accepted yet.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/sha256.hpp>
#include <trace2/read/byte_source.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "../owned_descriptor.hpp"
#include "message.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program::otlp_http {

/// A directory of messages for one receiver, each in a file that is complete or absent. Several
/// processes may add messages at the same time; one sends them. A message whose sender is killed
/// between the answer and the removal of the file is sent twice, with the same ids.
class spool {
 public:
  /// `directory`: empty for no spool. Each URL has a directory of its own inside of it, because
  /// another receiver is another recipient. `limit`: bytes of all its messages.
  spool(std::string const& directory, std::uint64_t limit, std::string_view url) : limit_{limit} {
    if (directory.empty()) return;
    path_ = directory + "/" + name_of(url);
    began_ = own_name();
  }

  std::string const& path() const noexcept { return path_; }

  /// Keeps a message. Returns why it can't; empty on success.
  std::string put(message const& what) {
    if (path_.empty()) return "there is no spool";
    std::string const partial = path_ + "/." + own_name() + std::string{partial_end};
    make_directories();
    std::uint64_t used = 0;
    for (entry const& known : entries()) used += known.size;
    if (used + what.body.size() > limit_)
      return "the spool " + path_ + " is full (" + std::to_string(limit_ >> 20) + " MiB)";
    int const fd = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return path_ + ": " + std::strerror(errno);
    int error = -trace2::read::write_all(fd, what.body);
    if (error == 0 && ::fsync(fd) != 0) error = errno;
    if (::close(fd) != 0 && error == 0) error = errno;
    if (error == 0 && std::rename(partial.c_str(), name_of(what).c_str()) != 0) error = errno;
    if (error != 0) {
      ::unlink(partial.c_str());
      return path_ + ": " + std::strerror(error);
    }
    ++count_;
    return {};
  }

  /// Hands the messages to `use(message, is_own)`, the oldest first, and removes those for which it
  /// returns true, until it returns false. Own are those that this object has kept. Does nothing
  /// while another process does so.
  template <class Use>
  void send(Use const& use) {
    if (path_.empty() || ::access(path_.c_str(), F_OK) != 0) return;
    owned_descriptor const lock{
        ::open((path_ + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return;
    remove_partial();
    for (entry const& known : entries()) {
      std::optional<message> const found = read(known);
      if (!found) continue;
      if (!use(*found, is_own(known.name))) break;
      ::unlink((path_ + "/" + known.name).c_str());
    }
  }

 private:
  static std::string name_of(std::string_view url) {
    trace2::detail::sha256 const digest{url};
    trace2::detail::buffer digits;
    for (std::size_t i = 0; i < 2; ++i)
      trace2::detail::append_hexadecimal(digits, digest.word(i), 8);
    return std::string{digits.view()};
  }

  struct entry {
    std::string name;
    std::uint64_t size = 0;
  };

  static constexpr std::string_view partial_end = ".partial";
  static constexpr std::uint64_t longest_message = std::uint64_t{64} << 20;

  static bool is_message(std::string_view name) noexcept {
    return !name.starts_with('.') &&
           (name.find(".json") != name.npos || name.find(".pb") != name.npos);
  }

  void make_directories() const {
    for (std::size_t at = 0; at != path_.npos;) {
      at = path_.find('/', at + 1);
      ::mkdir(path_.substr(0, at).c_str(), 0700);
    }
  }

  /// Names sort by age.
  std::string own_name() const {
    auto const now = std::chrono::system_clock::now().time_since_epoch();
    std::string time = std::to_string(std::chrono::nanoseconds{now}.count());
    time.insert(0, time.size() < 20 ? 20 - time.size() : 0, '0');
    return time + "-" + std::to_string(::getpid()) + "-" + std::to_string(count_);
  }
  bool is_own(std::string_view name) const {
    return name >= began_ && name.find("-" + std::to_string(::getpid()) + "-") != name.npos;
  }
  std::string name_of(message const& what) const {
    return path_ + "/" + own_name() + "." + std::to_string(what.items) +
           (what.as == encoding::json ? ".json" : ".pb") + (what.is_gzip ? ".gz" : "");
  }

  std::vector<entry> entries() const {
    std::vector<entry> found;
    std::error_code error;
    std::filesystem::directory_iterator at{path_, error};
    for (; !error && at != std::filesystem::directory_iterator{}; at.increment(error)) {
      std::string name = at->path().filename().string();
      struct ::stat of {};
      if (is_message(name) && ::lstat(at->path().c_str(), &of) == 0 && S_ISREG(of.st_mode))
        found.push_back({std::move(name), static_cast<std::uint64_t>(of.st_size)});
    }
    std::sort(found.begin(), found.end(),
              [](entry const& a, entry const& b) { return a.name < b.name; });
    return found;
  }

  std::optional<message> read(entry const& known) const {
    if (known.size > longest_message) return {};
    owned_descriptor const fd{
        ::open((path_ + "/" + known.name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (!fd) return {};
    message found;
    found.body.resize(known.size);
    std::size_t size = 0;
    for (::ssize_t part = 1; part > 0 && size < known.size;
         size += static_cast<std::size_t>(std::max<::ssize_t>(part, 0)))
      part = ::read(fd.get(), found.body.data() + size, known.size - size);
    if (size != known.size) return {};
    std::string_view const name = known.name;
    std::string_view const spans = name.substr(std::min(name.find('.') + 1, name.size()));
    std::from_chars(spans.data(), spans.data() + spans.size(), found.items);
    found.is_gzip = name.ends_with(".gz");
    found.as = name.find(".json") != name.npos ? encoding::json : encoding::protobuf;
    return found;
  }

  /// What killed processes have left. Those that live take seconds for a file.
  void remove_partial() const {
    constexpr std::time_t age = 3'600;
    std::error_code error;
    std::filesystem::directory_iterator at{path_, error};
    for (; !error && at != std::filesystem::directory_iterator{}; at.increment(error)) {
      struct ::stat of {};
      if (at->path().native().ends_with(partial_end) && ::lstat(at->path().c_str(), &of) == 0 &&
          of.st_mtime + age < std::time(nullptr))
        ::unlink(at->path().c_str());
    }
  }

  std::string path_;
  std::string began_;  ///< older than the names of its messages
  std::uint64_t limit_;
  std::uint64_t count_ = 0;  ///< of messages that this object has kept
};

}  // namespace trace2_program::otlp_http
