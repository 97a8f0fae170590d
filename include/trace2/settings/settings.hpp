// The settings of the person who runs the program: environment variables and configuration files,
// whose names the program chooses. They are read once; hostile or broken files never stop the
// program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/text/glob.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/settings/config_access.hpp>
#include <trace2/settings/raw_settings.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/settings/setting.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/settings_source.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The settings of one program, as they were when this object was made (R-SET-03). Lifetime: texts
/// live as long as the object. Threads: any number at the same time. Cost: one walk through the
/// environment, and one reading of the files that the source names.
class settings {
 public:
  /// `config` reads the files; without it none is read.
  [[gnu::cold]] explicit settings(settings_source const& source,
                                  detail::config_access const* config = nullptr,
                                  changed_setting const* changes = nullptr,
                                  std::size_t change_count = 0) noexcept
      : config_{config} {
    detail::errno_guard const guard;
    detail::cancellation_guard const uncancelled;
    source_ = {.prefix = texts_.keep(source.prefix),
               .system_file = texts_.keep(source.system_file),
               .user_files = {texts_.keep(source.user_files[0]), texts_.keep(source.user_files[1])},
               .is_git = source.is_git};
    for (std::size_t i = 0; i < change_count; ++i)
      variables_.add(texts_.keep(changes[i].variable), texts_.keep(changes[i].value));
    // The parent's variables are no settings, and an earlier session changes them.
    auto const parent_sid = variable(setting::parent_sid());
    auto const parent_name = variable(setting::parent_name());
    detail::for_each_variable(source_.prefix, [&](std::string_view name, std::string_view value) {
      if (name == parent_sid.view() || name == parent_name.view()) return;
      variables_.add(texts_.keep(name), texts_.keep(value));
    });
    auto const keep = [&](detail::config_entry const& entry) { keep_entry(entry); };
    if (config != nullptr) has_read_all_ = config->read(source_, keep);
  }

  /// A copy of those settings with changes; reads nothing anew. In control/derived_settings.hpp.
  settings(settings const& before, changed_setting const* changes, std::size_t count) noexcept;

  /// False when memory ran out: some settings are missing, and one of them may hide secrets.
  bool is_complete() const noexcept {
    return has_read_all_ && !texts_.failed() && variables_.is_complete() && entries_.is_complete();
  }

  /// The reader of the configuration files; null if none was read.
  detail::config_access const* config() const noexcept { return config_; }
  /// Where the settings came from. Lifetime: that of the object.
  settings_source const& source() const noexcept { return source_; }

  /// True if the other settings say the same, and come from the same source.
  [[gnu::cold]] bool is_same_as(settings const& other) const noexcept {
    return config_ == other.config_ && are_same(source_, other.source_) &&
           variables_.is_same_as(other.variables_) && entries_.is_same_as(other.entries_);
  }

  /// The variable if it's set and not empty, else the entry of a file, else null (R-SET-02).
  [[gnu::cold]] std::string_view text(setting const& what) const noexcept {
    auto const* const variable = find(what);
    return variable == nullptr ? std::string_view{} : variable->value;
  }
  /// `'trace2.KEY' in line N of file 'F'` if a file has given what `text` returns; else empty.
  [[gnu::cold]] std::string_view place(setting const& what) const noexcept {
    auto const* const variable = find(what);
    return variable == nullptr ? std::string_view{} : variable->place;
  }

  // Each call of the following four says on standard error if the setting has a value that it
  // can't use, to a person who asks for such faults (`destination_debug`).

  /// A truth value; `fallback` if the setting is absent, empty or unclear (R-SET-12).
  bool flag(setting const& what, bool fallback) const noexcept {
    std::string_view const value = text(what);
    if (value.empty()) return fallback;
    detail::truth const parsed = detail::parse_truth(value);
    return parsed != detail::truth::unclear ? parsed == detail::truth::yes
                                            : (tell_unclear(what), fallback);
  }

  /// The number at the beginning of the text, 0 without one; `fallback` if the setting is absent or
  /// the number is less than `least` (R-SET-14).
  int number(setting const& what, int least, int fallback) const noexcept {
    std::string_view const value = text(what);
    if (value.empty()) return fallback;
    int const parsed = detail::leading_number(value);
    if (parsed < least || !detail::signed_digits{value}.begins_number()) tell_unclear(what);
    return parsed < least ? fallback : parsed;
  }

  /// A number of bytes, see `parse_size`; 0 if the setting is absent or no number of bytes.
  std::uint64_t size(setting const& what) const noexcept {
    std::string_view const value = text(what);
    std::int64_t const parsed = parse_size(value);
    if (parsed < 0 && !value.empty()) tell_unclear(what);
    return parsed < 0 ? 0 : static_cast<std::uint64_t>(parsed);
  }

  /// True if the setting is `word`, in any case, and not the `usual` one.
  bool is_word(setting const& what, std::string_view word, std::string_view usual) const noexcept {
    std::string_view const value = text(what);
    bool const is_wanted = detail::equal_ignoring_case(value, word);
    if (!is_wanted && !value.empty() && !detail::equal_ignoring_case(value, usual))
      tell_unclear(what);
    return is_wanted;
  }

  /// Says on standard error that the value of a setting means nothing, to a person who asks.
  [[gnu::cold]] void tell_unclear(setting const& what) const noexcept {
    if (diagnoses()) warn_of_unclear(what);
  }
  /// True if TRACE2_DST_DEBUG asks for diagnostics on standard error.
  bool diagnoses() const noexcept {
    return detail::leading_number(text(setting::destination_debug())) > 0;
  }

  /// Says which settings nobody has asked for, each once, to a person who asks for such faults. Of
  /// names that may mean something to others, those of recordings and of rotation only: Git has
  /// settings that are none here, and `FROB_…` may be anything of a program's, or `FROB_TRACE2_…`.
  [[gnu::cold]] void tell_idle() const noexcept {
    if (!diagnoses()) return;
    // Asked for in a session that traces. The last one is the tool's.
    for (setting const& each :
         {setting::sample(), setting::max_files(), setting::config_params(), setting::env_vars(),
          setting::redact(), setting::redact_all(), setting::thread_ids(), setting{{"pager"}}})
      text(each);
    std::string_view const prefix = source_.prefix;
    bool const is_all = !source_.is_git && prefix.ends_with("TRACE2");
    variables_.tell_idle(prefix, is_all ? "_" : "_BINARY", "_ROTATE_");
    entries_.tell_idle({}, source_.is_git ? "binary" : "", "rotate");
  }

  /// True if secrets are hidden: yes by default, no for an empty variable. An unclear variable
  /// means yes, and each call warns of it on standard error (R-SET-13).
  [[gnu::cold]] bool redact() const noexcept {
    auto const* const variable = find_variable(setting::redact());
    if (variable == nullptr || variable->value.data() == nullptr) return true;
    detail::truth const parsed = detail::parse_truth(variable->value);
    if (parsed == detail::truth::unclear) warn_of_unclear(setting::redact());
    return parsed != detail::truth::no;
  }

  /// The full name of the setting's variable: for diagnostics, and to set it for children.
  [[gnu::cold]] detail::variable_name variable(setting const& what) const noexcept {
    detail::variable_name name{source_.prefix};
    for (std::string_view const word : what.words) name.append_word(word);
    return name;
  }

  /// True for a key that the person wants to see as a parameter (R-PAR-03, R-PAR-08).
  bool is_listed(std::string_view key) const noexcept {
    return is_among(text(setting::config_params()), key);
  }

  using parameter_receiver = detail::function_ref<void(detail::config_entry const&)>;

  /// Calls `use` with each listed entry of the configuration files, in their order. With Git's
  /// settings the files of the repository and the worktree and the command line follow (R-PAR-02).
  /// Cost: reads all files again, unless no key is listed.
  void for_each_listed_config(parameter_receiver use) const noexcept {
    std::string_view const listed = text(setting::config_params());
    if (listed.empty() || config_ == nullptr) return;
    detail::errno_guard const guard;
    detail::cancellation_guard const uncancelled;
    config_->read_again(source_, [&](detail::config_entry const& entry) {
      if (is_among(listed, entry.key)) use(entry);
    });
  }

  /// Calls `use` with each listed variable that is set and not empty now, in the order of the list
  /// (R-PAR-06).
  void for_each_listed_variable(parameter_receiver use) const noexcept {
    detail::for_each_item(text(setting::env_vars()), ',', [&](std::string_view name) {
      std::string_view const value = detail::get_variable(name);
      if (!value.empty()) use({name, value, scope::command, {}, 0});
    });
  }

 private:
  static constexpr std::string_view section = "trace2.";

  [[gnu::noinline]] static bool is_among(std::string_view patterns, std::string_view key) noexcept {
    bool is_match = false;
    detail::for_each_item(patterns, ',', [&](std::string_view pattern) {
      is_match = is_match || detail::glob{pattern, detail::letter_case::ignored}.matches(key);
    });
    return is_match;
  }

  [[gnu::cold]] void warn_of_unclear(setting const& what) const noexcept {
    if (auto const* const entry = find(what); entry != nullptr)
      detail::warn({"unclear value '", entry->value, "' of ", entry->shown_name()});
  }

  [[gnu::cold]] void keep_entry(detail::config_entry const& entry) noexcept {
    std::string_view name = entry.key;
    if (!name.starts_with(section)) return;
    name.remove_prefix(section.size());
    if (name.find('.') != name.npos) return;
    buffer place;
    detail::append_parts(place, {"'", entry.key, "' in line "});
    place.append_decimal(entry.line);
    detail::append_parts(place, {" of file '", entry.file, "'"});
    if (entry.value.data() == nullptr) return complain_of_no_value(name, place.view());
    entries_.add(texts_.keep(name), texts_.keep(entry.value), texts_.keep(place.view()));
  }

  [[gnu::cold]] static void complain_of_no_value(std::string_view name,
                                                 std::string_view place) noexcept {
    constexpr std::string_view known[] = {
        "target",     "brief",    "nesting",          "filter",       "buffer",
        "size",       "mode",     "trigger",          "rotateage",    "sample",
        "rotatekeep", "maxfiles", "destinationdebug", "configparams", "envvars",
        "control",    "redactall"};
    for (std::string_view const ending : known)
      if (name.ends_with(ending)) return detail::warn({"missing value for ", place});
  }

  static bool are_same(settings_source const& one, settings_source const& other) noexcept {
    auto const is_same = [](std::string_view a, std::string_view b) { return a == b; };
    return one.is_git == other.is_git && is_same(one.prefix, other.prefix) &&
           is_same(one.system_file, other.system_file) &&
           is_same(one.user_files[0], other.user_files[0]) &&
           is_same(one.user_files[1], other.user_files[1]);
  }

  [[gnu::cold]] detail::raw_settings::entry const* find(setting const& what) const noexcept {
    auto const* const of_variable = find_variable(what);
    auto const* const of_file =
        entries_.last([&](std::string_view name) { return what.has_key(name); });
    return of_variable == nullptr || of_variable->value.empty() ? of_file : of_variable;
  }
  detail::raw_settings::entry const* find_variable(setting const& what) const noexcept {
    detail::variable_name const name = variable(what);
    return variables_.first([&](std::string_view each) { return each == name.view(); });
  }

  detail::config_access const* config_ = nullptr;
  detail::text_store texts_;
  settings_source source_;
  detail::raw_settings variables_;
  detail::raw_settings entries_;
  bool has_read_all_ = true;
};

}}  // namespace trace2::v0
