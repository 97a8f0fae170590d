#include <trace2/event/lifecycle.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/process/dispatcher.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace dispatcher_test {

using namespace trace2;
using git_list = target_list<format::normal, format::perf, format::json>;
using git_targets = dispatcher<git_list>;

namespace {

template <class List, class Event>
constexpr bool wants = detail::offer_of<List>::template is_wanted<Event>;

/// Notes which target has written, in order.
struct noting_sink final : sink {
  noting_sink(std::string& to, char sign) : to_{to}, sign_{sign} {}
  void write(std::string_view) noexcept override { to_ += sign_; }

 private:
  std::string& to_;
  char sign_;
};

template <class Targets, class Event>
void offer(record<Event> const& record, buffer& scratch) {
  typename Targets::template without_type<Event> const event{record.event};
  Targets::offer({record, event}, Targets::template writers_of<Event>, scratch);
}

template <class Event>
std::string order_of_targets(Event const& event) {
  std::string order;
  noting_sink normal{order, 'N'};
  noting_sink perf{order, 'P'};
  noting_sink json{order, 'E'};
  target<format::normal>::state.open(normal, {});
  target<format::perf>::state.open(perf, {});
  target<format::json>::state.open(json, {});
  buffer scratch;
  offer<git_targets>(support::record_of(event), scratch);
  git_targets::for_each([](auto each) { each.state.close(); });
  return order;
}

}  // namespace

TEST_CASE("an event visits the targets in the order of the list", "[R-API-36]") {
  CHECK(order_of_targets(event::exit{}) == "NPE");
}

TEST_CASE("only targets that want an event see it", "[R-MAT-01]") {
  CHECK(order_of_targets(event::thread_start{}) == "PE");
  CHECK(order_of_targets(event::too_many_files{}) == "E");
}

TEST_CASE("each target is visited with the format it writes") {
  std::string names;
  git_targets::for_each([&](auto each) {
    names.append(each.name).append(" ");
    CHECK(&each.state == &target<typename decltype(each)::kind>::state);
  });
  CHECK(names == "normal perf event ");
  CHECK(git_targets::size == 3);
}

TEST_CASE("lists that name a format share its target") {
  using json_only = dispatcher<target_list<format::json>>;
  json_only::for_each([](auto each) { CHECK(&each.state == &target<format::json>::state); });
}

TEST_CASE("a list knows at compile time whether anybody wants an event") {
  static_assert(wants<git_list, event::thread_start>);
  static_assert(!wants<target_list<format::normal>, event::thread_start>);
  static_assert(!wants<target_list<>, event::exit>);
  SUCCEED();
}

TEST_CASE("a list without targets does nothing") {
  event::exit const exit;
  buffer scratch;
  offer<dispatcher<target_list<>>>(support::record_of(exit), scratch);
  dispatcher<target_list<>>::for_each([](auto&&...) { FAIL(); });
  CHECK(scratch.empty());
}

}  // namespace dispatcher_test
