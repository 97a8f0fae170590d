// Secrets in a list of arguments that are known by the argument in front of them: `--token X` for
// every program. The options of well-known programs are in program_options.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Goes through the arguments of one command, the program's name first, or through the words of a
/// text in which commands may stand. Lifetime: borrows each argument until the next one.
class option_secrets {
 public:
  enum class source : bool { arguments, prose };

  explicit option_secrets(redaction_rules const& rules, source from = source::arguments) noexcept
      : rules_{&rules}, is_prose_{from == source::prose} {}

  redaction_rules const& rules() const noexcept { return *rules_; }

  /// True if the next argument is a command line for a shell.
  bool expects_command_line(std::string_view argument) const noexcept {
    return rules_->programs != nullptr &&
           rules_->programs->expects_command_line(program_, option_, argument);
  }

  /// The part of the next argument that is a secret because of the arguments before it. The rest of
  /// it may still hold secrets of other kinds.
  [[gnu::noinline, gnu::cold]] stretch next(std::string_view argument) noexcept {
    std::string_view const option = option_;
    option_ = {};
    bool const is_option = argument.size() > 1 && argument[0] == '-';
    if (!option.empty() && !argument.starts_with('-')) return value_of(option, argument);
    if (!is_option) {
      see_word(argument);
      return {};
    }
    if (argument.find('=') == argument.npos) option_ = argument;
    return rules_->programs == nullptr ? stretch{}
                                       : rules_->programs->attached_to(program_, argument);
  }

 private:
  /// The value of an option in the next argument.
  [[gnu::cold]] stretch value_of(std::string_view option, std::string_view value) noexcept {
    program_rules const* const programs = rules_->programs;
    if (programs == nullptr || !is_prose_ || !programs->continues_sentence(value)) {
      stretch secret{0, value.size()};
      if (announces_secret(option)) return secret;
      if (programs != nullptr && programs->takes_secret(program_, option, value, secret))
        return secret;
    }
    see_word(value);
    return {};
  }

  static bool announces_secret(std::string_view option) noexcept {
    return option.size() > 2 && !option.starts_with("--no-") &&
           (secret_contexts(option) & in_assignment) != 0;
  }

  /// A word that may be a program, a command of it or a setting. Behind an option it is the value,
  /// or a word like others if the option takes none.
  [[gnu::noinline, gnu::cold]] void see_word(std::string_view word) noexcept {
    if (rules_->programs != nullptr) rules_->programs->see(program_, word, is_prose_);
    if (!is_prose_) see_setting(word);
  }

  /// A setting whose value follows, as in `git config user.password X`.
  void see_setting(std::string_view word) noexcept {
    if (is_configuring_ && (secret_contexts(word) & in_assignment) != 0) option_ = word;
    if (word == "config" || word == "configure" || word == "set") is_configuring_ = true;
  }

  redaction_rules const* rules_;
  std::string_view option_;
  program_in_use program_;
  bool is_prose_ = false;
  bool is_configuring_ = false;  ///< behind a command that changes settings
};

/// Appends an argument as it may be shown; false, and nothing appended, if all of it may be.
[[gnu::cold]] inline bool redact_argument(option_secrets& options, std::string_view argument,
                                          buffer& out, redactor hide) noexcept {
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
