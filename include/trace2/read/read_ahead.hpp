// Lets a thread of its own read ahead of who takes what it reads.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/signals_blocked.hpp>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include <sched.h>
#include <signal.h>

namespace trace2 { inline namespace v0 { namespace read {

/// Number of processors on which this thread may run.
inline unsigned usable_processors() noexcept {
#ifdef __linux__
  ::cpu_set_t usable;
  if (::sched_getaffinity(0, sizeof usable, &usable) == 0)
    return static_cast<unsigned>(CPU_COUNT(&usable));
#endif
  return std::thread::hardware_concurrency();
}

/// Fills batches on a thread of its own, ahead of who takes them.
///
/// Threads: the other thread works from `begin` to the `next` that returns null, or to the end of
/// this object. Meanwhile who takes the batches may not touch what it changes. Memory: `count`
/// batches.
template <class Batch>
class read_ahead {
 public:
  static constexpr std::size_t count = 8;

  /// `fill(batch)` fills a batch, which may be one that has been taken before. False if no further
  /// one follows for now.
  explicit read_ahead(std::function<bool(Batch&)> fill) : fill_{std::move(fill)} {}
  read_ahead(read_ahead const&) = delete;
  read_ahead& operator=(read_ahead const&) = delete;
  /// Waits for one batch at most.
  ~read_ahead() {
    if (!thread_.joinable()) return;
    {
      std::lock_guard const lock{mutex_};
      is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  /// Begins, or goes on after `next` has returned null. False if the system has no thread left,
  /// or no memory for one.
  bool begin() {
    {
      std::lock_guard const lock{mutex_};
      filled_ = taken_ = 0;
      is_taking_ = false;
      is_filling_ = true;
    }
    changed_.notify_all();
    return thread_.joinable() || start();
  }

  /// The next batch, valid until the next call; null behind the last one. Throws what `fill` has
  /// thrown, behind what it had filled before.
  Batch const* next() {
    std::unique_lock lock{mutex_};
    if (is_taking_) ++taken_;
    if (is_asleep_ && filled_ - taken_ <= enough) changed_.notify_all();
    if (filled_ == taken_ && is_filling_) {
      is_waiting_ = true;
      changed_.wait(lock, [this] { return filled_ - taken_ >= enough || !is_filling_; });
      is_waiting_ = false;
    }
    is_taking_ = filled_ != taken_;
    if (is_taking_) return &batches_[taken_ % count];
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
    return nullptr;
  }

 private:
  /// Who waits is woken for so many batches: to be woken for each would take longer than the batch.
  static constexpr std::size_t enough = count / 2;

  bool start() {
    // Its own faults reach the handlers of the program.
    trace2::detail::signals_blocked const blocked{SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                                  SIGTRAP, SIGSYS, SIGABRT};
    try {
      thread_ = std::thread{[this] { fill_batches(); }};
    } catch (std::exception const&) {  // no thread, or no memory for one
      is_filling_ = false;
    }
    return thread_.joinable();
  }

  void fill_batches() {
    std::unique_lock lock{mutex_};
    for (;;) {
      is_asleep_ = true;
      std::size_t const most = filled_ - taken_ == count ? enough : count - 1;
      changed_.wait(lock, [&] { return is_over_ || (is_filling_ && filled_ - taken_ <= most); });
      is_asleep_ = false;
      if (is_over_) return;
      Batch& next = batches_[filled_ % count];
      lock.unlock();
      bool goes_on = false;
      std::exception_ptr error;
      try {
        goes_on = fill_(next);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      ++filled_;
      error_ = error;
      is_filling_ = goes_on;
      if (is_waiting_ && (filled_ - taken_ >= enough || !goes_on)) changed_.notify_all();
    }
  }

  std::function<bool(Batch&)> fill_;
  std::array<Batch, count> batches_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  bool is_filling_ = false;  ///< further batches follow
  bool is_asleep_ = false;   ///< the thread waits for a free batch
  bool is_waiting_ = false;  ///< the taker waits for a filled one
  bool is_taking_ = false;   ///< the taker has one
  bool is_over_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

}}}  // namespace trace2::v0::read
