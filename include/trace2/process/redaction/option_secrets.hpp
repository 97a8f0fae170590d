// Secrets in a list of arguments that are known by the argument in front of them: `--token X` for
// every program, `-p X` and `-u user:X` for programs whose options are well known.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/process/redaction/secretive_program.hpp>
#include <trace2/process/redaction/stretch.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Words that follow the name of an option in a sentence about it.
struct sentence_word {
  char word[10];
};
inline constexpr sentence_word sentence_words[] = {
    {"and"}, {"can"},  {"cannot"}, {"expects"}, {"for"},   {"from"},    {"given"},
    {"has"}, {"in"},   {"is"},     {"may"},     {"must"},  {"needs"},   {"not"},
    {"on"},  {"or"},   {"option"}, {"options"}, {"takes"}, {"to"},      {"value"},
    {"was"}, {"when"}, {"with"},   {"without"}, {"are"},   {"requires"}};

/// Goes through the arguments of one command, the program's name first, or through the words of a
/// text in which commands may stand. Lifetime: borrows each argument until the next one.
class option_secrets {
 public:
  enum class source : bool { arguments, prose };

  explicit option_secrets(redaction_rules const& rules, source from = source::arguments) noexcept
      : rules_{&rules}, is_prose_{from == source::prose} {}

  redaction_rules const& rules() const noexcept { return *rules_; }

  /// True if the next argument is a command line for a shell: behind `sh -c`, or in the place of a
  /// program whose name then has a blank.
  bool expects_command_line(std::string_view argument) const noexcept {
    if (program_ == nullptr || runs_another()) return argument.find(' ') != argument.npos;
    return program().runs_lines && option_.ends_with('c') && !option_.starts_with("--");
  }

  /// The part of the next argument that is a secret because of the arguments before it. The rest of
  /// it may still hold secrets of other kinds.
  [[gnu::noinline]] stretch next(std::string_view argument) noexcept {
    std::string_view const option = option_;
    option_ = {};
    bool const is_option = argument.size() > 1 && argument[0] == '-';
    if (!option.empty() && !argument.starts_with('-')) return value_of(option, argument);
    if (!is_option) {
      see_word(argument);
      return {};
    }
    if (argument.find('=') == argument.npos) option_ = argument;
    return attached_to(argument);
  }

 private:
  /// The value of an option in the next argument.
  stretch value_of(std::string_view option, std::string_view value) noexcept {
    if (!is_prose_ || !continues_sentence(value)) {
      if (announces_secret(option)) return {0, value.size()};
      if (is_user_option(option)) return password_of_user(value, 0);
      std::size_t const letter = letter_of(option);
      if (letter + 1 == option.size()) {
        if (takes(program().passwords, option[letter])) return {0, value.size()};
        if (takes(program().users, option[letter])) return password_of_user(value, 0);
      }
    }
    see_word(value);
    return {};
  }

  /// The value behind the letter of an option, in one argument.
  stretch attached_to(std::string_view option) const noexcept {
    constexpr std::string_view user = "--user=";
    if (option.size() < 3) return {};
    if (option[1] == '-')
      return program().has_users() && option.starts_with(user)
                 ? password_of_user(option, user.size())
                 : stretch{};
    std::size_t const letter = letter_of(option);
    if (letter + 1 == option.size()) return {};
    if (takes(program().attached, option[letter])) return {letter + 1, option.size()};
    return takes(program().users, option[letter]) ? password_of_user(option, letter + 1)
                                                  : stretch{};
  }

  static bool announces_secret(std::string_view option) noexcept {
    return option.size() > 2 && !option.starts_with("--no-") &&
           (secret_contexts(option) & in_assignment) != 0;
  }

  /// The place of the letter that may take a value: the first one that is no flag. `npos` in words
  /// without such letters.
  std::size_t letter_of(std::string_view option) const noexcept {
    if (option[0] != '-' || option[1] == '-') return option.npos;
    std::string_view const flags = text_of(program().flags);
    std::size_t at = 1;
    while (at + 1 < option.size() && flags.find(option[at]) != flags.npos) ++at;
    return at;
  }

  bool takes(std::string_view letters, char letter) const noexcept {
    return letters.find(letter) != letters.npos &&
           (program().command == program_word::none || is_behind_command_);
  }

  bool is_user_option(std::string_view option) const noexcept {
    return program().has_users() &&
           (option == "--user" || option == "--proxy-user" || option == "--auth");
  }

  /// The text behind the first colon, percent sign or comma that ends the name of the user.
  static stretch password_of_user(std::string_view text, std::size_t from) noexcept {
    std::size_t const end = user_end.find(text, from);
    return {end + 1, text.size()};
  }

  /// A word that may be a program, a command of it or a setting. Behind an option it is the value,
  /// or a word like others if the option takes none.
  [[gnu::noinline]] void see_word(std::string_view word) noexcept {
    if (program_ == nullptr || is_prose_ || runs_another()) {
      see_program(word);
    } else {
      is_behind_command_ |= word == text_of(program_->command);
      is_running_ |= !word.empty() && word == text_of(program_->runs);
    }
    if (!is_prose_) see_setting(word);
  }

  /// Among the arguments of a program that runs another one, only a known program counts: they may
  /// be a duration, a host or the name of a container.
  void see_program(std::string_view word) noexcept {
    if (program_ != nullptr && word.find('=') != word.npos) return;  // a variable for env
    secretive_program const& program =
        rules_->program_at == nullptr ? no_program : rules_->program_at(word);
    if (&program == &no_program && (program_ != nullptr || is_prose_)) return;
    program_ = &program;
    is_behind_command_ = is_running_ = false;
  }

  /// A setting whose value follows, as in `git config user.password X`.
  void see_setting(std::string_view word) noexcept {
    if (is_configuring_ && (secret_contexts(word) & in_assignment) != 0) option_ = word;
    if (word == "config" || word == "configure" || word == "set") is_configuring_ = true;
  }

  static bool continues_sentence(std::string_view word) noexcept {
    for (sentence_word const& candidate : sentence_words)
      if (candidate.word == word) return true;
    return false;
  }

  bool runs_another() const noexcept { return program().runs_another || is_running_; }

  secretive_program const& program() const noexcept {
    return program_ == nullptr ? no_program : *program_;
  }

  static constexpr byte_set user_end{":%,"};

  redaction_rules const* rules_;
  std::string_view option_;
  secretive_program const* program_ = nullptr;  ///< null in front of the first word
  bool is_prose_ = false;
  bool is_behind_command_ = false;
  bool is_running_ = false;      ///< behind a command that runs another program
  bool is_configuring_ = false;  ///< behind a command that changes settings
};

/// Appends an argument as it may be shown; false, and nothing appended, if all of it may be.
inline bool redact_argument(option_secrets& options, std::string_view argument, buffer& out,
                            redactor hide) noexcept {
  if (hide == nullptr) return false;
  bool const is_line = options.expects_command_line(argument);
  stretch const secret = options.next(argument);
  if (!secret.is_empty()) {
    out.append(argument.substr(0, secret.begin));
    out.append(redacted_mark);
    return true;
  }
  buffer visible;
  auto* const hide_in_line = options.rules().hide_in_command_line;
  if (!is_line || hide_in_line == nullptr || !hide_in_line(argument, visible, false))
    return hide(argument, out);
  if (!hide(visible.view(), out)) out.append(visible.view());
  return true;
}

}}}  // namespace trace2::v0::detail
