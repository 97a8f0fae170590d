// Words and how often they occur. No part of it is instrumented: the work of the hot loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace example {

/// A hash table of words, whose characters it keeps in blocks of memory.
class word_table {
 public:
  void add(std::string_view word) {
    if (2 * used_ >= entries_.size()) grow();
    entry& found = find(entries_, word, hash(word));
    if (found.times++ != 0) return;
    found.word = keep(word);
    found.hash = hash(word);
    ++used_;
  }

  std::size_t size() const { return used_; }

 private:
  struct entry {
    std::string_view word;
    std::uint64_t hash = 0;
    std::uint64_t times = 0;
  };

  static std::uint64_t hash(std::string_view word) {
    std::uint64_t result = 14695981039346656037u;
    for (char const c : word) result = (result ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return result;
  }

  static entry& find(std::vector<entry>& among, std::string_view word, std::uint64_t hash) {
    std::size_t i = hash & (among.size() - 1);
    while (among[i].times != 0 && (among[i].hash != hash || among[i].word != word))
      i = (i + 1) & (among.size() - 1);
    return among[i];
  }

  void grow() {
    std::vector<entry> larger(entries_.empty() ? 1024 : 2 * entries_.size());
    for (entry const& old : entries_)
      if (old.times != 0) find(larger, old.word, old.hash) = old;
    entries_ = std::move(larger);
  }

  std::string_view keep(std::string_view word) {
    if (word.size() > free_) {
      free_ = word.size() > block_size ? word.size() : block_size;
      blocks_.push_back(std::make_unique<char[]>(free_));
      next_ = blocks_.back().get();
    }
    char* const kept = next_;
    std::memcpy(kept, word.data(), word.size());
    next_ += word.size();
    free_ -= word.size();
    return {kept, word.size()};
  }

  static constexpr std::size_t block_size = 65536;

  std::vector<entry> entries_;
  std::size_t used_ = 0;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
};

}  // namespace example
