// Coroutines that move between the threads of a pool, measured as tasks, and compared with a clock
// of the program's own: what the trace says of a task lies between what the coroutine has measured
// itself and what the pool has measured around it.
#include <trace2/read/event_stream.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/task/coroutine.hpp>
#include <trace2/trace2.hpp>

#include <array>
#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using own_clock = std::chrono::steady_clock;
using span = own_clock::duration;

/// What is known of one coroutine without any trace.
struct measured {
  span inside{};         ///< between two statements of the coroutine, suspensions left out
  span around{};         ///< around each call that resumed it
  span region_inside{};  ///< of its region, suspensions included
  span region_around{};
};

/// Threads that resume coroutines, each whichever comes next.
class pool {
 public:
  explicit pool(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  ~pool() {
    {
      std::lock_guard const held{mutex_};
      is_closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& each : threads_) each.join();
  }

  void post(std::coroutine_handle<> next, measured& of) {
    {
      std::lock_guard const held{mutex_};
      ready_.push_back({next, &of});
    }
    changed_.notify_one();
  }

 private:
  struct entry {
    std::coroutine_handle<> next;
    measured* of;
  };

  void run() {
    std::unique_lock held{mutex_};
    for (;;) {
      changed_.wait(held, [this] { return is_closing_ || !ready_.empty(); });
      if (ready_.empty()) return;
      entry const mine = ready_.front();
      ready_.pop_front();
      held.unlock();
      auto const begin = own_clock::now();
      mine.next.resume();
      span const took = own_clock::now() - begin;
      held.lock();
      mine.of->around += took;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<entry> ready_;
  bool is_closing_ = false;
  std::vector<std::thread> threads_;
};

/// A coroutine that nobody waits for.
struct job {
  struct promise_type : trace2::task_promise {
    job get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }
  };
};

/// Goes on on a thread of the pool.
struct on_pool {
  pool& to;
  measured& of;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> self) const { to.post(self, of); }
  void await_resume() const noexcept {}
};

void work(std::chrono::microseconds how_long, measured& result) {
  auto const begin = own_clock::now();
  while (own_clock::now() - begin < how_long) {
  }
  result.inside += own_clock::now() - begin;
}

job serve(pool& threads, measured& result) {
  co_await on_pool{threads, result};
  auto const task = co_await trace2::own_task{"example", "serve"};
  auto const begin = own_clock::now();
  {
    TRACE2_REGION("example", "two parts");
    auto const inside = own_clock::now();
    work(std::chrono::microseconds{1500}, result);
    co_await on_pool{threads, result};
    work(std::chrono::microseconds{700}, result);
    result.region_inside = own_clock::now() - inside;
  }
  result.region_around = own_clock::now() - begin;
}

std::int64_t microseconds(span of) {
  return std::chrono::duration_cast<std::chrono::microseconds>(of).count();
}

/// Each time of the trace is a difference of whole microseconds. In the first milliseconds of a
/// process its clock still finds its rate, and may go half a percent faster or slower than this
/// program's when the machine has kept the process waiting.
bool is_between(char const* what, span least, std::int64_t traced, span most, std::size_t times) {
  std::int64_t const rounding = 2 * static_cast<std::int64_t>(times) + traced / 200;
  bool const is_so =
      traced + rounding >= microseconds(least) && traced <= microseconds(most) + rounding;
  std::printf("%s: %lld <= %lld <= %lld us%s\n", what, static_cast<long long>(microseconds(least)),
              static_cast<long long>(traced), static_cast<long long>(microseconds(most)),
              is_so ? "" : ", which is WRONG");
  return is_so;
}

}  // namespace

int main(int argc, char** argv) {
  trace2::memory_sink trace;
  trace2::tracer::attach<trace2::format::json>(trace);
  std::array<measured, 8> results{};
  {
    trace2::session session{argc, argv};
    {
      pool threads{3};
      for (measured& each : results) serve(threads, each);
    }
    session.end();
  }

  // The tasks have their numbers in the order of their beginnings: compare sums.
  measured all;
  for (measured const& each : results) {
    all.inside += each.inside;
    all.around += each.around;
    all.region_inside += each.region_inside;
    all.region_around += each.region_around;
  }
  std::int64_t run = 0;
  std::int64_t regions = 0;
  std::size_t ended = 0;
  trace2::read::text_source lines{std::string{trace.text()}};
  trace2::read::event_stream events{lines, "trace", [](trace2::read::problem const&) {}};
  while (auto const* const next = events.next()) {
    if (auto const* const end = next->get<trace2::event::task_end>()) {
      run += end->t_run.in_microseconds();
      ++ended;
    }
    if (auto const* const left = next->get<trace2::event::task_region_leave>())
      regions += left->t_rel.in_microseconds();
  }
  bool const runs_fit = is_between("run", all.inside, run, all.around, 2 * ended);
  bool const regions_fit =
      is_between("regions", all.region_inside, regions, all.region_around, ended);
  return runs_fit && regions_fit && ended == results.size() ? 0 : 1;
}
