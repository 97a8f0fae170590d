// Messages on disk that nobody has accepted yet.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/value/sha256.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "otlp_http/message.hpp"
#include "system/owned_descriptor.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program::otlp_http {

/// A directory of messages for one receiver, each in a file that is complete or absent. Several
/// processes may add messages at the same time; one sends them. A message whose sender is killed
/// between the answer and the removal of the file is sent twice, with the same ids.
class spool {
 public:
  /// `directory`: empty for no spool. Each URL has a directory of its own inside of it, because
  /// another receiver is another recipient. `limit`: bytes of all its messages.
  spool(std::string const& directory, std::uint64_t limit, std::string_view url);

  std::string const& path() const noexcept { return path_; }

  /// Keeps a message, which has failed so often. Returns why it can't; empty on success.
  std::string put(message const& what, std::uint64_t failures = 0);

  /// A message in a file, and what its name and date tell.
  struct entry {
    std::string name;
    std::uint64_t size = 0;
    std::time_t since = 0;       ///< when it was kept
    std::uint64_t failures = 0;  ///< attempts to send it that failed, perhaps because of itself
    bool is_own = false;         ///< this object has kept it

    /// Others go first, so that a message that no receiver accepts keeps none of them waiting.
    bool goes_last() const noexcept { return failures >= few; }

   private:
    static constexpr std::uint64_t few = 3;
  };

  /// What becomes of a message. One that stays keeps the others waiting, unless it goes last.
  enum class fate : unsigned char { removed, stays, fails };

  /// Hands the messages to `use(message, entry)`, the oldest first, and then those that go last,
  /// until one keeps the others waiting. Counts failures. Does nothing while another process does
  /// so. Calls `tell(text)` about files that look like messages and are none.
  template <class Use, class Tell>
  void send(Use const& use, Tell const& tell) {
    if (path_.empty()) return;
    owned_descriptor const lock{
        ::open((path_ + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!lock && errno != ENOENT)
      tell("the spool " + path_ + ": " + std::strerror(errno) + "; what waits there stays");
    if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return;
    remove_partial();
    std::vector<std::string> useless;
    for (entry const& known : entries(&useless)) {
      std::string problem;
      std::optional<message> const found = read(known, problem);
      if (!found) {
        useless.push_back(known.name + " (" + problem + ")");
        continue;
      }
      fate const of = use(*found, known);
      if (of == fate::fails) note_failure(known);
      if (of != fate::removed && !known.goes_last()) break;
      if (of == fate::removed && ::unlink((path_ + "/" + known.name).c_str()) != 0) {
        tell("the spool " + path_ + ": " + std::strerror(errno) + "; what waits there stays");
        break;
      }
    }
    if (!useless.empty())
      tell("the spool " + path_ + " has " + std::to_string(useless.size()) +
           (useless.size() == 1 ? " entry that is no message" : " entries that are no messages") +
           ", and stays so until somebody removes " + (useless.size() == 1 ? "it" : "them") + ": " +
           useless.front());
  }

 private:
  static std::string name_of(std::string_view url);

  static constexpr std::string_view partial_end = ".partial";
  static constexpr std::uint64_t longest_message = std::uint64_t{64} << 20;

  static bool is_message(std::string_view name) noexcept;

  /// 0, or the errno value of the first directory that is missing and can't be made.
  int make_directories() const;

  /// Names sort by age.
  std::string own_name() const;
  bool is_own(std::string_view name) const;
  std::string name_of(message const& what, std::uint64_t failures) const;

  /// The numbers behind the first dots of a name: items, and failures if there were some.
  static std::pair<std::uint64_t, std::uint64_t> numbers_in(std::string_view name) noexcept;

  void note_failure(entry const& of) const;

  /// Those that go last behind the others, each by age. `useless` gets the others that look like
  /// messages.
  std::vector<entry> entries(std::vector<std::string>* useless = nullptr) const;

  /// Nothing, and `problem` says why, where it can't be read.
  std::optional<message> read(entry const& known, std::string& problem) const;

  /// What killed processes have left. Those that live take seconds for a file.
  void remove_partial() const;

  std::string path_;
  std::string began_;  ///< older than the names of its messages
  std::uint64_t limit_;
  std::uint64_t count_ = 0;  ///< of messages that this object has kept
};

}  // namespace trace2::program::otlp_http
