#include <trace2/read/occurrence.hpp>
#include <trace2/read/process_table.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace process_table_test {

using namespace trace2::read;

namespace {

struct table final : tracker_visitor {
  explicit table(tracker_limits const& limits = {}) : all{limits} {}

  process_table::place place_of(std::string_view sid, std::string_view thread = "main",
                                text_key key = no_key,
                                std::optional<std::int64_t> nanoseconds = {}) {
    occurrence what;
    what.sid = sid;
    what.thread = thread;
    what.thread_key = key;
    what.nanoseconds = nanoseconds;
    return all.place_of(what, *this);
  }
  void process_began(traced_process& process, traced_process* parent) override {
    ++processes;
    if (parent != nullptr) parents.push_back(parent->sid + " of " + process.sid);
  }
  void thread_began(traced_process&, traced_thread&) override { ++threads; }
  /// The session ids of the processes that are erased, in this order.
  std::vector<std::string> erase_surplus() {
    std::vector<std::string> erased;
    while (traced_process* const oldest = all.surplus()) {
      erased.push_back(oldest->sid);
      all.erase(*oldest);
    }
    return erased;
  }

  process_table all;
  std::size_t processes = 0;  ///< that were told to be new
  std::size_t threads = 0;
  std::vector<std::string> parents{};
};

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("processes and threads are added once, and found from then on", "[read]") {
  table run;
  process_table::place const first = run.place_of("S");
  CHECK(run.place_of("S").thread == first.thread);
  CHECK(run.place_of("S", "th01:x").process == first.process);
  CHECK(run.place_of("S", "th01:x").thread != first.thread);
  CHECK(run.place_of("T").process != first.process);
  CHECK(run.place_of("S").thread == first.thread);
  CHECK(run.processes == 2);
  CHECK(run.threads == 3);
  CHECK(run.all.find("T") != nullptr);
  CHECK(run.all.find("U") == nullptr);
}

TEST_CASE("a process begins with its parent, if this one is in the table", "[read]") {
  table run;
  for (char const* const sid : {"A", "A/B", "C/D"}) run.place_of(sid);
  CHECK(run.parents == texts{"A of A/B"});
  run.all.erase(*run.all.find("A"));
  run.place_of("A/F");
  CHECK(run.parents.size() == 1);
}

TEST_CASE("a process knows nanoseconds if its first event does", "[read]") {
  table run;
  CHECK_FALSE(run.place_of("line").process->is_fine);
  CHECK(run.place_of("recording", "main", no_key, 5).process->is_fine);
}

TEST_CASE("a key finds its place until its thread or process is gone", "[read]") {
  table run;
  process_table::place const first = run.place_of("S", "main", 7);
  REQUIRE(run.all.known_place(7) != nullptr);
  CHECK(run.all.known_place(7)->thread == first.thread);
  run.place_of("T", "main", 8);
  CHECK(run.all.known_place(7) == nullptr);
  run.place_of("S", "main", 7);
  run.all.erase(*first.process, *first.thread);
  CHECK(run.all.known_place(7) == nullptr);
  run.place_of("S", "main", 7);
  CHECK(run.threads == 3);
  run.all.erase(*first.process);
  CHECK(run.all.known_place(7) == nullptr);
}

TEST_CASE("beyond the limit of threads there is no place", "[read]") {
  table run{{.threads = 2}};
  process_table::place const first = run.place_of("S");
  run.place_of("S", "th01:x");
  CHECK(run.place_of("S", "th02:x").thread == nullptr);
  run.all.erase(*first.process, *first.thread);
  CHECK(run.place_of("S", "th02:x").thread != nullptr);
}

TEST_CASE("of too many processes, those end that have been silent for longest", "[read]") {
  table run{{.processes = 2}};
  for (char const* const sid : {"A", "B", "A", "C"}) run.place_of(sid);
  CHECK(run.erase_surplus() == texts{"B"});
  CHECK(run.all.find("B") == nullptr);
  CHECK(run.erase_surplus().empty());
}

TEST_CASE("processes that have ended stay until others have ended, too", "[read]") {
  table run{{.ended = 1}};
  for (char const* const sid : {"A", "B", "C"}) run.place_of(sid);
  run.all.leaves(*run.all.find("B"));
  CHECK(run.erase_surplus().empty());
  run.all.leaves(*run.all.find("A"));
  CHECK(run.erase_surplus() == texts{"B"});
  CHECK(run.all.find("A") != nullptr);
}

TEST_CASE("all processes come in the order of their beginnings, until they are erased", "[read]") {
  table run;
  for (char const* const sid : {"B", "C", "A", "B"}) run.place_of(sid);
  run.all.leaves(*run.all.find("C"));
  texts all;
  for (traced_process const* const process : run.all.in_order()) all.push_back(process->sid);
  CHECK(all == texts{"B", "C", "A"});
  run.all.clear();
  CHECK(run.all.in_order().empty());
  CHECK(run.all.find("A") == nullptr);
}

}  // namespace process_table_test
