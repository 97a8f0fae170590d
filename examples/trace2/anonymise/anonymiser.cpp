// Defines what anonymiser.hpp, replacements.hpp, anonymous_texts.hpp, anonymous_json.hpp,
// redaction.hpp, privacy.hpp declare.
#include "anonymise/anonymiser.hpp"

#include <trace2/read/append_json.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <memory_resource>

#include "anonymise/anonymous_json.hpp"
#include "anonymise/anonymous_texts.hpp"
#include "anonymise/event_rewriter.hpp"
#include "anonymise/known_names.hpp"
#include "anonymise/privacy.hpp"
#include "anonymise/redaction.hpp"
#include "anonymise/replacements.hpp"
#include "system/characters.hpp"

namespace trace2::program {

// ---- anonymiser.hpp ----

std::string_view anonymiser::sid(std::string_view sid) {
  if (sid != latest_sid_ || anonymous_sid_.empty()) {
    latest_sid_ = sid;
    anonymous_sid_.clear();
    texts_.append_sid(anonymous_sid_, sid);
  }
  return anonymous_sid_;
}

std::string_view anonymiser::thread(std::string_view name) {
  return made(name, &anonymous_texts::append_thread);
}

std::string_view anonymiser::file(std::string_view path) {
  return made(path, &anonymous_texts::append_source);
}

std::string_view anonymiser::event_name(std::string_view name) {
  return made(name, &anonymous_texts::append_name);
}

std::string_view anonymiser::member_name(std::string_view name) {
  return made(name, &anonymous_texts::append_name);
}

read::json_value anonymiser::member(std::string_view name, read::json_value const& value) {
  if (value.kind == read::json_kind::string) {
    json_.clear();
    read::append_json_string(json_,
                             member_text(name, read::json_reader{memory_.resource()}.text(value)));
    return read::scanned(memory_.keep(json_.view()));
  }
  std::string json;
  append_anonymous_json(json, value.text, texts_, memory_.resource());
  return read::scanned(memory_.keep(json));
}

void anonymiser::rewrite(event::exec& event) {
  event.exe = program(event.exe);
  event.argv = command_line(event.argv);
}

void anonymiser::rewrite(event::cmd_ancestry& event) {
  event.ancestry = memory_.changed(
      event.ancestry, [this](std::size_t, std::string_view name) { return program(name); });
}

void anonymiser::rewrite(event::alias& event) {
  event.alias = argument(event.alias);
  event.argv = memory_.changed(event.argv, [this](std::size_t at, std::string_view word) {
    return at == 0 && is_among(known_names::git_commands, word) ? word : argument(word);
  });
}

void anonymiser::rewrite(event::child_start& event) {
  rewrite_member("child_class", event.child_class);
  rewrite_member("hook_name", event.hook_name);
  rewrite_member("cd", event.cd);
  event.argv = event.use_shell ? shell_line(event.argv) : command_line(event.argv);
}

void anonymiser::rewrite(event::def_param& event) {
  event.param = made(event.param, &anonymous_texts::append_setting);
  event.value = value(event.value);
}

std::string_view anonymiser::made(std::string_view text, append_text append) {
  if (text.data() == nullptr) return text;
  scratch_.clear();
  (texts_.*append)(scratch_, text);
  return memory_.keep(scratch_);
}

std::string_view anonymiser::made(std::string_view text, replaced kind) {
  if (text.data() == nullptr) return text;
  scratch_.clear();
  texts_.append(scratch_, kind, text);
  return memory_.keep(scratch_);
}

std::string_view anonymiser::program(std::string_view path, bool is_own) {
  if (path.data() == nullptr) return path;
  scratch_.clear();
  texts_.append_program(scratch_, path, is_own);
  return memory_.keep(scratch_);
}

std::string_view anonymiser::argument(std::string_view text) {
  return made(text, &anonymous_texts::append_argument);
}

std::string_view anonymiser::value(std::string_view text) {
  return made(text, &anonymous_texts::append_value);
}

text_list anonymiser::command_line(text_list argv, bool is_own) {
  std::string_view const subcommand = read::subcommand_of(argv);
  return memory_.changed(argv, [&](std::size_t at, std::string_view word) {
    if (at == 0) return program(word, is_own);
    bool const is_subcommand = word.data() == subcommand.data() && !word.empty();
    if (is_subcommand && is_among(known_names::git_commands, word) &&
        read::program_name(argv.items[0]) == "git")
      return word;
    return argument(word);
  });
}

text_list anonymiser::shell_line(text_list argv) {
  return memory_.changed(argv, [this](std::size_t at, std::string_view word) {
    if (at != 0) return argument(word);
    std::string_view const first = read::first_word(word);
    std::string_view const shown = program(first);
    if (first == word) return shown;
    std::string line{shown};
    texts_.append(line.append(1, ' '), replaced::argument, word);
    return memory_.keep(line);
  });
}

std::string_view anonymiser::member_text(std::string_view name, std::string_view text) {
  for (std::string_view const known :
       {"category", "label", "key", "name", "hierarchy", "ready", "child_class", "evt"})
    if (name == known) return event_name(text);
  if (name == "msg" || name == "fmt") return made(text, replaced::message);
  if (name == "worktree" || name == "cd") return made(text, &anonymous_texts::append_directory);
  if (name == "path") return made(text, &anonymous_texts::append_path);
  if (name == "hook_name")
    return is_among(known_names::git_hooks, text) ? text : made(text, replaced::hook);
  return is_plain_value(text) ? text : made(text, replaced::text);
}

void anonymiser::rewrite_member(std::string_view name, std::string_view& text) {
  if (text.data() != nullptr) text = member_text(name, text);
}

void anonymiser::rewrite_member(std::string_view, std::string& text) {
  if (!is_plain_value(text)) text = made(text, replaced::text);
}

void anonymiser::rewrite_member(std::string_view, text_list& list) {
  list =
      memory_.changed(list, [this](std::size_t, std::string_view text) { return argument(text); });
}

void anonymiser::rewrite_member(std::string_view, data_value& of) {
  of.visit([&]<class Value>(Value const& held) {
    if constexpr (std::is_same_v<Value, text>)
      if (!held.is_absent()) of = text{value(held)};
  });
}

void anonymiser::rewrite_member(std::string_view, json_text& json) {
  if (json.text.is_absent()) return;
  std::string made;
  read::json_value whole;
  if (read::json_scanner{json.text}.pass(whole))
    append_anonymous_json(made, whole.text, texts_, memory_.resource());
  else
    texts_.append(made.append(1, '"'), replaced::value, json.text), made.push_back('"');
  json.text = memory_.keep(made);
}

// ---- replacements.hpp ----

replacements::replacements(std::size_t most, read::keyed_hash const& hash)
    : most_{most}, hash_{hash} {}

void replacements::append(std::string& to, replaced kind, std::string_view original) {
  to.append(name_of(kind)).push_back('-');
  append_number(to, kind, original);
}

std::uint32_t replacements::number_of(replaced kind, std::string_view original) {
  return find(kind, hash_of(kind, original));
}

std::string_view replacements::name_of(replaced kind) noexcept {
  static constexpr std::array<std::string_view, kinds> names{
      "arg",  "path",   "file",    "hook", "host", "key",  "message",
      "name", "option", "program", "sid",  "text", "value"};
  return names[static_cast<std::size_t>(kind)];
}

void replacements::append_number(std::string& to, replaced kind, std::string_view original) {
  std::uint64_t const hash = hash_of(kind, original);
  char digits[20];
  if (std::uint32_t const number = find(kind, hash); number != 0) {
    to.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    return;
  }
  auto const size = static_cast<std::size_t>(
      std::to_chars(digits, digits + sizeof digits, hash, 16).ptr - digits);
  to.push_back('x');
  to.append(16 - size, '0').append(digits, size);
}

std::uint64_t replacements::hash_of(replaced kind, std::string_view original) const noexcept {
  return hash_(original) ^ static_cast<std::uint64_t>(kind) * 0x9e3779b97f4a7c15;
}

std::uint32_t replacements::find(replaced kind, std::uint64_t hash) {
  if (auto const known = numbers_.find(hash); known != numbers_.end()) return known->second;
  if (numbers_.size() >= most_) return 0;
  return numbers_[hash] = ++latest_[static_cast<std::size_t>(kind)];
}

// ---- anonymous_texts.hpp ----

void anonymous_texts::append(std::string& to, replaced kind, std::string_view text) {
  if (!text.empty()) all_.append(to, kind, text);
}

void anonymous_texts::append_name(std::string& to, std::string_view name) {
  if (is_plain_name(name))
    to.append(name);
  else
    append(to, replaced::name, name);
}

void anonymous_texts::append_value(std::string& to, std::string_view value) {
  if (is_plain_value(value))
    to.append(value);
  else
    append(to, replaced::value, value);
}

void anonymous_texts::append_directory(std::string& to, std::string_view path) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  append(to, replaced::directory, path);
}

void anonymous_texts::append_path(std::string& to, std::string_view path) {
  std::size_t const slash = path.rfind('/');
  if (slash != path.npos) append_parent(to, path.substr(0, slash));
  std::string_view const file = path.substr(slash + 1);
  append(to, replaced::file, file);
  std::size_t const dot = file.rfind('.');
  if (dot != file.npos && dot != 0 && is_among(known_names::endings, file.substr(dot + 1)))
    to.append(file.substr(dot));
}

void anonymous_texts::append_program(std::string& to, std::string_view path, bool is_own) {
  std::string_view const name = read::program_name(path);
  std::size_t const name_begin = std::min(path.find_last_of("/\\") + 1, path.size());
  if (name_begin != 0) append_parent(to, path.substr(0, name_begin - 1));
  if (is_known_program(name) || (is_own && is_plain_name(name)))
    to.append(name);
  else
    append(to, replaced::program, name);
}

void anonymous_texts::append_argument(std::string& to, std::string_view argument) {
  if (argument.starts_with('-')) return append_option(to, argument);
  std::size_t const scheme = argument.find("://");
  if (scheme != argument.npos && is_among(known_names::schemes, argument.substr(0, scheme)))
    return append_url(to, argument, scheme + 3);
  if (argument.find('/') != argument.npos) return append_path(to, argument);
  append(to, replaced::argument, argument);
}

void anonymous_texts::append_setting(std::string& to, std::string_view name) {
  std::size_t const first = name.find('.');
  std::size_t const last = name.rfind('.');
  std::string_view const section = name.substr(0, first);
  bool const is_open = first != name.npos && is_among(known_names::open_sections, section);
  if (first == last && !is_open) return append_name(to, name);
  append_name(to, section);
  to.push_back('.');
  if (first == last) return append(to, replaced::name, name.substr(last + 1));
  append(to, replaced::name, name.substr(first + 1, last - first - 1));
  to.push_back('.');
  append_name(to, name.substr(last + 1));
}

void anonymous_texts::append_source(std::string& to, std::string_view file) {
  bool const is_relative = is_source(file);
  to.append(is_relative ? file : file.substr(file.find_last_of("/\\") + 1));
}

void anonymous_texts::append_thread(std::string& to, std::string_view name) {
  bool const is_numbered = name.size() > 5 && name.starts_with("th") && name.find(':') == 4;
  if (is_numbered && !is_plain_name(name.substr(5))) {
    to.append(name.substr(0, 5));
    name.remove_prefix(5);
  }
  append_name(to, name);
}

void anonymous_texts::append_sid(std::string& to, std::string_view sid) {
  for (;;) {
    std::size_t const end = std::min(sid.find('/'), sid.size());
    append_component(to, sid.substr(0, end));
    if (end == sid.size()) return;
    to.push_back('/');
    sid.remove_prefix(end + 1);
  }
}

void anonymous_texts::append_parent(std::string& to, std::string_view directory) {
  append(to, replaced::directory, directory);
  to.push_back('/');
}

void anonymous_texts::append_option(std::string& to, std::string_view option) {
  if (option == "-" || option == "--" || read::takes_next_argument(option)) {
    to.append(option);
  } else {
    to.append("--");
    append(to, replaced::option, option);
  }
}

void anonymous_texts::append_url(std::string& to, std::string_view url, std::size_t host) {
  std::size_t const path = std::min(url.find('/', host), url.size());
  to.append(url.substr(0, host));
  append(to, replaced::host, url.substr(host, path - host));
  if (path == url.size()) return;
  to.push_back('/');
  append(to, replaced::directory, url.substr(path + 1));
}

bool anonymous_texts::is_source(std::string_view file) noexcept {
  return !file.starts_with('/') && file.find("..") == file.npos &&
         file.find_first_of("\\~:@") == file.npos;
}

bool anonymous_texts::is_time(std::string_view text) noexcept {
  constexpr std::string_view seconds = "00000000T000000";
  if (text.size() <= seconds.size() || !text.ends_with('Z')) return false;
  if (!std::equal(seconds.begin(), seconds.end(), text.begin(),
                  [](char as, char c) { return as == '0' ? is_digit(c) : c == as; }))
    return false;
  std::string_view rest = text.substr(seconds.size(), text.size() - seconds.size() - 1);
  if (rest.empty()) return true;
  return rest.front() == '.' && rest.size() <= 10 &&
         std::all_of(rest.begin() + 1, rest.end(), is_digit);
}

bool anonymous_texts::is_word(std::string_view text, char sign) noexcept {
  return text.size() == 9 && text[0] == sign && is_hexadecimal(text.substr(1));
}

bool anonymous_texts::is_hexadecimal(std::string_view text) noexcept {
  return text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

void anonymous_texts::append_component(std::string& to, std::string_view component) {
  std::size_t const first = std::min(component.find('-'), component.size());
  std::size_t const last = component.rfind('-');
  bool const is_dated = is_time(component.substr(0, first));
  if (is_dated && last != component.npos && first < last &&
      is_word(component.substr(last + 1), 'P')) {
    std::string_view const host = component.substr(first + 1, last - first - 1);
    if (host == "Localhost" || is_word(host, 'H')) {
      to.append(component.substr(0, first + 1));
      append_host(to, host);
      to.append(component.substr(last));
      return;
    }
  }
  // Readers take the time from the beginning, and the process id from the end.
  if (is_dated) to.append(component.substr(0, first)).push_back('-');
  append(to, replaced::session, component);
  if (last != component.npos && component.size() - last > 2 && component.size() - last <= 10 &&
      component[last + 1] == 'P' && is_hexadecimal(component.substr(last + 2)))
    to.append(component.substr(last));
}

void anonymous_texts::append_host(std::string& to, std::string_view host) {
  if (host == "Localhost") return void(to.append(host));
  char digits[8];
  auto const size = static_cast<std::size_t>(
      std::to_chars(digits, digits + sizeof digits, all_.number_of(replaced::host, host), 16).ptr -
      digits);
  to.append("H").append(sizeof digits - size, '0').append(digits, size);
}

// ---- anonymous_json.hpp ----

void append_anonymous_json(std::string& to, std::string_view json, anonymous_texts& texts,
                           std::pmr::memory_resource& memory) {
  read::json_reader const reader{memory};
  constexpr std::string_view blanks = " \t\r\n";
  read::special_finder specials;
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const quote = std::min(json.find('"', at), json.size());
    to.append(json.substr(at, quote - at));
    if (quote == json.size()) return;

    bool has_escapes = false;
    char const* const all_end = json.data() + json.size();
    char const* end = specials.next(json.data() + quote + 1, all_end);
    while (end != all_end && *end != '"') {
      has_escapes = has_escapes || *end == '\\';
      end = specials.next(std::min(end + (*end == '\\' ? 2 : 1), all_end), all_end);
    }
    at = std::min(static_cast<std::size_t>(end - json.data()) + 1, json.size());
    read::json_value const string{json.substr(quote, at - quote), read::json_kind::string,
                                  has_escapes};
    std::string_view const text = reader.text(string);
    std::size_t const next = json.find_first_not_of(blanks, at);
    bool const is_name = next != json.npos && json[next] == ':';
    to.push_back('"');
    if (is_name ? is_among(known_names::json_keys, text) : is_among(known_names::json_words, text))
      to.append(text);
    else if (is_name)
      texts.append(to, replaced::key, text);
    else
      texts.append_value(to, text);
    to.push_back('"');
  }
}

// ---- redaction.hpp ----

read::json_value redaction::member(std::string_view name, read::json_value const& value) {
  constexpr std::size_t around = 4;  // {"":
  whole_.clear();
  whole_.append("{\"");
  whole_.append(name);
  whole_.append("\":");
  whole_.append(value.text);
  whole_.append("}");
  std::string_view const shown = json(whole_.view());
  read::json_value changed = value;
  if (shown.data() != whole_.data())
    read::json_scanner{shown.substr(name.size() + around)}.pass(changed);
  return changed;
}

void redaction::rewrite(trace2::event::exec& event) {
  hide(event.exe);
  event.argv = arguments(event.argv);
}

void redaction::rewrite(trace2::event::error& event) {
  hide_in_prose(event.msg);
  hide_in_prose(event.fmt);
}

void redaction::rewrite(trace2::event::def_param& event) {
  if (trace2::announces_secret(event.param) && !event.value.empty())
    event.value = trace2::redaction_mark;
  else
    hide(event.value);
}

void redaction::rewrite(trace2::event::data& event) {
  trace2::text const* const value = event.value.as_text();
  if (value == nullptr) return;
  std::string_view shown = *value;
  // A number below such a key is a count.
  if (!shown.empty() && !is_plain_value(shown) && trace2::announces_secret(event.key))
    shown = trace2::redaction_mark;
  else
    hide(shown);
  event.value = trace2::text{shown};
}

void redaction::rewrite(trace2::event::data_json& event) {
  if (!event.value.text.is_absent()) event.value.text = json(event.value.text);
}

void redaction::hide(std::string_view& text) {
  visible_.clear();
  if (text.data() != nullptr && trace2::redact(text, visible_))
    text = memory_.keep(visible_.view());
}

void redaction::hide_in_region(std::string_view& text) {
  if (text.empty() || text == harmless_) return;
  std::string_view const original = text;
  hide(text);
  if (text.data() == original.data()) harmless_ = original;
}

void redaction::hide_in_prose(std::string_view& text) {
  visible_.clear();
  if (text.data() != nullptr && trace2::redact_prose(text, visible_))
    text = memory_.keep(visible_.view());
}

std::string_view redaction::json(std::string_view text) {
  visible_.clear();
  return trace2::redact_json(text, visible_) ? memory_.keep(visible_.view()) : text;
}

redaction::text_list redaction::arguments(text_list argv) {
  trace2::argument_redaction command;
  return memory_.changed(argv, [&](std::size_t, std::string_view argument) {
    visible_.clear();
    return command.next(argument, visible_) ? memory_.keep(visible_.view()) : argument;
  });
}

// ---- privacy.hpp ----

/// Changes events.
class private_events::change {
 public:
  change() = default;
  change(change const&) = delete;
  change& operator=(change const&) = delete;
  virtual ~change() = default;
  virtual read::occurrence const& of(read::occurrence const& event) = 0;
};

/// The replacement of texts, and the rewriter that shows it the texts.
template <class Texts>
class private_events::change_by final : public change {
 public:
  read::occurrence const& of(read::occurrence const& event) override { return rewriter_(event); }

 private:
  Texts texts_{};
  event_rewriter<Texts> rewriter_{texts_};
};

private_events::private_events(privacy as) {
  if (as == privacy::anonymous) change_ = std::make_unique<change_by<anonymiser>>();
  if (as == privacy::redacted) change_ = std::make_unique<change_by<redaction>>();
}

private_events::~private_events() = default;

read::occurrence const& private_events::shown(read::occurrence const& event) {
  return change_ ? change_->of(event) : event;
}

}  // namespace trace2::program
