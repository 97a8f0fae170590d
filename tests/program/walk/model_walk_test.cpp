#include "walk/model_walk.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace model_walk_test {

using walk = trace2::program::model_walk;

namespace {

/// Adds up what is inside the items and compares it with the items themselves.
struct adder {
  struct open_item {
    trace2::read::nanoseconds inside{};
    bool has_parts = false;
  };
  std::vector<open_item> open{};
  int checked = 0;

  void enter(walk::item const&) { open.emplace_back(); }

  void leave(walk::item const& item) {
    open_item const done = open.back();
    open.pop_back();
    check(item, done);
    if (open.empty()) return;
    bool const may_be_beside = item.kind == walk::kind::process || item.kind == walk::kind::thread;
    if (may_be_beside && item.is_beside) return;
    open.back().has_parts = true;
    open.back().inside += item.total;
  }

  void check(walk::item const& item, open_item const& done) {
    if (!done.has_parts) return;
    bool const is_sum_known = item.kind != walk::kind::child ||
                              (item.process != nullptr && !item.child->is_left_alone &&
                               item.process->state != trace2::read::process_state::transformed &&
                               item.process->wall() <= item.duration);
    if (!is_sum_known) return;
    INFO(item.category << "/" << item.name);
    CHECK(done.inside == (item.kind == walk::kind::child ? item.duration : item.total));
    ++checked;
  }
};

}  // namespace

TEST_CASE("in Git's own recordings all parts add up to their whole, to the microsecond",
          "[export]") {
  int checked = 0;
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    support::modelled const made{support::content_of(path + ".event")};
    adder sums;
    walk{made.trace, made.labels}.visit(sums);
    checked += sums.checked;
    for (auto const& process : made.trace.processes)
      for (auto const thread : process.threads)
        if (made.trace.threads[thread].name == "main")
          CHECK(made.trace.regions[made.trace.threads[thread].root].total == process.wall());
  }
  CHECK(checked > 100);
}

}  // namespace model_walk_test
