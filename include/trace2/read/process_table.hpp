// The table of a trace's running processes and threads, and of processes that have ended lately.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/hash_index.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/memory_budget.hpp>
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
  explicit process_table(tracker_limits const& limits) : limits_{limits}, memory_{limits.memory} {}
  process_table(process_table const&) = delete;
  process_table& operator=(process_table const&) = delete;

  /// The process and thread of an event; the thread is null when the limit allows no more.
  struct place {
    traced_process* process = nullptr;
    traced_thread* thread = nullptr;
    std::uint32_t number = 0;  ///< of the process: another one may follow at its address
  };

  /// Finds the place of an event. Calls `add_process(process)` and `add_thread(process, thread)`
  /// for new ones.
  template <class AddProcess, class AddThread>
  place place_of(occurrence const& what, AddProcess const& add_process,
                 AddThread const& add_thread) {
    if (place const* const known = known_place(what.thread_key)) return *known;
    place found;
    found.process = &process_of(what, add_process);
    found.number = found.process->number;
    found.thread = thread_of(*found.process, what,
                             [&](traced_thread& added) { add_thread(*found.process, added); });
    if (found.thread != nullptr) known_.remember(what.thread_key, found);
    return found;
  }

  /// The place of events with this key; null unless their process had the event before this one.
  place const* known_place(text_key thread) const noexcept {
    place const* const known = known_.find(thread);
    bool const is_latest = known != nullptr && known->process == latest_process_;
    return is_latest && known->number == latest_process_->number ? known : nullptr;
  }

  /// The process of an event; `add(process)` is called when it is new.
  template <class Add>
  traced_process& process_of(occurrence const& what, Add const& add) {
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
    process.begin = process.last = process.origin =
        what.wall ? *what.wall : begin_of(process.component());
    process.is_fine = what.nanoseconds.has_value();
    process.awaits_origin = what.wall.has_value();
    tie_clocks(process, what);
    add(process);
    return *(latest_process_ = &process);
  }

  /// The thread of an event; `add(thread)` is called when it is new. Null when the limit allows no
  /// more.
  template <class Add>
  traced_thread* thread_of(traced_process& process, occurrence const& what, Add const& add) {
    std::string_view const name = what.thread;
    if (latest_thread_ != nullptr && latest_thread_->name == name) return latest_thread_;
    auto found = process.threads.find(name);
    if (found == process.threads.end()) {
      std::size_t const size = per_thread + 2 * name.size();
      if (thread_total_ >= limits_.threads || !memory_.take(size)) return nullptr;
      ++thread_total_;
      found = process.threads.emplace(name, traced_thread{}).first;
      traced_thread& thread = found->second;
      thread.name = name;
      thread.memory = size;
      thread.number = ++thread_count_;
      thread.begin = thread.is_main() ? process.begin : time_of(process, what);
      thread.last = thread.begin;
      add(thread);
    }
    return latest_thread_ = &found->second;
  }

  traced_process* find(std::string_view sid) { return find(sid, table_hash{}(sid)); }

  void erase(traced_process& process, traced_thread& thread) {
    if (latest_thread_ == &thread) latest_thread_ = nullptr;
    known_.forget_all();
    memory_.give_back(thread.memory);
    process.threads.erase(process.threads.find(thread.name));
    --thread_total_;
  }

  /// Takes memory for the names of a process, which may have changed.
  void account(traced_process& process) {
    std::size_t const names = process.exe.capacity() + process.verb.capacity() +
                              process.mode.capacity() + process.subcommand.capacity();
    std::size_t const size = per_process + process.sid.capacity() + names;
    memory_.give_back(process.memory);
    // The room is there, because `forget_surplus` keeps a reserve for the next event.
    process.memory = memory_.take(size) ? size : 0;
  }

  /// Makes room for one open region more; false when the limits allow none.
  bool reserve_region(traced_thread& thread) {
    return read::reserve_region(thread.regions, thread.memory, memory_);
  }

  /// Marks a process as ended. It is kept until `limits_.ended` others have ended too.
  void leaves(traced_process& process) {
    if (std::exchange(process.is_leaving, true)) return;
    leaving_.splice(leaving_.end(), active_, entry_of(process).place);
  }

  /// Erases the surplus: first processes that have ended longest ago, then those that have been
  /// silent for longest. Calls `end(process)` before.
  template <class End>
  void forget_surplus(End const& end) {
    while (leaving_.size() > limits_.ended) remove(leaving_, leaving_.front(), end);
    while (active_.size() > limits_.processes || (memory_.left() < reserve && active_.size() > 1))
      remove(active_, active_.front(), end);
  }

  /// Erases a process. Calls `end(process)` before.
  template <class End>
  void forget(traced_process& process, End const& end) {
    remove(process.is_leaving ? leaving_ : active_, entry_of(process), end);
  }

  /// Erases all processes in the order of their beginnings. Calls `end(process)` before.
  template <class End>
  void forget_all(End const& end) {
    std::vector<traced_process*> all;
    all.reserve(index_.size());
    for (entry_list* const list : {&active_, &leaving_})
      for (entry& known : *list) all.push_back(&known);
    sort_by_number(all);
    for (traced_process* const process : all) end(*process);
    index_.clear();
    active_.clear();
    leaving_.clear();
    memory_ = memory_budget{limits_.memory};
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

  entry* find(std::string_view sid, std::size_t hash) const noexcept {
    return index_.find(hash, [sid](entry const& known) { return known.sid == sid; });
  }

  template <class Numbered>
  static void sort_by_number(std::vector<Numbered*>& all) {
    std::sort(all.begin(), all.end(),
              [](auto const* a, auto const* b) { return a->number < b->number; });
  }

  template <class End>
  void remove(entry_list& from, entry& process, End const& end) {
    end(process);
    if (latest_process_ == &process) latest_process_ = nullptr;
    thread_total_ -= process.threads.size();
    memory_.give_back(process.memory);
    for (auto const& [name, thread] : process.threads) memory_.give_back(thread.memory);
    index_.erase(process.hash, process);
    from.erase(process.place);
  }

  // The memory that the containers take for an entry, besides its texts.
  static constexpr std::size_t per_process = sizeof(entry) + 160;
  static constexpr std::size_t per_thread = sizeof(traced_thread) + 128;
  /// More than a single event ever takes.
  static constexpr std::size_t reserve = std::size_t{32} << 10;

  tracker_limits limits_;
  memory_budget memory_;
  hash_index<entry> index_;
  entry_list active_;   ///< the process that has been silent for longest comes first
  entry_list leaving_;  ///< in the order of their ends
  key_memo<place, 64> known_;
  traced_process* latest_process_ = nullptr;
  traced_thread* latest_thread_ = nullptr;  ///< a thread of `latest_process_`
  std::uint32_t process_count_ = 0;
  std::uint64_t thread_count_ = 0;
  std::size_t thread_total_ = 0;  ///< threads of all processes in the table
};

}}}  // namespace trace2::v0::read
