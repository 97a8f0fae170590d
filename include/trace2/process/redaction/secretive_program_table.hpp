// Programs whose options are well known to take secrets, by their names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/process/redaction/secretive_program.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr secretive_program secretive_programs[] = {
    {.name = "7z", .attached = "p"},
    {.name = "7za", .attached = "p"},
    {.name = "7zz", .attached = "p"},
    {.name = "ab", .users = "AP"},
    {.name = "ash", .runs_lines = true},
    {.name = "az", .passwords = "p"},
    {.name = "bash", .runs_lines = true},
    {.name = "bcp", .passwords = "P", .attached = "P"},
    {.name = "buildah", .passwords = "p", .attached = "p", .command = program_word::login},
    {.name = "busybox", .runs_another = true},
    {.name = "chroot", .runs_another = true},
    {.name = "chrt", .runs_another = true},
    {.name = "cmd", .runs_another = true},
    {.name = "command", .runs_another = true},
    {.name = "cqlsh", .passwords = "p", .attached = "p"},
    {.name = "curl", .passwords = "b", .users = "uU", .flags = program_word::curl_flags},
    {.name = "dash", .runs_lines = true},
    {.name = "doas", .runs_another = true},
    {.name = "docker",
     .passwords = "p",
     .attached = "p",
     .command = program_word::login,
     .runs = program_word::exec},
    {.name = "eatmydata", .runs_another = true},
    {.name = "env", .runs_another = true},
    {.name = "etcdctl", .users = "u"},
    {.name = "eval", .runs_lines = true},
    {.name = "exec", .runs_another = true},
    {.name = "fakeroot", .runs_another = true},
    {.name = "flock", .runs_another = true, .runs_lines = true},
    {.name = "helm", .passwords = "p", .attached = "p", .command = program_word::login},
    {.name = "http", .users = "a"},
    {.name = "https", .users = "a"},
    {.name = "ionice", .runs_another = true},
    {.name = "ipmitool", .passwords = "P", .attached = "P"},
    {.name = "isql", .passwords = "P", .attached = "P"},
    {.name = "ksh", .runs_lines = true},
    {.name = "kubectl", .runs = program_word::exec},
    {.name = "ldapadd", .passwords = "w", .attached = "w", .flags = program_word::ldap_flags},
    {.name = "ldapdelete", .passwords = "w", .attached = "w", .flags = program_word::ldap_flags},
    {.name = "ldapmodify", .passwords = "w", .attached = "w", .flags = program_word::ldap_flags},
    {.name = "ldappasswd",
     .passwords = "wsa",
     .attached = "w",
     .flags = program_word::ldappasswd_flags},
    {.name = "ldapsearch", .passwords = "w", .attached = "w", .flags = program_word::ldap_flags},
    {.name = "lftp", .users = "u"},
    {.name = "ltrace", .runs_another = true},
    {.name = "mariadb", .passwords = "p", .attached = "p"},
    {.name = "mariadb-admin", .passwords = "p", .attached = "p"},
    {.name = "mariadb-dump", .passwords = "p", .attached = "p"},
    {.name = "mongo", .passwords = "p", .attached = "p"},
    {.name = "mongodump", .passwords = "p", .attached = "p"},
    {.name = "mongoexport", .passwords = "p", .attached = "p"},
    {.name = "mongoimport", .passwords = "p", .attached = "p"},
    {.name = "mongorestore", .passwords = "p", .attached = "p"},
    {.name = "mongosh", .passwords = "p", .attached = "p"},
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
    {.name = "nerdctl",
     .passwords = "p",
     .attached = "p",
     .command = program_word::login,
     .runs = program_word::exec},
    {.name = "nice", .runs_another = true},
    {.name = "nohup", .runs_another = true},
    {.name = "oc",
     .passwords = "p",
     .attached = "p",
     .command = program_word::login,
     .runs = program_word::exec},
    {.name = "openssl", .passwords = "kK", .command = program_word::enc},
    {.name = "p4", .passwords = "P", .attached = "P"},
    {.name = "podman",
     .passwords = "p",
     .attached = "p",
     .command = program_word::login,
     .runs = program_word::exec},
    {.name = "powershell", .runs_another = true},
    {.name = "pwsh", .runs_another = true},
    {.name = "redis-cli", .passwords = "a"},
    {.name = "rpcclient", .users = "U"},
    {.name = "runuser", .runs_lines = true},
    {.name = "script", .runs_lines = true},
    {.name = "setsid", .runs_another = true},
    {.name = "sh", .runs_lines = true},
    {.name = "skopeo", .passwords = "p", .attached = "p", .command = program_word::login},
    {.name = "smbclient", .users = "U"},
    {.name = "snmpget", .passwords = "AXc"},
    {.name = "snmpset", .passwords = "AXc"},
    {.name = "snmpwalk", .passwords = "AXc"},
    {.name = "sqlcmd", .passwords = "P", .attached = "P"},
    {.name = "ssh", .runs_another = true},
    {.name = "sshpass", .passwords = "p", .attached = "p", .runs_another = true},
    {.name = "stdbuf", .runs_another = true},
    {.name = "strace", .runs_another = true},
    {.name = "su", .runs_lines = true},
    {.name = "sudo", .runs_another = true},
    {.name = "taskset", .runs_another = true},
    {.name = "time", .runs_another = true},
    {.name = "timeout", .runs_another = true},
    {.name = "tsql", .passwords = "P", .attached = "P"},
    {.name = "twine", .passwords = "p", .attached = "p"},
    {.name = "unzip", .passwords = "P", .attached = "P", .flags = program_word::unzip_flags},
    {.name = "valgrind", .runs_another = true},
    {.name = "watch", .runs_another = true},
    {.name = "winexe", .users = "U"},
    {.name = "wsl", .runs_another = true},
    {.name = "xargs", .runs_another = true},
    {.name = "zip", .passwords = "P", .attached = "P", .flags = program_word::zip_flags},
    {.name = "zsh", .runs_lines = true},
};

/// The name of a program without its folder, and without what Windows puts behind it.
inline std::string_view program_name(std::string_view path) noexcept {
  std::string_view const name = path.substr(path.find_last_of("/\\") + 1);
  for (std::string_view const ending : {".exe", ".com", ".cmd", ".bat"}) {
    if (name.size() <= ending.size()) continue;
    std::size_t const end = name.size() - ending.size();
    if (equal_ignoring_case(name.substr(end), ending)) return name.substr(0, end);
  }
  return name;
}

/// The program at a path, of any system; `no_program` if it isn't known. Capital letters are small
/// ones, as they are to Windows.
inline secretive_program const& program_at(std::string_view path) noexcept {
  std::string_view const name = program_name(path);
  if (name.empty()) return no_program;
  char const first = to_lower(name[0]);
  for (secretive_program const& program : secretive_programs)
    if (first == program.name[0] && equal_ignoring_case(program.name, name)) return program;
  return no_program;
}

}}}  // namespace trace2::v0::detail
