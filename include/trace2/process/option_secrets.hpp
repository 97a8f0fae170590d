// Secrets in a list of arguments that are known by the argument in front of them: `--token X` for
// every program, `-p X` and `-u user:X` for programs whose options are well known.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/secret_name.hpp>
#include <trace2/process/stretch.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A program and those of its options that take a secret. It holds the texts themselves: the
/// compiler evaluates no constructor, and the loader relocates no pointer.
struct secretive_program {
  char name[14];
  char passwords[4]{};        ///< letters of options with a password
  char attached[2]{};         ///< the same where the password follows in the same argument
  char users[3]{};            ///< letters of options with `user:password`
  char command[6]{};          ///< only behind this command of the program
  bool runs_another = false;  ///< its first argument that is no option is another program
  bool runs_lines = false;    ///< behind `-c` it takes a command line

  bool has_users() const noexcept { return users[0] != '\0'; }
};

inline constexpr secretive_program secretive_programs[] = {
    {.name = "7z", .attached = "p"},
    {.name = "7za", .attached = "p"},
    {.name = "7zz", .attached = "p"},
    {.name = "ab", .users = "AP"},
    {.name = "ash", .runs_lines = true},
    {.name = "bash", .runs_lines = true},
    {.name = "bcp", .passwords = "P", .attached = "P"},
    {.name = "buildah", .passwords = "p", .command = "login"},
    {.name = "cqlsh", .passwords = "p"},
    {.name = "curl", .passwords = "b", .users = "uU"},
    {.name = "dash", .runs_lines = true},
    {.name = "docker", .passwords = "p", .command = "login"},
    {.name = "doas", .runs_another = true},
    {.name = "env", .runs_another = true},
    {.name = "helm", .passwords = "p", .command = "login"},
    {.name = "http", .users = "a"},
    {.name = "https", .users = "a"},
    {.name = "ipmitool", .passwords = "P"},
    {.name = "ksh", .runs_lines = true},
    {.name = "ldapadd", .passwords = "w"},
    {.name = "ldapdelete", .passwords = "w"},
    {.name = "ldapmodify", .passwords = "w"},
    {.name = "ldappasswd", .passwords = "wsa"},
    {.name = "ldapsearch", .passwords = "w"},
    {.name = "lftp", .users = "u"},
    {.name = "mariadb", .passwords = "p", .attached = "p"},
    {.name = "mariadb-admin", .passwords = "p", .attached = "p"},
    {.name = "mariadb-dump", .passwords = "p", .attached = "p"},
    {.name = "mongo", .passwords = "p"},
    {.name = "mongodump", .passwords = "p"},
    {.name = "mongoexport", .passwords = "p"},
    {.name = "mongoimport", .passwords = "p"},
    {.name = "mongorestore", .passwords = "p"},
    {.name = "mongosh", .passwords = "p"},
    {.name = "mosquitto_pub", .passwords = "P"},
    {.name = "mosquitto_sub", .passwords = "P"},
    {.name = "mysql", .passwords = "p", .attached = "p"},
    {.name = "mysqladmin", .passwords = "p", .attached = "p"},
    {.name = "mysqlcheck", .passwords = "p", .attached = "p"},
    {.name = "mysqldump", .passwords = "p", .attached = "p"},
    {.name = "mysqlimport", .passwords = "p", .attached = "p"},
    {.name = "mysqlshow", .passwords = "p", .attached = "p"},
    {.name = "ncftpget", .passwords = "p"},
    {.name = "ncftpput", .passwords = "p"},
    {.name = "nerdctl", .passwords = "p", .command = "login"},
    {.name = "nice", .runs_another = true},
    {.name = "nohup", .runs_another = true},
    {.name = "oc", .passwords = "p", .command = "login"},
    {.name = "podman", .passwords = "p", .command = "login"},
    {.name = "redis-cli", .passwords = "a"},
    {.name = "sh", .runs_lines = true},
    {.name = "skopeo", .passwords = "p", .command = "login"},
    {.name = "smbclient", .users = "U"},
    {.name = "snmpget", .passwords = "AX"},
    {.name = "snmpset", .passwords = "AX"},
    {.name = "snmpwalk", .passwords = "AX"},
    {.name = "sqlcmd", .passwords = "P", .attached = "P"},
    {.name = "sshpass", .passwords = "p", .attached = "p", .runs_another = true},
    {.name = "sudo", .runs_another = true},
    {.name = "time", .runs_another = true},
    {.name = "twine", .passwords = "p"},
    {.name = "unzip", .passwords = "P"},
    {.name = "zip", .passwords = "P"},
    {.name = "zsh", .runs_lines = true},
};

/// Goes through the arguments of one command, the program's name first. Lifetime: borrows each
/// argument until the next one.
class option_secrets {
 public:
  /// Whether the next argument is a command line for a shell: behind `sh -c`, or in the place of a
  /// program whose name then has a blank.
  bool expects_command_line(std::string_view argument) const noexcept {
    if (program_ == nullptr) return argument.find(' ') != argument.npos;
    return program().runs_lines && option_.ends_with('c') && !option_.starts_with("--");
  }

  /// The part of the next argument that is a secret because of the arguments before it. The rest of
  /// it may still hold secrets of other kinds.
  stretch next(std::string_view argument) noexcept {
    std::string_view const option = option_;
    option_ = {};
    bool const is_option = argument.size() > 1 && argument[0] == '-';
    if (!option.empty() && !argument.starts_with('-')) return value_of(option, argument);
    if (!is_option) {
      see_word(argument, no_program);
      see_setting(argument);
      return {};
    }
    if (argument.find('=') == argument.npos) option_ = argument;
    return attached_to(argument);
  }

 private:
  /// The value of an option in the next argument.
  stretch value_of(std::string_view option, std::string_view value) noexcept {
    bool const is_long = option.size() > 2;
    if (is_long && (is_negated(option) || (secret_contexts(option) & in_assignment) == 0)) {
      if (is_user_option(option)) return password_of_user(value, 0);
      see_value(value);
      return {};
    }
    if (is_long || takes(program().passwords, option)) return {0, value.size()};
    if (takes(program().users, option)) return password_of_user(value, 0);
    see_value(value);
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
    if (takes(program().attached, option)) return {2, option.size()};
    return takes(program().users, option) ? password_of_user(option, 2) : stretch{};
  }

  bool takes(std::string_view letters, std::string_view option) const noexcept {
    return letters.find(option[1]) != letters.npos &&
           (program().command[0] == '\0' || is_behind_command_);
  }

  bool is_user_option(std::string_view option) const noexcept {
    return program().has_users() &&
           (option == "--user" || option == "--proxy-user" || option == "--auth");
  }

  static bool is_negated(std::string_view option) noexcept { return option.starts_with("--no-"); }

  /// What stands behind the first colon, percent sign or comma that ends the name of the user.
  static stretch password_of_user(std::string_view text, std::size_t from) noexcept {
    std::size_t const end = user_end.find(text, from);
    return {end + 1, text.size()};
  }

  /// A word behind an option is its value, or a word like others if the option takes none.
  void see_value(std::string_view value) noexcept {
    see_word(value, program());
    see_setting(value);
  }

  /// `otherwise` is the program if the word is in the place of one, but is none that is known.
  void see_word(std::string_view word, secretive_program const& otherwise) noexcept {
    if (program_ == nullptr || program_->runs_another) {
      if (program_ != nullptr && word.find('=') != word.npos) return;  // a variable for env
      program_ = &find_program(word.substr(word.rfind('/') + 1), otherwise);
    } else if (word == program_->command) {
      is_behind_command_ = true;
    }
  }

  /// A setting whose value follows, as in `git config user.password X`.
  void see_setting(std::string_view word) noexcept {
    if (is_configuring_ && (secret_contexts(word) & in_assignment) != 0) option_ = word;
    if (word == "config" || word == "configure" || word == "set") is_configuring_ = true;
  }

  static secretive_program const& find_program(std::string_view name,
                                               secretive_program const& otherwise) noexcept {
    for (secretive_program const& known : secretive_programs)
      if (known.name == name) return known;
    return otherwise;
  }

  secretive_program const& program() const noexcept {
    return program_ == nullptr ? no_program : *program_;
  }

  static constexpr byte_set user_end{":%,"};
  static constexpr secretive_program no_program{};

  std::string_view option_;
  secretive_program const* program_ = nullptr;  ///< null in front of the first word
  bool is_behind_command_ = false;
  bool is_configuring_ = false;  ///< behind a command that changes settings
};

}}}  // namespace trace2::v0::detail
