// Secrets in the options of programs whose options are well known: `-p X` and `-u user:X`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secretive_program.hpp>
#include <trace2/process/redaction/secretive_program_table.hpp>

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

class known_programs final : public program_rules {
 public:
  bool expects_command_line(program_in_use const& program, std::string_view option,
                            std::string_view argument) const noexcept override {
    if (program.known == nullptr || runs_another(program))
      return argument.find(' ') != argument.npos;
    return program.known->runs_lines && option.ends_with('c') && !option.starts_with("--");
  }

  bool takes_secret(program_in_use const& program, std::string_view option, std::string_view value,
                    stretch& secret) const noexcept override {
    secretive_program const& known = known_of(program);
    std::size_t const letter = letter_of(known, option);
    bool const is_letter = letter + 1 == option.size();
    if (is_letter && takes(program, known.passwords, option[letter])) return true;
    if (!is_user_option(known, option) &&
        !(is_letter && takes(program, known.users, option[letter])))
      return false;
    secret = password_of_user(value, 0);
    return true;
  }

  stretch attached_to(program_in_use const& program,
                      std::string_view option) const noexcept override {
    constexpr std::string_view user = "--user=";
    secretive_program const& known = known_of(program);
    if (option.size() < 3) return {};
    if (option[1] == '-')
      return known.has_users() && option.starts_with(user) ? password_of_user(option, user.size())
                                                           : stretch{};
    std::size_t const letter = letter_of(known, option);
    if (letter + 1 == option.size()) return {};
    if (takes(program, known.attached, option[letter])) return {letter + 1, option.size()};
    return takes(program, known.users, option[letter]) ? password_of_user(option, letter + 1)
                                                       : stretch{};
  }

  void see(program_in_use& program, std::string_view word, bool is_prose) const noexcept override {
    if (program.known == nullptr || is_prose || runs_another(program))
      return see_program(program, word, is_prose);
    program.is_behind_command |= word == text_of(program.known->command);
    program.is_running |= !word.empty() && word == text_of(program.known->runs);
  }

  bool continues_sentence(std::string_view word) const noexcept override {
    for (sentence_word const& candidate : sentence_words)
      if (candidate.word == word) return true;
    return false;
  }

 private:
  static secretive_program const& known_of(program_in_use const& program) noexcept {
    return program.known == nullptr ? no_program : *program.known;
  }

  static bool runs_another(program_in_use const& program) noexcept {
    return known_of(program).runs_another || program.is_running;
  }

  /// The place of the letter that may take a value: the first one that is no flag. `npos` in words
  /// without such letters.
  static std::size_t letter_of(secretive_program const& known, std::string_view option) noexcept {
    if (option[0] != '-' || option[1] == '-') return option.npos;
    std::string_view const flags = text_of(known.flags);
    std::size_t at = 1;
    while (at + 1 < option.size() && flags.find(option[at]) != flags.npos) ++at;
    return at;
  }

  static bool takes(program_in_use const& program, std::string_view letters, char letter) noexcept {
    return letters.find(letter) != letters.npos &&
           (known_of(program).command == program_word::none || program.is_behind_command);
  }

  static bool is_user_option(secretive_program const& known, std::string_view option) noexcept {
    return known.has_users() &&
           (option == "--user" || option == "--proxy-user" || option == "--auth");
  }

  /// The text behind the first colon, percent sign or comma that ends the name of the user.
  static stretch password_of_user(std::string_view text, std::size_t from) noexcept {
    constexpr byte_set user_end{":%,"};
    return {user_end.find(text, from) + 1, text.size()};
  }

  /// Among the arguments of a program that runs another one, only a known program counts: they may
  /// be a duration, a host or the name of a container.
  static void see_program(program_in_use& program, std::string_view word, bool is_prose) noexcept {
    if (program.known != nullptr && word.find('=') != word.npos) return;  // a variable for env
    secretive_program const& found = program_at(word);
    if (&found == &no_program && (program.known != nullptr || is_prose)) return;
    program = {.known = &found};
  }
};

inline constexpr known_programs all_known_programs;

}}}  // namespace trace2::v0::detail
