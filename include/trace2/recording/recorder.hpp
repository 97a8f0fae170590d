// The recorder of a process. Its base is what all threads share, and for each thread a lane of
// chunks in which no other thread writes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/chunk_index.hpp>
#include <trace2/recording/chunk_preamble.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/emulated_cursor.hpp>
#include <trace2/recording/finishing.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/lane_pool.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/recorder_base.hpp>
#include <trace2/recording/recorder_in_use.hpp>
#include <trace2/recording/recorder_options.hpp>
#include <trace2/recording/signal_chunk.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Lifetime: the process, because threads use it to their very end. Threads: any, also in a signal
/// handler, which may wait for another thread that takes a chunk, never for the interrupted code.
class recorder : public recorder_in_use, public recorder_base {
 public:
  recorder() noexcept : recorder_base{this} {}

  /// Takes ownership of the descriptor of an empty file, even on failure. Becomes the recorder of
  /// the process and closes the one before, which hands on the records that other threads are about
  /// to store. 0, or the negated errno value and nothing changed.
  int open(int fd, recorder_options const& chosen, std::string_view sid, std::string_view program,
           std::int64_t started) noexcept {
    if (!is_watched_.exchange(true)) {
      system_calls::stay_loaded(&begin_child);
      at_fork(nullptr, [] { begin_child(); });
    }
    if (int const result = begin(fd, chosen, sid, program, started); result < 0)
      return abandon(result);
    recorder* before = latest_.exchange(this);
    if (before == this) before = nullptr;
    if (before != nullptr && before == current()) {
      bool const has_room = before->hand_over_to(*this, [this, was_alone = alone() == before] {
        use(this);
        if (was_alone) set_alone(true);
      });
      if (!has_room) return latest_.store_release(before), abandon(-ENOSPC);
      before->close();
    } else {
      if (before != nullptr) before->close();
      if (!adopt()) return abandon(-ENOSPC);
      use(this);
    }
    return 0;
  }

  /// Ends the recording: trims the file and unmaps its chunks, or leaves them to those who store.
  /// Leaves the file alone in a fork's child, and in a handler that interrupts the mutex's owner.
  [[gnu::cold]] void close() noexcept {
    retire(this);
    file_.notices_fork() ? leave_to_parent() : finish();
  }

  /// True if the recording has ended and no thread has a place in its chunks: the object may open
  /// another file.
  [[gnu::cold]] bool is_idle() noexcept {
    if (this == current() || !mutex_.try_lock()) return false;
    bool const is_idle = file_.is_closed() && lanes_.is_idle() && signal_chunk_.end(file_, false);
    mutex_.unlock();
    return is_idle;
  }

  /// Runs in the child of a fork at once, so that no thread goes on in the parent's chunks or waits
  /// for a lock that a thread of the parent has held. Takes no lock, allocates nothing.
  static void begin_child() noexcept {
    retire(current());
    this_cursor.forget();
    if (recorder* const parents = latest_.load_relaxed(); parents != nullptr)
      ::new (&parents->mutex_) mutex;
  }

  /// Stores a record of the calling thread.
  void append(std::string_view record) noexcept {
    if (store(record)) return;
    auto* const replaced_by = static_cast<recorder*>(next());
    replaced_by != nullptr ? replaced_by->append(record) : drop();
  }

  /// Makes room for the events of signal handlers, in this and in later recordings of the process.
  static void expect_signals() noexcept {
    expects_signals_.store_relaxed(true);
    if (recorder* const to = current(); to != nullptr) to->make_signal_room();
  }
  /// Stores a record in a signal handler, whatever the handler has interrupted.
  void append_in_handler(std::string_view record) noexcept {
    bool const is_ours = this == current() && !file_.notices_fork();
    if (!is_ours || !signal_chunk_.store(record, last_thread_.fetch_add(1) + 1)) append(record);
  }

  /// Makes room for a short record of the calling thread, and renews the time it counts from.
  [[gnu::cold]] bool prepare() noexcept {
    constexpr std::size_t longest = 2;
    constexpr std::size_t time_words = 2;
    cursor& here = this_cursor;
    cursor::use use{here};
    clock::keep(clock::now());
    if (!use || !has_room(here, use, longest + time_words)) return false;
    std::int64_t const now = clock::now();
    if (static_cast<std::uint64_t>(now - here.anchor) < here.span) return true;
    std::uint64_t* const to = here.end - use.room;
    to[1] = static_cast<std::uint64_t>(now);
    __atomic_store_n(to, short_head(kind::time, 0, 0), __ATOMIC_RELEASE);
    use.room -= time_words;
    here.count_from(now, clock::time_to_keep(now));
    return true;
  }

  /// Gives back the lane of a thread that ends or gets another context, for another thread to use.
  static void leave(cursor& here) noexcept {
    find_lane(here);
    if (cursor::use use{here}; use) leave(here, use);
  }

 private:
  /// The first records of the file.
  [[gnu::cold]] int begin(int fd, recorder_options const& chosen, std::string_view sid,
                          std::string_view program, std::int64_t started) noexcept {
    lock_guard const held{mutex_};
    count_anew();
    last_thread_.store_relaxed(0);
    refused_.store_relaxed(SIZE_MAX);
    chunks_.mode = chosen.mode;
    chunks_.ring = lane::shape_of_ring(chosen.size);
    if (int const result = file_.open(fd, chosen.most_bytes(), is_ring() ? ring_flag : 0);
        result < 0) {
      mapped_system::close(fd);
      return result;
    }
    index_.begin();
    file_.header().empty_regions = chosen.empty_regions;
    if (!definitions_.begin(chunks_, sid, program, started)) return -ENOSPC;
    if (expects_signals_.load_relaxed()) signal_chunk_.make(chunks_);
    return 0;
  }

  /// Lets go of a file that can't become that of the process.
  [[gnu::cold]] int abandon(int result) noexcept {
    lock_guard const held{mutex_};
    definitions_.let_go();
    signal_chunk_.end(file_, false);
    file_.close();
    return result;
  }

  bool store(std::string_view record) noexcept {
    cursor& here = this_cursor;
    cursor::use use{here};
    std::size_t const needed = record.size() / word;
    if (!use || !has_room(here, use, needed)) return false;
    use.store(record);
    return true;
  }

  static void leave(cursor& here, cursor::use& use) noexcept {
    if (here.owner != nullptr) here.owner->take_back(here, use.room);
    use.forget();
    keep_lane(here);
  }

  /// Takes no lock: a thread of the parent may have held the mutex at the fork.
  void leave_to_parent() noexcept {
    lanes_.for_each([](lane& parents) { parents.let_go(); });
    definitions_.let_go();
    signal_chunk_.end(file_, false);
    file_.close();
  }

  void finish() noexcept {
    leave(this_cursor);
    cursor::use const use{this_cursor};
    lock_attempt const held{mutex_, static_cast<bool>(use)};
    if (!held || file_.is_closed()) return;
    // A file with other contents than the process has written stays as it is.
    finish_recording(file_, definitions_, signal_chunk_, lanes_, dropped());
  }

  void make_signal_room() noexcept {
    cursor::use const use{this_cursor};
    if (!use) return;
    fault_guard::unblock();
    lock_guard const held{mutex_};
    signal_chunk_.make(chunks_);
  }

  bool has_room(cursor& here, cursor::use& use, std::size_t needed) noexcept {
    return (use.room > needed && here.owner == this && this == current() &&
            here.pieces == clock::history().count()) ||
           make_room(here, use, needed);
  }

  /// Makes room in the current chunk of the thread's lane or in a new chunk. The preamble comes
  /// first: which thread records here, and how its ticks become time.
  [[gnu::noinline, gnu::cold]] bool make_room(cursor& here, cursor::use& use,
                                              std::size_t needed) noexcept {
    if (this != current() || file_.notices_fork()) return false;
    std::int64_t const now = clock::now();
    if (needed >= refused_.load_relaxed() && now < retry_at_.load_relaxed()) return false;
    fault_guard::unblock();
    clock::keep(now);
    if (here.owner != this) leave(here, use);
    here.show_context();
    if (here.thread == 0) here.thread = last_thread_.fetch_add(1) + 1;
    preamble const begin{here, now};
    {
      lock_guard const held{mutex_};
      std::int64_t const begun = clock::now();
      if (!file_.may_take_chunks() || (here.owner == nullptr && !take_lane(here, use)))
        return false;
      lane& own = *here.place;
      if (use.room <= begin.words() + needed) {
        if (!own.advance(chunks_, begin.words() + needed + 1)) {
          // Asking again at each event would slow the program down. A smaller one may find room.
          refused_.store_relaxed(needed);
          retry_at_.store_relaxed(now + pause_when_full);
          return false;
        }
        here.end = own.end;
        use.room = own.room;
      }
      if (!is_ring()) keep_index(begun);
    }
    begin.for_each([&](std::string_view record) {
      if (use.room > needed + record.size() / word) use.store(record);
    });
    here.pieces = begin.pieces();
    here.count_from(now, clock::time_to_keep(now));
    return true;
  }

  static constexpr unsigned kept_rings = 7;  ///< rings of ended threads that stay unused
  static constexpr std::int64_t pause_when_full = 100'000'000;  ///< ticks

  /// Lets a reader find its way in the file. The caller holds the mutex since `begun`.
  void keep_index(std::int64_t begun) noexcept {
    if (definitions_.add_pieces(chunks_) && index_.is_due(file_))
      index_.add(begun, chunks_, definitions_, signal_chunk_, lanes_);
  }

  bool take_lane(cursor& here, cursor::use& use) noexcept {
    lane* const found = lanes_.take(is_ring() ? kept_rings : 0);
    if (found == nullptr) return false;
    here.place = found;
    here.owner = this;
    here.end = found->end;
    use.room = found->room;
    keep_lane(here);
    return true;
  }

  [[gnu::noinline]] void take_back(cursor const& here, std::size_t room) noexcept {
    lock_guard const held{mutex_};
    if (file_.may_take_chunks()) {
      here.place->end = here.end;
      here.place->room = room;
    } else {
      here.place->let_go();
    }
    lanes_.give_back(*here.place);
  }

  static inline constinit atomic<recorder*> latest_{nullptr};  ///< also after its close
  static inline constinit atomic<bool> is_watched_{false};
  static inline constinit atomic<bool> expects_signals_{false};

  signal_chunk signal_chunk_;
  atomic<std::uint32_t> last_thread_{0};
  atomic<std::size_t> refused_{SIZE_MAX};  ///< words; there was no room for this number
  atomic<std::int64_t> retry_at_{0};       ///< ticks; before this moment nobody asks for as much
  lane_pool lanes_;
  chunk_index index_;
};

}}}}  // namespace trace2::v0::detail::recording
