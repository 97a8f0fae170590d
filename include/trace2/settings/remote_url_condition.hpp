// The condition `hasconfig:remote.*.url:…` of Git's `includeIf`: it looks at the URLs of all
// remotes, wherever in the configuration they stand. So the configuration is read twice.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/text/glob.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Adds this condition to others. Reads the whole configuration when the condition is first met,
/// and only then. Lifetime: the callables must outlive it.
class remote_url_condition {
 public:
  /// Reads the files and variables that count.
  using read_all = function_ref<void(config_reader&)>;

  [[gnu::noinline]] explicit remote_url_condition(read_all read,
                                config_reader::condition others = no_condition_holds) noexcept
      : read_{read}, others_{others} {}

  /// True if the condition `text` of an `includeIf` in `file` holds.
  bool operator()(std::string_view text, std::string_view file) noexcept {
    std::string_view pattern = text;
    if (!take_remote_url_keyword(pattern)) return others_(text, file);
    if (!has_read_) collect();
    glob const wanted{pattern, letter_case::significant, slashes::separating};
    for (std::string_view const url : urls_)
      if (wanted.matches(url)) return true;
    return false;
  }

  /// True when memory ran out: a file may have been left out.
  bool failed() const noexcept { return failed_; }

 private:
  /// Files that the condition would include don't count: they must not hold such URLs.
  [[gnu::cold]] void collect() noexcept {
    has_read_ = true;
    auto const keep = [this](config_entry const& entry) {
      if (is_remote_url(entry)) urls_.push_back(texts_.keep(entry.value));
    };
    auto const holds = [this](std::string_view text, std::string_view file) {
      return !take_remote_url_keyword(text) && others_(text, file);
    };
    config_reader first_pass{keep, config_reader::problems::known, holds};
    read_(first_pass);
    failed_ = first_pass.failed() || texts_.failed() || urls_.failed();
  }

  read_all read_;
  config_reader::condition others_;
  text_store texts_;
  basic_buffer<std::string_view> urls_;
  bool has_read_ = false;
  bool failed_ = false;
};

}}}  // namespace trace2::v0::detail
