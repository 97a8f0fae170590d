// The names of spans, as trace2receiver gives them: equal operations have equal names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/byte_set.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// "git:checkout#branch", which begins with the name of the program and with that of its verb.
class otlp_process_name {
 public:
  explicit otlp_process_name(read::traced_process const& process)
      : text_{process.exe.empty() ? process.component() : std::string_view{process.exe}},
        program_size_{text_.size()} {
    if (!process.verb.empty()) text_.append(":").append(process.verb);
    verb_end_ = text_.size();
    if (!process.mode.empty()) text_.append("#").append(process.mode);
  }

  /// All are valid as long as this object.
  std::string_view program() const noexcept { return qualified().substr(0, program_size_); }
  std::string_view program_and_verb() const noexcept { return qualified().substr(0, verb_end_); }
  std::string_view qualified() const noexcept { return text_; }

 private:
  std::string text_;
  std::size_t program_size_;
  std::size_t verb_end_;
};

/// "region(index,do_read_index)"
inline std::string span_name(read::label_table::label const& label,
                             std::string_view kind = "region") {
  static constexpr detail::byte_set replaced{" -.,:()"};
  std::string result;
  result.reserve(kind.size() + label.category.size() + label.name.size() + 5);
  auto const add_plain = [&result](std::string_view text, char absent) {
    if (text.empty()) result += absent;
    std::size_t const begin = result.size();
    result.append(text);
    for (std::size_t at = begin; at < result.size(); ++at)
      result[at] = replaced(result[at]) ? '_' : detail::to_lower(result[at]);
  };
  result.append(kind) += '(';
  add_plain(label.category, 'C');
  result += ',';
  add_plain(label.name, 'L');
  return result += ')';
}

/// "child(hook:pre-commit)"
inline std::string span_name(event::child_start const& event) {
  std::string_view const kind = event.child_class;
  auto const argument = [&event](std::size_t index) {
    return event.argv.count > index ? std::string{event.argv.items[index]} : std::string{"unknown"};
  };
  if (!event.hook_name.empty()) return "child(hook:" + std::string{event.hook_name} + ")";
  if (kind == "git_alias") return "child(alias:git)";
  if (kind == "shell_alias") return "child(alias:shell)";
  if (kind == "dashed") return "child(dashed:" + argument(0) + ")";
  if (kind == "cred" && event.argv.count > 1) return "child(cred:" + argument(1) + ")";
  if (kind.empty() || kind == "?") return "child(class:unknown)";
  return "child(class:" + std::string{kind} + ")";
}

/// "git", without a directory; empty if there are no arguments.
inline std::string_view executable_name(text_list argv) noexcept {
  std::string_view name = argv.empty() ? std::string_view{} : std::string_view{argv.items[0]};
  name.remove_prefix(name.rfind('/') + 1);
  return name;
}

/// "linux" of "https://example.org/torvalds/linux.git"; empty if there is none.
inline std::string_view repository_name(std::string_view url) noexcept {
  url = url.substr(0, url.find_last_not_of('/') + 1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  url.remove_prefix(url.find_last_of("/:") + 1);
  return url;
}

/// "exec(git)"
inline std::string span_name(event::exec const& event) {
  std::string_view name = event.exe;
  if (name.empty()) name = executable_name(event.argv);
  name.remove_prefix(name.rfind('/') + 1);
  return "exec(" + std::string{name.empty() ? "?" : name} + ")";
}

}}}  // namespace trace2::v0::exporter
