// Runs everything that reads the settings of a program on any bytes. It must come to an end, keep
// to its grammars, and be the same for the same bytes.
#pragma once

#include <trace2/control/protocol.hpp>
#include <trace2/process/redaction/redact.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/trigger_rules.hpp>
#include <trace2/settings/config_parser.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/settings/git_command_line.hpp>
#include <trace2/settings/git_config.hpp>
#include <trace2/settings/own_config.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include <stdlib.h>

namespace fuzz {

/// Whether keys are as entries have them: behind the last dot, if any, a name in lower case.
inline bool is_key(std::string_view key) {
  std::string_view const name = key.substr(key.rfind('.') + 1);
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return trace2::detail::is_key_char(c) && trace2::detail::to_lower(c) == c;
  });
}

inline bool parse_config(std::string_view bytes) {
  bool holds = true;
  trace2::detail::config_parser entries{bytes};
  // A subsection may hold a NUL, which ends the key.
  while (entries.next())
    holds = holds && (is_key(entries.key()) || bytes.find('\0') != bytes.npos) &&
            entries.value().find('\0') == std::string_view::npos;
  trace2::detail::git_parameter_list parameters{bytes};
  while (parameters.next()) {
    trace2::buffer key;
    trace2::detail::append_canonical_key(key, parameters.key());
  }
  return holds;
}

/// The bytes as the value of each setting that has a grammar.
inline bool parse_values(std::string_view bytes) {
  std::size_t unclear = 0;
  auto const read = [&] {
    auto const wanted = trace2::parse_destination(bytes);
    trace2::event_filter const filter{bytes};
    trace2::detail::trigger_rules const rules{bytes, [&](std::string_view) { ++unclear; }};
    return static_cast<std::uint64_t>(wanted.kind) + (filter.wants("index", "refresh") ? 16u : 0u) +
           (rules.find("index", "refresh", 1'000'000'000) != nullptr ? 32u : 0u) +
           static_cast<std::uint64_t>(rules.after) +
           static_cast<std::uint64_t>(trace2::parse_size(bytes)) +
           static_cast<std::uint64_t>(trace2::detail::leading_number(bytes)) +
           static_cast<std::uint64_t>(trace2::detail::parse_truth(bytes));
  };
  return read() == read() && unclear <= 2 * bytes.size();
}

/// A word of the language of `trace2 attach` means what was said; a misspelt one means nothing.
inline bool speak(std::string_view bytes) {
  namespace protocol = trace2::control_protocol;
  trace2::buffer word;
  trace2::buffer meaning;
  protocol::append_word(word, bytes);
  bool const is_one_word = word.view().find_first_of(" \n") == std::string_view::npos;
  bool const is_same = protocol::append_meaning(meaning, word.view()) && meaning.view() == bytes;
  trace2::buffer other;
  protocol::append_meaning(other, bytes);
  return is_one_word && is_same && other.size() <= bytes.size();
}

/// What is hidden is replaced, and all else stays.
inline bool hide_secrets(std::string_view bytes) {
  constexpr std::string_view hidden = "<REDACTED>";
  auto const is_shorter_or_marked = [&](bool is_changed, std::string_view shown) {
    return is_changed ? shown.find(hidden) != shown.npos : shown.empty();
  };
  trace2::redacted_text text;
  bool const is_changed = trace2::redact(trace2::text{bytes}, text);
  trace2::buffer line;
  bool const is_line_changed = trace2::detail::hide_in_command_line(bytes, line, false);
  return is_shorter_or_marked(is_changed, text.view()) &&
         is_shorter_or_marked(is_line_changed, line.view());
}

/// The bytes as a configuration file, which is written at `path`, and up to the first NUL as the
/// variables of a process.
inline bool read_settings(std::string_view bytes, std::string const& path) {
  std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
  std::string const value{bytes.substr(0, bytes.find('\0'))};
  constexpr char const* variables[] = {"FUZZ_TRACE2", "FUZZ_TRACE2_EVENT_FILTER",
                                       "FUZZ_TRACE2_ENV_VARS", "GIT_CONFIG_PARAMETERS"};
  for (char const* const name : variables) ::setenv(name, value.c_str(), 1);
  ::setenv("FUZZ_TRACE2_CONFIG_PARAMS", "*", 1);
  trace2::settings_source const source{
      .prefix = "FUZZ_TRACE2", .system_file = path, .is_git = bytes.size() % 2 == 0};
  bool holds = true;
  {
    using namespace trace2::detail;
    config_access const& config = source.is_git ? git_config_access : own_config;
    trace2::settings const one{source, &config};
    trace2::settings const other{source, &config};
    holds = one.is_same_as(other) && one.text(trace2::setting::target("normal")) == value;
    auto const see = [&](trace2::detail::config_entry const& entry) {
      holds = holds && (is_key(entry.key) || bytes.find('\0') != bytes.npos);
    };
    one.for_each_listed_config(see);
    one.for_each_listed_variable([](trace2::detail::config_entry const&) {});
  }
  for (char const* const name : variables) ::unsetenv(name);
  ::unsetenv("FUZZ_TRACE2_CONFIG_PARAMS");
  return holds;
}

/// Whether all promises hold for these bytes. `path` is that of a file to be overwritten.
inline bool settings_hold(std::string_view bytes, std::string const& path) {
  return parse_config(bytes) && parse_values(bytes) && speak(bytes) && hide_secrets(bytes) &&
         read_settings(bytes, path);
}

}  // namespace fuzz
