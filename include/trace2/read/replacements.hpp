// Numbers that stand for texts which nobody is to see.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace read {

/// What a replaced text was. Each kind counts for itself.
enum class replaced : unsigned char {
  argument,
  directory,
  file,
  hook,
  host,
  key,
  message,
  name,
  option,
  program,
  session,
  text,
  value
};

/// Replaces texts by their kind and a number in the order of first sight: `arg-1`, `arg-2`. Equal
/// texts of a kind get equal replacements, different texts different ones, but for one chance in
/// millions.
///
/// Memory: at most `most` entries of some 50 bytes, which hold no text but a keyed hash. A text
/// that finds no room gets the hash instead of a number, `arg-x0123456789abcdef`, which is as
/// consistent, and of use only to who knows the key.
class replacements {
 public:
  static constexpr std::size_t default_most = 250'000;

  explicit replacements(std::size_t most = default_most, keyed_hash const& hash = keyed_hash{})
      : most_{most}, hash_{hash} {}

  /// Appends what stands for a text.
  void append(std::string& to, replaced kind, std::string_view original) {
    to.append(name_of(kind)).push_back('-');
    append_number(to, kind, original);
  }

  /// The number of a text; 0 if there is no room for it.
  std::uint32_t number_of(replaced kind, std::string_view original) {
    return find(kind, hash_of(kind, original));
  }

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(replaced::value) + 1;

  static std::string_view name_of(replaced kind) noexcept {
    static constexpr std::array<std::string_view, kinds> names{
        "arg",  "path",   "file",    "hook", "host", "key",  "message",
        "name", "option", "program", "sid",  "text", "value"};
    return names[static_cast<std::size_t>(kind)];
  }

  void append_number(std::string& to, replaced kind, std::string_view original) {
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

  /// A bijection for each kind, so that kinds share one table.
  std::uint64_t hash_of(replaced kind, std::string_view original) const noexcept {
    return hash_(original) ^ static_cast<std::uint64_t>(kind) * 0x9e3779b97f4a7c15;
  }

  std::uint32_t find(replaced kind, std::uint64_t hash) {
    if (auto const known = numbers_.find(hash); known != numbers_.end()) return known->second;
    if (numbers_.size() >= most_) return 0;
    return numbers_[hash] = ++latest_[static_cast<std::size_t>(kind)];
  }

  std::size_t most_;
  keyed_hash hash_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::array<std::uint32_t, kinds> latest_{};
};

}}}  // namespace trace2::v0::read
