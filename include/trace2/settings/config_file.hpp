// Configuration files and the files that they include. Neither their content nor a device or a FIFO
// in their place can stop the program: an error is reported on standard error, and the file or the
// rest of it is left out.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/settings/config_access.hpp>
#include <trace2/settings/config_parser.hpp>
#include <trace2/settings/config_path.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/scope.hpp>

#include <cerrno>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Says why a file that is no regular one can't be read: the negated errno value, 0 for a regular
/// one.
inline int refuse_irregular(file_status const& status) noexcept {
  if (status.is_regular()) return 0;
  return status.is_directory() ? -EISDIR : -EOPNOTSUPP;
}

/// Reads a regular file of at most `limit` bytes; 0, or the negated errno value. Devices such as
/// /dev/null are empty. Neither these nor FIFOs and sockets are opened: that could wait, rewind a
/// tape, or wake the process that writes to a FIFO.
[[gnu::cold]] inline int read_regular_file(char const* path, std::size_t limit,
                                           buffer& bytes) noexcept {
  if (path == nullptr) return -ENOMEM;
  file_status status{};
  if (int const failed = system_calls::status(path, status)) return failed;
  if (status.is_character_device()) return 0;
  if (int const failed = refuse_irregular(status)) return failed;
  int const fd = system_calls::open(path, open_mode::read | open_mode::without_waiting);
  if (fd < 0) return fd;
  auto const read_all = [&]() -> int {
    // Another file may have taken its place.
    if (int const failed = system_calls::status(fd, status)) return failed;
    if (int const failed = refuse_irregular(status)) return failed;
    for (;;) {
      constexpr std::size_t step = 4096;
      if (!bytes.reserve(step)) return -ENOMEM;
      ssize_t const got = system_calls::read(fd, bytes.end(), step);
      if (got <= 0) return static_cast<int>(got);
      bytes.commit(static_cast<std::size_t>(got));
      if (bytes.size() > limit) return -EFBIG;
    }
  };
  int const result = read_all();
  system_calls::close(fd);
  return result;
}

/// An entry that says where a remote repository is: `remote.NAME.url`.
inline bool is_remote_url(config_entry const& entry) noexcept {
  constexpr std::string_view section = "remote.";
  constexpr std::string_view name = ".url";
  return entry.value.data() != nullptr && entry.key.size() > section.size() + name.size() &&
         entry.key.starts_with(section) && entry.key.ends_with(name);
}

/// Takes the keyword of the condition on such URLs off; false if the condition is another one.
inline bool take_remote_url_keyword(std::string_view& condition) noexcept {
  constexpr std::string_view keyword = "hasconfig:remote.*.url:";
  if (!condition.starts_with(keyword)) return false;
  condition.remove_prefix(keyword.size());
  return true;
}

inline constexpr auto no_condition_holds = [](std::string_view, std::string_view) noexcept {
  return false;
};

/// Hands each entry to a receiver, in the order of reading; the entries of an included file come
/// right behind the entry that includes it. Depth, size and number of included files are limited
/// (R-SET-07).
class config_reader {
 public:
  using receiver = function_ref<void(config_entry const&)>;
  /// True if the condition `text` of an `includeIf` in `file` holds.
  using condition = function_ref<bool(std::string_view text, std::string_view file)>;

  /// True if problems are reported on standard error; in a file that was read before they are
  /// known.
  enum class problems { told, known };

  /// Lifetime: the callables must outlive the reader.
  [[gnu::noinline]] explicit config_reader(receiver receive, problems report = problems::told,
                         condition holds = no_condition_holds) noexcept
      : receive_{receive}, holds_{holds}, report_{report} {}

  /// Reads a file; passes over one that is missing or not permitted (R-SET-06).
  void read(std::string_view path, scope where) noexcept {
    begin();
    read_file(path, where);
  }

  /// Takes an entry from elsewhere, and follows an include in it.
  void add(config_entry const& entry) noexcept {
    begin();
    deliver(entry);
  }

  /// Memory ran out for something that should have been read.
  void fail() noexcept { failed_ = true; }
  bool failed() const noexcept { return failed_; }

 private:
  void begin() noexcept {
    room_ = most_bytes;
    depth_ = 0;
    includes_ = true;
    is_by_remote_url_ = false;
  }

  [[gnu::cold]] void read_file(std::string_view path, scope where) noexcept {
    buffer name;
    name.append(path);
    buffer bytes;
    int const failed = read_regular_file(name.c_str(), room_, bytes);
    std::size_t const cost = bytes.size() + cost_of_file;
    room_ = cost < room_ ? room_ - cost : 0;
    if (failed == -ENOMEM) fail();
    if (failed != 0) {
      if (failed != -ENOENT && failed != -ENOTDIR && failed != -EACCES)
        tell({"config file '", path, "' is left out: ", error_text(-failed)});
      return;
    }
    config_parser entries{bytes.view()};
    while (entries.next()) deliver({entries.key(), entries.value(), where, path, entries.line()});
    if (entries.broken()) {
      if (entries.failed()) fail();
      char digits[max_decimal_size];
      buffer line{digits, sizeof digits};  // memory may have run out
      line.append_decimal(entries.line());
      tell({"bad config line ", line.view(), " in file '", path, "'; the rest of it is left out"});
    }
  }

  void deliver(config_entry const& entry) noexcept {
    if (is_by_remote_url_ && is_remote_url(entry))
      return tell({"config '", entry.key, "' in file '", entry.file,
                   "' is left out: the URL of a remote decided on the file"});
    receive_(entry);
    if (!includes_ || entry.value.data() == nullptr) return;
    std::string_view only_if = condition_of(entry.key);
    if (entry.key != "include.path" && (only_if.empty() || !holds_(only_if, entry.file))) return;
    bool const before = is_by_remote_url_;
    is_by_remote_url_ = before || take_remote_url_keyword(only_if);
    include(entry);
    is_by_remote_url_ = before;
  }

  /// The condition of an `includeIf`; empty for all other keys.
  static std::string_view condition_of(std::string_view key) noexcept {
    constexpr std::string_view section = "includeif.";
    constexpr std::string_view name = ".path";
    if (!key.starts_with(section) || !key.ends_with(name)) return {};
    key.remove_prefix(section.size());
    return key.substr(0, key.size() < name.size() ? 0 : key.size() - name.size());
  }

  [[gnu::cold]] void include(config_entry const& entry) noexcept {
    buffer path;
    if (depth_ == most_nested || room_ == 0) {
      // No further include: files that include each other would meet the limit on each path
      // through them.
      includes_ = false;
      tell({"config include '", entry.value, "' goes too far; nothing more is included"});
    } else if (!resolve_path(entry.value, directory_of(entry.file), path)) {
      if (path.failed()) fail();
      tell({"config include '", entry.value, "' leads nowhere"});
    } else {
      ++depth_;
      read_file(path.view(), entry.where);
      --depth_;
    }
  }

  void tell(message_parts parts) const noexcept {
    if (report_ == problems::told) warn(parts);
  }

  static constexpr int most_nested = 10;
  // The limit of one file with all its includes. Each file costs at least `cost_of_file`, which
  // limits the number of files too.
  static constexpr std::size_t most_bytes = std::size_t{4} << 20;
  static constexpr std::size_t cost_of_file = 4096;

  receiver receive_;
  condition holds_;
  problems report_;
  std::size_t room_ = 0;
  int depth_ = 0;
  bool includes_ = true;
  bool failed_ = false;
  bool is_by_remote_url_ = false;  ///< within a file that a condition on URLs includes
};

}}}  // namespace trace2::v0::detail
