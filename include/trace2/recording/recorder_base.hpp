// The part of a recorder that all threads share: the file, the definitions, and the number of
// events that found no room.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/definitions.hpp>
#include <trace2/recording/finishing.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// The base of a recorder. A recording that another one has replaced hands on what threads are
/// about to store, so that nothing is lost. Threads: any.
class recorder_base {
 public:
  /// Number of events that found no room.
  std::uint64_t dropped() const noexcept { return dropped_.load_relaxed() + file_.faults(); }
  /// True if the file's contents are not the process's any more.
  bool is_lost() const noexcept { return file_.is_lost(); }
  /// Why there was no room last; see `mapped_file`.
  int refusal() const noexcept { return file_.refusal(); }
  bool is_ring() const noexcept { return chunks_.mode == recording_mode::ring; }
  /// The bytes of the file that are taken.
  std::size_t size() const noexcept { return file_.size(); }
  /// The status of the file when it was opened.
  file_status const& status() const noexcept { return file_.status(); }

  /// Makes a ring keep its present chunks: later events go to new ones, of as many bytes. Threads:
  /// any, also in a signal handler.
  void keep_ring(bool is_kept) noexcept { chunks_.is_kept.store_release(is_kept); }
  bool is_ring_kept() const noexcept { return chunks_.is_kept.load_acquire(); }
  /// Bytes by which the file may grow before a thread's ring that is kept overwrites later events.
  std::uint64_t room_behind_kept() const noexcept {
    return chunks_.ring.chunk * std::uint64_t{chunks_.ring.count - 1};
  }

  /// The number of a definition, the same in all recordings of the process. A definition without a
  /// number gets one: `describe(record_writer&)` writes its record. 0 when there is no room.
  template <class Describe>
  std::uint32_t number_of(atomic<std::uint32_t>& number, kind what,
                          Describe const& describe) noexcept {
    cursor::use const use{this_cursor};
    if (!use) return 0;
    described_definition definition{what, describe};
    fault_guard::unblock();
    return give_number(number, definition.record());
  }

  /// Stores a record of the main thread among the definitions, where no ring overwrites it.
  void keep(std::string_view record) noexcept {
    if (add(record)) return;
    recorder_base* const next = next_.load_acquire();
    next != nullptr ? next->keep(record) : drop();
  }

  /// Counts an event that found no room.
  void drop() noexcept {
    // Nobody who interrupts this may wait for the mutex.
    cursor::use const use{this_cursor};
    dropped_.fetch_add(1);
    show_drops(file_, mutex_, [this] { return dropped(); });
  }

 protected:
  explicit recorder_base(recorder* owner) noexcept : file_{owner} {}
  recorder_base(recorder_base const&) = delete;
  recorder_base& operator=(recorder_base const&) = delete;
  ~recorder_base() = default;

  /// The recording that has replaced this one while it recorded; else null.
  recorder_base* next() const noexcept { return next_.load_acquire(); }
  /// Makes `use_next()` put the next recording in the place of this one. No definition gets a
  /// number meanwhile, so that the next recording has them all. False, and nothing done, if it has
  /// no room for them.
  [[gnu::cold]] bool hand_over_to(recorder_base& next, auto const& use_next) noexcept {
    cursor::use const use{this_cursor};
    lock_guard const held{mutex_};
    if (!next.adopt()) return false;
    next_.store_release(&next);
    use_next();
    return true;
  }
  /// Takes over the definitions of the process. No recording has replaced this one. False when
  /// there is no room for them.
  [[gnu::cold]] bool adopt() noexcept {
    // The caller may hold the mutex of the recording before, which may later be the next one: two
    // orders of the same mutexes. A thread that holds this one asks for no other, so it is soon
    // free.
    while (!mutex_.try_lock()) mapped_system::yield();
    bool const has_room = definitions_.adopt(chunks_);
    if (has_room) next_.store_release(nullptr);
    mutex_.unlock();
    return has_room;
  }
  /// Forgets the counts of an earlier recording. Until `adopt`, requests go on to the recording
  /// that replaced that one: a thread may have found this object long ago.
  void count_anew() noexcept {
    dropped_.store_relaxed(0);
    chunks_.serial = 0;
    chunks_.is_kept.store_relaxed(false);
  }

  mutex mutex_;
  mapped_file file_;
  chunk_source chunks_{file_, recording_mode::grow, {}};
  definitions definitions_;

 private:
  std::uint32_t give_number(atomic<std::uint32_t>& number, record_writer& definition) noexcept {
    recorder_base* next = nullptr;
    {
      lock_guard const held{mutex_};
      next = next_.load_relaxed();
      if (next == nullptr) return definitions_.number_of(chunks_, number, definition);
    }
    // Nobody holds two locks here: the next recording may be in the memory of the one before.
    return next->give_number(number, definition);
  }

  bool add(std::string_view record) noexcept {
    cursor::use const use{this_cursor};
    lock_attempt const held{mutex_, static_cast<bool>(use)};
    return held && use && definitions_.add(chunks_, record);
  }

  atomic<recorder_base*> next_{nullptr};
  atomic<std::uint64_t> dropped_{0};
};

}}}}  // namespace trace2::v0::detail::recording
