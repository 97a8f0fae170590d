// The table of a trace's running processes and threads, and of processes that have ended lately.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/hash_index.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Finds processes and threads, or adds them. A reference stays valid until its process or thread
/// is erased.
class process_table {
 public:
  explicit process_table(tracker_limits const& limits) : limits_{limits}, texts_{limits.texts} {}
  process_table(process_table const&) = delete;
  process_table& operator=(process_table const&) = delete;

  /// The process and thread of an event; the thread is null when the limit allows no more.
  struct place {
    traced_process* process = nullptr;
    traced_thread* thread = nullptr;
    std::uint32_t number = 0;  ///< of the process: another one may follow at its address
  };

  /// Finds the place of an event. The visitor is told of a new process or thread.
  place place_of(occurrence const& what, tracker_visitor& visitor) {
    if (place const* const known = known_place(what.thread_key)) return *known;
    place found;
    found.process = &process_of(what, visitor);
    found.number = found.process->number;
    found.thread = thread_of(*found.process, what, visitor);
    if (found.thread != nullptr) known_.remember(what.thread_key, found);
    return found;
  }

  /// The place of events with this key; null unless their process had the event before this one.
  place const* known_place(text_key thread) const noexcept {
    place const* const known = known_.find(thread);
    bool const is_latest = known != nullptr && known->process == latest_process_;
    return is_latest && known->number == latest_process_->number ? known : nullptr;
  }

  /// The process of an event. The visitor is told of a new one.
  traced_process& process_of(occurrence const& what, tracker_visitor& visitor) {
    if (latest_process_ != nullptr && latest_process_->sid == what.sid) return *latest_process_;
    latest_thread_ = nullptr;
    std::size_t const hash = table_hash{}(what.sid);
    if (entry* const known = find(what.sid, hash)) {
      if (!known->is_leaving) active_.splice(active_.end(), active_, known->place);
      return *(latest_process_ = known);
    }
    entry& process = active_.emplace_back();
    process.place = std::prev(active_.end());
    process.hash = hash;
    process.sid = what.sid;
    index_.insert(hash, process);
    process.number = ++process_count_;
    account(process);
    if (has_odd_clock_ && what.wall) [[unlikely]]
      inherit_clock(process, *what.wall);
    process.begin = process.last = process.origin =
        what.wall ? process.clock.moment_of(*what.wall) : begin_of(process.component());
    process.is_fine = what.nanoseconds.has_value();
    process.awaits_origin = what.wall.has_value();
    tie_clocks(process, what);
    // A trace may lack its `version`.
    bool const is_beginning =
        what.get<event::version>() != nullptr || what.get<event::start>() != nullptr;
    if (is_beginning && what.wall && !what.t_abs) process.clock.begin();
    // An empty session id has itself in front of its last slash.
    auto* const parent = find(process.parent_sid());
    visitor.process_began(process, parent == &process ? nullptr : parent);
    return *(latest_process_ = &process);
  }

  /// The thread of an event, of which the visitor is told when it is new. Null when the limit
  /// allows no more.
  traced_thread* thread_of(traced_process& process, occurrence const& what,
                           tracker_visitor& visitor) {
    std::string_view const name = what.thread;
    if (latest_thread_ != nullptr && latest_thread_->name == name) return latest_thread_;
    auto found = process.threads.find(name);
    if (found == process.threads.end()) {
      if (thread_total_ >= limits_.threads || !texts_.take(name.size())) return nullptr;
      ++thread_total_;
      found = process.threads.emplace(name, traced_thread{}).first;
      traced_thread& thread = found->second;
      thread.name = name;
      thread.number = ++thread_count_;
      thread.begin = thread.is_main() ? process.begin : time_of(process, what);
      thread.last = thread.begin;
      visitor.thread_began(process, thread);
    }
    return latest_thread_ = &found->second;
  }

  /// True if the wall clock may have been set while the process ran. Then further processes look
  /// whether they inherit that.
  bool has_odd_clock(traced_process const& process) noexcept {
    return process.clock.is_odd() && (has_odd_clock_ = true);
  }

  traced_process* find(std::string_view sid) { return find(sid, table_hash{}(sid)); }

  void erase(traced_process& process, traced_thread& thread) {
    if (latest_thread_ == &thread) latest_thread_ = nullptr;
    known_.forget_all();
    give_back(thread);
    process.threads.erase(process.threads.find(thread.name));
    --thread_total_;
  }

  /// Counts the names of a process, which may have changed.
  void account(traced_process& process) {
    texts_.give_back(process.text_bytes);
    std::size_t const size = process.sid.size() + process.exe.size() + process.verb.size() +
                             process.mode.size() + process.subcommand.size();
    // The room is there, because `forget_surplus` keeps a reserve for the next event.
    process.text_bytes = texts_.take(size) ? size : 0;
  }

  /// Makes room for one open region more; false when the limits allow none.
  bool reserve_region(traced_thread& thread) { return read::reserve_region(thread.regions, room_); }

  /// Marks a process as ended. The process is kept until `limits_.ended` others have ended too.
  void leaves(traced_process& process) {
    if (std::exchange(process.is_leaving, true)) return;
    leaving_.splice(leaving_.end(), active_, entry_of(process).place);
  }

  /// The process to erase next, because there are too many: the one that has ended longest ago, or
  /// else been silent for longest. Null while all have room.
  traced_process* surplus() noexcept {
    if (leaving_.size() > limits_.ended) return &leaving_.front();
    bool const is_full =
        active_.size() > limits_.processes || (texts_.left() < reserve && active_.size() > 1);
    return is_full ? &active_.front() : nullptr;
  }

  void erase(traced_process& process) {
    if (latest_process_ == &process) latest_process_ = nullptr;
    thread_total_ -= process.threads.size();
    texts_.give_back(process.text_bytes);
    for (auto const& [name, thread] : process.threads) give_back(thread);
    entry& erased = entry_of(process);
    index_.erase(erased.hash, erased);
    (process.is_leaving ? leaving_ : active_).erase(erased.place);
  }

  /// All processes, in the order of their beginnings.
  std::vector<traced_process*> in_order() {
    std::vector<traced_process*> all;
    all.reserve(index_.size());
    for (entry_list* const list : {&active_, &leaving_})
      for (entry& known : *list) all.push_back(&known);
    sort_by_number(all);
    return all;
  }

  /// Erases all processes.
  void clear() {
    index_.clear();
    active_.clear();
    leaving_.clear();
    texts_ = memory_budget{limits_.texts};
    room_ = limits_.regions;
    latest_process_ = nullptr;
    known_.forget_all();
    thread_total_ = 0;
  }

  static std::vector<traced_thread*> threads_in_order(traced_process& process) {
    std::vector<traced_thread*> all;
    all.reserve(process.threads.size());
    for (auto& [name, thread] : process.threads) all.push_back(&thread);
    sort_by_number(all);
    return all;
  }

 private:
  struct entry;
  using entry_list = std::list<entry>;
  struct entry : traced_process {
    std::size_t hash = 0;          ///< of the session id
    entry_list::iterator place{};  ///< in `active_` or `leaving_`
  };

  static entry& entry_of(traced_process& process) noexcept { return static_cast<entry&>(process); }

  void inherit_clock(traced_process& process, moment wall) {
    traced_process const* const parent = find(process.parent_sid());
    if (parent != nullptr && parent->clock.is_set())
      process.clock.inherit(parent->clock, parent->is_leaving, wall);
  }

  entry* find(std::string_view sid, std::size_t hash) const noexcept {
    return index_.find(hash, [sid](entry const& known) { return known.sid == sid; });
  }

  template <class Numbered>
  static void sort_by_number(std::vector<Numbered*>& all) {
    std::sort(all.begin(), all.end(),
              [](auto const* a, auto const* b) { return a->number < b->number; });
  }

  void give_back(traced_thread const& thread) noexcept {
    texts_.give_back(thread.name.size());
    room_ += thread.regions.capacity();
  }

  /// More than the texts of a single event.
  static constexpr std::size_t reserve = std::size_t{32} << 10;

  tracker_limits limits_;
  memory_budget texts_;
  std::size_t room_ = limits_.regions;  ///< regions for which threads may still make room
  hash_index<entry> index_;
  entry_list active_;   ///< the process that has been silent for longest comes first
  entry_list leaving_;  ///< in the order of their ends
  key_memo<place, 64> known_;
  traced_process* latest_process_ = nullptr;
  traced_thread* latest_thread_ = nullptr;  ///< a thread of `latest_process_`
  std::uint32_t process_count_ = 0;
  std::uint64_t thread_count_ = 0;
  std::size_t thread_total_ = 0;  ///< threads of all processes in the table
  bool has_odd_clock_ = false;
};

}}}  // namespace trace2::v0::read
