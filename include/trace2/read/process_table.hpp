// The processes and threads of a trace that are alive, and those that have ended not long ago.
#pragma once

#include <trace2/read/event_line.hpp>
#include <trace2/read/process.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace2::inline v0::read {

/// Finds or adds; a null pointer means that the limits allow no more. References stay valid until
/// what they refer to is erased.
class process_table {
 public:
  explicit process_table(tracker_limits const& limits) : limits_{limits} {}
  process_table(process_table const&) = delete;
  process_table& operator=(process_table const&) = delete;

  /// The process of a line; `add(process)` is called when it is new.
  template <class Add>
  traced_process* process_of(event_line const& line, Add const& add) {
    if (latest_process_ != nullptr && latest_process_->sid == line.sid) return latest_process_;
    traced_process* process = find(line.sid);
    if (process == nullptr) {
      if (processes_.size() - leaving_.size() >= limits_.processes) return nullptr;
      process = &processes_[std::string{line.sid}];
      process->sid = line.sid;
      process->number = ++process_count_;
      process->begin = process->last = process->origin = line.wall.value_or(0);
      tie_clocks(*process, line);
      add(*process);
    }
    latest_thread_ = nullptr;
    return latest_process_ = process;
  }

  /// The thread of a line; `add(thread)` is called when it is new.
  template <class Add>
  traced_thread* thread_of(traced_process& process, event_line const& line, Add const& add) {
    std::string_view const name = line.thread;
    if (latest_thread_ != nullptr && latest_thread_->name == name) return latest_thread_;
    auto found = process.threads.find(std::string{name});
    if (found == process.threads.end()) {
      if (process.threads.size() >= limits_.threads) return nullptr;
      found = process.threads.emplace(name, traced_thread{}).first;
      traced_thread& thread = found->second;
      thread.name = name;
      thread.number = ++thread_count_;
      thread.begin = thread.is_main() ? process.begin : line.wall.value_or(process.last);
      thread.last = thread.begin;
      add(thread);
    }
    return latest_thread_ = &found->second;
  }

  traced_process* find(std::string_view sid) noexcept {
    auto const found = processes_.find(sid);
    return found == processes_.end() ? nullptr : &found->second;
  }

  void erase(traced_process& process, traced_thread& thread) {
    if (latest_thread_ == &thread) latest_thread_ = nullptr;
    process.threads.erase(process.threads.find(thread.name));
  }

  /// A process that has ended is kept until so many others have ended too.
  void leaves(traced_process& process) {
    if (!std::exchange(process.is_leaving, true)) leaving_.push_back(&process);
  }

  /// Calls `end(process)` for those that have ended longest ago, and forgets them.
  template <class End>
  void forget_surplus(End const& end) {
    while (leaving_.size() > limits_.ended) {
      traced_process& oldest = *leaving_.front();
      leaving_.pop_front();
      end(oldest);
      if (latest_process_ == &oldest) latest_process_ = nullptr;
      processes_.erase(processes_.find(std::string_view{oldest.sid}));
    }
  }

  /// Calls `end(process)` for all, in the order in which they began, and forgets them.
  template <class End>
  void forget_all(End const& end) {
    for (traced_process* const process : in_order(processes_)) end(*process);
    leaving_.clear();
    processes_.clear();
    latest_process_ = nullptr;
  }

  static std::vector<traced_thread*> threads_in_order(traced_process& process) {
    return in_order(process.threads);
  }

 private:
  // Not noexcept: the standard library then keeps hashes instead of computing them again.
  struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  template <class Map>
  static std::vector<typename Map::mapped_type*> in_order(Map& map) {
    std::vector<typename Map::mapped_type*> all;
    all.reserve(map.size());
    for (auto& [name, item] : map) all.push_back(&item);
    std::sort(all.begin(), all.end(),
              [](auto const* a, auto const* b) { return a->number < b->number; });
    return all;
  }

  tracker_limits limits_;
  std::unordered_map<std::string, traced_process, text_hash, std::equal_to<>> processes_;
  std::deque<traced_process*> leaving_;  ///< in the order in which they ended
  traced_process* latest_process_ = nullptr;
  traced_thread* latest_thread_ = nullptr;  ///< of that process
  std::uint32_t process_count_ = 0;
  std::uint64_t thread_count_ = 0;
};

}  // namespace trace2::inline v0::read
