// The entries that a reader of configuration hands over, as text to compare.
#pragma once

#include <trace2/settings/config_file.hpp>

#include <string>

namespace support {

/// Collects "scope key=value", or "scope key" for a key without value, one per line.
class entry_log {
 public:
  void operator()(trace2::detail::config_entry const& entry) {
    static constexpr char const* scopes[] = {"unknown",  "system",  "global",   "local",
                                             "worktree", "command", "submodule"};
    text_ += scopes[static_cast<int>(entry.where)];
    text_.append(" ").append(entry.key);
    if (entry.value.data() != nullptr) text_.append("=").append(entry.value);
    text_ += '\n';
  }

  std::string const& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace support
