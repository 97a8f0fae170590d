// Numbers for names that occur again and again, so that other tables hold a number instead of a
// text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// "category/name", or one of them if the other is empty. `room`: a text whose memory may be used.
inline std::string joined_name(std::string_view category, std::string_view name,
                               std::string room = {}) {
  room.assign(category);
  if (!category.empty() && !name.empty()) room += '/';
  room.append(name);
  return room;
}

/// The number of a pair of texts, such as category and label. Valid as long as its table.
using label_id = std::uint32_t;

/// A table of pairs of texts. Memory is bounded: a text counts up to `longest` bytes, and a pair
/// that finds no room becomes `other`.
class label_table {
 public:
  /// A pair of texts. Lifetime: that of the table.
  struct label {
    std::string_view category;  ///< cut to `longest` bytes
    std::string_view name;      ///< of the label, key, timer or counter, cut as well

    friend bool operator==(label const&, label const&) = default;
  };

  static constexpr label_id other = 0;                  ///< stands for all pairs that found no room
  static constexpr std::size_t default_most = 100'000;  ///< pairs
  static constexpr std::size_t longest = 500;           ///< bytes of a text

  /// Holds at most `most` pairs, whose texts have at most `most_bytes`.
  explicit label_table(std::size_t most = default_most, std::size_t most_bytes = limits::names)
      : most_{most}, texts_left_{most_bytes} {
    labels_.push_back({"", "(too many names)"});
  }
  label_table(label_table const&) = delete;
  label_table& operator=(label_table const&) = delete;

  /// The number of a pair. Absent texts count as empty.
  label_id id_of(std::string_view category, std::string_view name) {
    label const sought{cut_text(category, longest), cut_text(name, longest)};
    label_id& recent = recent_[place_of(sought)];
    if (recent == other || labels_[recent] != sought) recent = search(sought);
    return recent;
  }

  /// Returns a label, valid as long as the table.
  label const& operator[](label_id id) const noexcept { return labels_[id]; }

  /// Number of labels, `other` included.
  std::size_t size() const noexcept { return labels_.size(); }
  /// Reports that a table has no room for what it would hold by a label.
  void overflow() noexcept { has_overflowed_ = true; }
  /// True once after a label found no room.
  bool take_overflow() noexcept { return std::exchange(has_overflowed_, false); }

 private:
  struct hash {
    std::size_t operator()(label const& label) const {
      table_hash const of;
      return of(label.name) * 31 + of(label.category);
    }
  };

  /// Labels come again and again: to compare two texts takes a fifth of the instructions of hashing
  /// them with a key. Texts whose places collide only cost the search that they would cost anyway.
  static constexpr std::size_t recently = 256;

  static std::size_t place_of(label const& of) noexcept {
    auto const mix = [](std::string_view text) -> std::size_t {
      if (text.empty()) return 0;
      auto const byte = [text](std::size_t at) {
        return std::size_t{static_cast<unsigned char>(text[at])};
      };
      return (byte(0) * 31 + byte(text.size() / 2)) * 31 + byte(text.size() - 1) + text.size();
    };
    return (mix(of.name) * 31 + mix(of.category)) % recently;
  }

  [[gnu::noinline]] label_id search(label const& sought) {
    if (auto const found = ids_.find(sought); found != ids_.end()) return found->second;
    std::size_t const size = sought.category.size() + sought.name.size();
    if (labels_.size() > most_ || !texts_left_.take(size)) {
      has_overflowed_ = true;
      return other;
    }
    auto const id = static_cast<label_id>(labels_.size());
    std::string const& text = texts_.emplace_back(std::string{sought.category}.append(sought.name));
    std::string_view const kept = text;
    labels_.push_back(
        {kept.substr(0, sought.category.size()), kept.substr(sought.category.size())});
    ids_.emplace(labels_.back(), id);
    return id;
  }

  std::size_t most_;
  memory_budget texts_left_;
  bool has_overflowed_ = false;
  std::deque<std::string> texts_;
  std::deque<label> labels_;
  std::unordered_map<label, label_id, hash> ids_;
  std::array<label_id, recently> recent_{};  ///< by place
};

}}}  // namespace trace2::v0::read
