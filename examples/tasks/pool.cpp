// A pool of std::jthread. What is posted becomes a task: its time in the queue is part of it, and
// it knows which task has caused it.
#include <trace2/task/work.hpp>
#include <trace2/trace2.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

class pool {
 public:
  explicit pool(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i)
      threads_.emplace_back([this](std::stop_token const& stop) { run(stop); });
  }

  template <class Work>
  void post(Work&& work) {
    // std::function copies, and work with a task can't be copied.
    auto shared = std::make_shared<std::decay_t<Work>>(std::forward<Work>(work));
    {
      std::lock_guard const held{mutex_};
      ready_.push_back([shared] { (*shared)(); });
    }
    changed_.notify_one();
  }

 private:
  void run(std::stop_token const& stop) {
    TRACE2_THREAD("worker");
    std::unique_lock held{mutex_};
    while (changed_.wait(held, stop, [this] { return !ready_.empty(); })) {
      auto const next = std::move(ready_.front());
      ready_.pop_front();
      held.unlock();
      next();
      held.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::function<void()>> ready_;
  std::vector<std::jthread> threads_;  // the last: it ends first, when the queue is empty
};

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  {
    pool threads{2};
    trace2::task const build{"example", "build"};
    trace2::task_scope const runs{build};
    for (int i = 0; i < 4; ++i)
      threads.post(trace2::as_task("example", "compile", [i] {
        TRACE2_REGION("example", "parse");
        TRACE2_DATA("example", "unit", i);
      }));
  }
  return trace.exit(0);
}
