// Defines what settings_help.hpp, wrapped_words.hpp and nearest_name.hpp declare.
#include "options/settings_help.hpp"

#include <trace2/settings/setting.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "options/nearest_name.hpp"
#include "options/wrapped_words.hpp"
#include "system/characters.hpp"

namespace trace2::program {

// ---- settings_help.hpp ----

namespace {

constexpr std::array<std::string_view, 4> all_targets{"normal", "perf", "event", "binary"};
constexpr std::span<std::string_view const> every_target{all_targets};
constexpr auto text_targets = every_target.first(3);
constexpr auto event_target = every_target.subspan(2, 1);
constexpr auto binary_target = every_target.last(1);

/// A setting of each of these targets; of the program where there is none.
struct documented_setting {
  std::span<std::string_view const> targets;
  setting (*of)(std::string_view target);
  std::string_view value;
  std::string_view fallback;
  std::string_view example;
  std::string_view meaning;
};

template <setting (*Of)() noexcept>
setting of_program(std::string_view) {
  return Of();
}

constexpr documented_setting documented_settings[] = {
    {text_targets, &setting::target, "destination", "off", "TRACE2_EVENT=/var/tmp/traces",
     "Where to write the format: /path appends to a file, or makes a file for each process in a "
     "directory; 1 is standard error, 2 to 9 that descriptor, af_unix:/path a socket; 0 is off."},
    {binary_target, &setting::target, "path", "off", "TRACE2_BINARY=/var/tmp/frob.recording",
     "The absolute path of a recording, or of a directory for recordings."},
    {binary_target, &setting::mode, "grow or ring", "grow", "TRACE2_BINARY_MODE=ring",
     "A ring keeps the newest events of each thread."},
    {binary_target, &setting::size, "size", "256m; 4m in a ring", "TRACE2_BINARY_SIZE=1g",
     "The size of a recording; in a ring, of each thread."},
    {binary_target, [](std::string_view target) { return setting::of(target, "trigger"); },
     "list of triggers", "none", "TRACE2_BINARY_TRIGGER='region>50ms,error'",
     "When to keep the ring of a recording, in programs that include trace2/trigger.hpp."},
    {text_targets, &setting::brief, "truth value", "no", "TRACE2_PERF_BRIEF=1",
     "Leave out time and place."},
    {every_target, &setting::filter, "categories", "all",
     "TRACE2_EVENT_FILTER='index,dir/read,!*/debug*'", "The categories to show."},
    {text_targets, &setting::buffer, "size", "0", "TRACE2_EVENT_BUFFER=64k",
     "How much each thread holds back, to the first event of any thread after a second: 0, or from "
     "4k to 1m."},
    {every_target, [](std::string_view target) { return setting::of(target, "rotate_size"); },
     "size", "never", "TRACE2_EVENT_ROTATE_SIZE=10m",
     "Begin a new file when it has so many bytes, in programs that include trace2/rotation.hpp: "
     "/path becomes /path.1, which becomes /path.2. Of the targets in directories only recordings "
     "rotate."},
    {every_target, [](std::string_view target) { return setting::of(target, "rotate_age"); },
     "length of time", "never", "TRACE2_EVENT_ROTATE_AGE=1d",
     "Begin a new file at each multiple of that time since 1970 in UTC, of a second at least."},
    {every_target, [](std::string_view target) { return setting::of(target, "rotate_keep"); },
     "number", "5", "TRACE2_EVENT_ROTATE_KEEP=20", "How many such files stay, 1000 at most."},
    {event_target, &setting::nesting, "number", "2", "TRACE2_EVENT_NESTING=10",
     "The deepest regions that EVENT shows. 10 shows where the time of Git goes."},
    {{},
     [](std::string_view) { return setting{{"control"}, {"control"}}; },
     "truth value",
     "what the program says",
     "TRACE2_CONTROL=1",
     "Whether \"trace2 attach\" may switch targets, in programs that include trace2/control.hpp."},
    {{},
     &of_program<&setting::sample>,
     "number",
     "1",
     "TRACE2_SAMPLE=100",
     "Trace one in so many process trees."},
    {{},
     &of_program<&setting::max_files>,
     "number",
     "0, no limit",
     "TRACE2_MAX_FILES=10000",
     "Make no further file in a directory that has so many."},
    {{},
     &of_program<&setting::destination_debug>,
     "number",
     "0",
     "TRACE2_DST_DEBUG=1",
     "1: say on standard error why a target is off, which values mean nothing, and which settings "
     "have no effect, as they are misspelt or their target is off. Of a prefix that does not end "
     "in "
     "TRACE2, and of Git's, these are settings of recordings and of rotation only."},
    {{},
     &of_program<&setting::config_params>,
     "patterns",
     "none",
     "TRACE2_CONFIG_PARAMS='core.*,remote.*.url'",
     "Show these keys of configuration files with the first name of the command."},
    {{},
     &of_program<&setting::env_vars>,
     "names",
     "none",
     "TRACE2_ENV_VARS=PATH,LANG",
     "Show these variables of the environment with the first name of the command."},
    {{},
     &of_program<&setting::redact>,
     "truth value",
     "yes",
     "TRACE2_REDACT=0",
     "Hide passwords and tokens in arguments, parameters and errors."},
    {{},
     &of_program<&setting::redact_all>,
     "truth value",
     "no",
     "TRACE2_REDACT_ALL=1",
     "Hide passwords and tokens in data, messages and regions, too."},
    {{},
     &of_program<&setting::thread_ids>,
     "truth value",
     "no",
     "TRACE2_THREAD_IDS=1",
     "Show the system's number of each thread that says its name, as a datum trace2/tid."},
    {{},
     &of_program<&setting::parent_sid>,
     "session id",
     "none",
     "",
     "The library sets it for children: the session of the process above."},
    {{},
     &of_program<&setting::parent_name>,
     "text",
     "none",
     "",
     "The library sets it for children: the names of the commands above."},
};

std::string variable_of(setting const& what) {
  std::string name = "TRACE2";
  for (std::string_view const word : what.words) {
    if (!word.empty()) name += '_';
    for (char const c : word) name += is_letter(c) || is_digit(c) ? to_upper(c) : '_';
  }
  return name;
}

/// The key of a file, in the spelling of the manual: "maxFiles", "eventNesting". Empty: none.
std::string key_of(setting const& what) {
  auto const [target, own] = what.key;
  if (target.empty()) return {};
  if (what.has_key("destinationdebug")) return "destinationDebug";  // the variable says "dst"
  std::string const spelt =
      own.empty() ? std::string{what.words[0]} : std::string{target} + '_' + std::string{own};
  std::string key;
  bool is_capital = false;
  for (char const c : spelt) {
    if (c != '_') key += is_capital ? to_upper(c) : c;
    is_capital = c == '_';
  }
  return key;
}

/// The names of a setting, of each target that has it.
std::string names_of(documented_setting const& each, std::string (*name_of)(setting const&)) {
  if (each.targets.empty()) return name_of(each.of({}));
  std::string list;
  for (std::string_view const target : each.targets)
    list += (list.empty() ? "" : ", ") + name_of(each.of(target));
  return list;
}

}  // namespace

std::string settings_help() {
  std::string text =
      "The person who runs a program chooses its traces by these variables, or by keys\n"
      "in section trace2 of its configuration files. A variable that is not empty wins.\n"
      "Another prefix than TRACE2 is the program's choice; Git's is GIT_TRACE2.\n"
      "A truth value is true, yes, on, false, no, off or a number. A size is a number,\n"
      "with a unit such as k, m or g; a length of time one with us, ms, s, m, h or d.\n";
  auto const add = [&text](std::string_view title, std::string_view words) {
    if (words.empty()) return;
    text += title;
    append_words(text, words, title.size(), title.size());
    text += '\n';
  };
  for (documented_setting const& each : documented_settings) {
    text += '\n';
    add("", names_of(each, variable_of));
    add("    key      ", names_of(each, key_of));
    add("    value    ", each.value);
    add("    default  ", each.fallback);
    add("    example  ", each.example);
    add("    meaning  ", each.meaning);
  }
  return text;
}

// ---- wrapped_words.hpp ----

void append_words(std::string& text, std::string_view words, std::size_t from, std::size_t at) {
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t const end = std::min(words.find(' ', begin), words.size());
    std::size_t gap = at < from ? from - at : at > from ? 1 : 0;
    if (at + gap + end - begin > help_width && at != 0) {
      text += '\n';
      at = 0;
      gap = from;
    }
    text.append(gap, ' ').append(words, begin, end - begin);
    at += gap + end - begin;
    begin = end + 1;
  }
}

// ---- nearest_name.hpp ----

std::size_t typing_errors(std::string_view word, std::string_view name) {
  std::vector<std::vector<std::size_t>> of(word.size() + 1,
                                           std::vector<std::size_t>(name.size() + 1));
  for (std::size_t i = 0; i <= word.size(); ++i)
    for (std::size_t j = 0; j <= name.size(); ++j) {
      if (i == 0 || j == 0) {
        of[i][j] = i + j;
        continue;
      }
      bool const is_same = word[i - 1] == name[j - 1];
      of[i][j] = std::min({of[i - 1][j] + 1, of[i][j - 1] + 1, of[i - 1][j - 1] + !is_same});
      if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
        of[i][j] = std::min(of[i][j], of[i - 2][j - 2] + 1);
    }
  return of[word.size()][name.size()];
}

std::string nearest_name(std::string_view word, std::vector<std::string> const& names) {
  constexpr std::size_t longest = 30;  // letters of a word that may be a name
  std::string nearest;
  if (word.size() > longest) return nearest;
  std::size_t least = word.size() / 3 + 1;
  for (std::string const& name : names)
    if (std::size_t const errors = typing_errors(word, name); errors < least) {
      least = errors;
      nearest = name;
    }
  return nearest;
}

}  // namespace trace2::program
