// Keeps the messages with which regions begin, until their ends.
#pragma once

#include <trace2/read/cut_text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "numbered_texts.hpp"

namespace trace2_program {

/// Messages of open regions, by the numbers of the regions. Memory: at most `most` of them; what
/// has ended makes room for what begins, so that a region takes none from the system.
class region_messages {
 public:
  static constexpr std::size_t most = 50'000;

  /// False when there is no room.
  bool keep(std::uint64_t number, std::string_view message) {
    if (open_.size() >= most) return false;
    if (spare_.empty()) spare_.push_back(open_.extract(open_.try_emplace(number).first));
    auto node = std::move(spare_.back());
    spare_.pop_back();
    node.key() = number;
    if (message.size() <= numbered_texts::longest)
      node.mapped().assign(message);
    else
      node.mapped() = trace2::read::cut_text_visibly(message, numbered_texts::longest);
    open_.insert(std::move(node));
    return true;
  }

  /// Takes the message of a region that ends, valid until the next `keep`; empty if it has none.
  std::string_view take(std::uint64_t number) {
    if (open_.empty()) return {};
    auto node = open_.extract(number);
    if (node.empty()) return {};
    spare_.push_back(std::move(node));
    return spare_.back().mapped();
  }

 private:
  using table = std::unordered_map<std::uint64_t, std::string>;

  table open_;
  std::vector<table::node_type> spare_;
};

}  // namespace trace2_program
