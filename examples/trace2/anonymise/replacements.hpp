// Numbers that stand for texts which nobody is to see.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2::program {

/// The kind of a replaced text. Each kind is numbered separately.
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

  explicit replacements(std::size_t most = default_most,
                        read::keyed_hash const& hash = read::keyed_hash{});

  /// Appends what stands for a text.
  void append(std::string& to, replaced kind, std::string_view original);

  /// The number of a text; 0 if there is no room for it.
  std::uint32_t number_of(replaced kind, std::string_view original);

 private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(replaced::value) + 1;

  static std::string_view name_of(replaced kind) noexcept;

  void append_number(std::string& to, replaced kind, std::string_view original);

  /// A bijection for each kind, so that kinds share one table.
  std::uint64_t hash_of(replaced kind, std::string_view original) const noexcept;

  std::uint32_t find(replaced kind, std::uint64_t hash);

  std::size_t most_;
  read::keyed_hash hash_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::array<std::uint32_t, kinds> latest_{};
};

}  // namespace trace2::program
