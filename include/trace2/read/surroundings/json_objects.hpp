// Finds the objects in JSON of any layout: several lines each, several in a line, or an array.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Follows brackets and strings through JSON, part by part.
class json_depth {
 public:
  void take(char c) noexcept {
    if (std::exchange(is_escaped_, is_inside_ && !is_escaped_ && c == '\\')) return;
    if (c == '"') is_inside_ = !is_inside_;
    if (is_inside_) return;
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && depth_ > 0) --depth_;
  }
  void take(std::string_view part) noexcept {
    for (char const c : part) take(c);
  }

  bool is_in_string() const noexcept { return is_inside_; }
  bool is_open() const noexcept { return is_inside_ || depth_ > 0; }

 private:
  std::size_t depth_ = 0;
  bool is_inside_ = false;
  bool is_escaped_ = false;
};

/// Takes lines, and gives each outermost object as a line of its own. Other lines are given as they
/// are; the brackets and commas of an array are dropped. Memory: the longest object, up to
/// `longest`; a longer one is given in parts.
class json_objects {
 public:
  /// `use(line, lines)` receives each line, and the number of lines that have gone into it.
  template <class Use>
  void take(std::string_view line, Use const& use) {
    // Behind an object that was torn, the next one begins.
    if (is_open() && (depth_.is_in_string() || (begins_object(line) && !takes_value()))) end(use);
    if (is_open()) ++lines_;
    bool is_any = is_open();
    while (!line.empty()) {
      if (!is_open()) {
        constexpr std::string_view between = " \t\r[],\x1e";
        std::size_t const begin = line.find_first_not_of(between);
        if (begin == line.npos) break;
        line.remove_prefix(begin);
        is_any = true;
        if (line.front() != '{') return use(line, std::size_t{1});
        lines_ = 1;
      }
      line.remove_prefix(take_part(line));
      if (is_open() && object_.size() <= longest) continue;
      end(use);
    }
    if (!is_any) use(std::string_view{}, std::size_t{1});
  }

  /// Gives what is left at the end of the input.
  template <class Use>
  void end(Use const& use) {
    if (object_.empty()) return;
    use(std::string_view{object_}, lines_);
    object_.clear();
    depth_ = {};
    lines_ = 0;
  }

  bool is_open() const noexcept { return depth_.is_open(); }

 private:
  static constexpr std::size_t longest = 4 * limits::mebibyte;

  static bool begins_object(std::string_view line) noexcept {
    std::size_t const begin = line.find_first_not_of(" \t[,");
    return begin != line.npos && line[begin] == '{';
  }
  /// True if a value may follow, such as an object.
  bool takes_value() const noexcept {
    return object_.ends_with(':') || object_.ends_with(',') || object_.ends_with('[');
  }

  /// Takes the bytes up to the end of the object or the line; returns their number.
  std::size_t take_part(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      char const c = line[at];
      if (!depth_.is_in_string() && (c == ' ' || c == '\t' || c == '\r')) continue;
      object_.push_back(c);
      depth_.take(c);
      if (!depth_.is_open()) return at + 1;
    }
    return line.size();
  }

  std::string object_;
  std::size_t lines_ = 0;  ///< that the object has so far
  json_depth depth_;
};

}}}}  // namespace trace2::v0::read::surroundings
