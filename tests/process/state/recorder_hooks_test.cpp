#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/target.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/sink/null.hpp>

#include "support/catch.hpp"

namespace recorder_hooks_test {

using namespace trace2::detail;

namespace {

int threads_left = 0;
bool had_context = false;
int events_shared = 0;

/// In place of the recorder, for the life of the object.
struct told {
  told() {
    threads_left = events_shared = 0;
    hooks_of_recorder.leave_thread.store_release([]() noexcept { ++threads_left; });
    hooks_of_recorder.share_events.store_release([]() noexcept { ++events_shared; });
  }
  ~told() {
    hooks_of_recorder.leave_thread.store_release(nullptr);
    hooks_of_recorder.share_events.store_release(nullptr);
  }
};

}  // namespace

TEST_CASE("without a recorder nobody is told") {
  threads_left = 0;
  recorder_hooks::call(hooks_of_recorder.leave_thread);
  CHECK(threads_left == 0);
}

TEST_CASE("the recorder is told when a thread's context goes, and no longer finds it then") {
  told const recorder;
  hooks_of_recorder.leave_thread.store_release([]() noexcept {
    ++threads_left;
    had_context = thread_registry::known() != nullptr;
  });
  all_threads.start("first", 1);
  CHECK(threads_left == 0);
  all_threads.start("second", 2);
  CHECK(threads_left == 1);
  CHECK(had_context);  // the new one
  all_threads.end();
  CHECK(threads_left == 2);
  CHECK_FALSE(had_context);
}

TEST_CASE("the recorder is told of each target that opens") {
  told const recorder;
  trace2::null_sink lines;
  line_target_state state{{}};
  state.open(lines, {});
  CHECK(events_shared == 1);
}

}  // namespace recorder_hooks_test
