#include <trace2/process/counters/sum_registry.hpp>

#include <cerrno>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <sys/resource.h>

namespace sum_registry_test {

using trace2::detail::sum_definition;
using trace2::detail::sum_registry;

TEST_CASE("definitions are numbered in order and found again by their names", "[R-CTR-03]") {
  static constinit sum_registry registry;
  CHECK(registry.define("scan", "read", false)->number == 1);
  CHECK(registry.define("scan", "parse", false)->number == 2);
  CHECK(registry.define("scan", "read", false)->number == 1);
  CHECK(registry.define("load", "read", false)->number == 3);

  std::string seen;
  registry.for_each([&](sum_definition const& known) {
    seen.append(known.category).append("/").append(known.name).append(" ");
  });
  CHECK(seen == "scan/read scan/parse load/read ");
}

TEST_CASE("a definition keeps copies of its names") {
  static constinit sum_registry registry;
  std::string category = "category that is long enough to live on the heap";
  std::string name = "name that is long enough to live on the heap";
  registry.define(category, name, true);
  category.assign(category.size(), 'x');
  name.assign(name.size(), 'x');
  registry.for_each([](sum_definition const& known) {
    CHECK(known.category == "category that is long enough to live on the heap");
    CHECK(known.name == "name that is long enough to live on the heap");
    CHECK(known.per_thread);
  });
}

TEST_CASE("names may be absent") {
  static constinit sum_registry registry;
  CHECK(registry.define({}, {}, false)->name.empty());
  CHECK(registry.define({}, "name", false)->name == "name");
}

TEST_CASE("a definition that finds no memory leaves errno alone") {
  if (support::is_address_sanitized || support::is_thread_sanitized)
    return support::skip("sanitizers take memory of their own");
  std::string const long_name(std::size_t{64} << 20, 'a');
  CHECK(support::run_in_child([&] {
          rlimit const nothing{0, 0};
          if (::setrlimit(RLIMIT_AS, &nothing) != 0) return 1;
          static constinit sum_registry registry;
          errno = ENOTTY;
          if (registry.define("category", long_name, false) != nullptr) return 2;
          return errno == ENOTTY ? 0 : 3;
        }) == 0);
}

TEST_CASE("threads that define the same names get the same numbers") {
  static constinit sum_registry registry;
  constexpr int names = 40;
  std::vector<std::vector<unsigned>> numbers(4);
  std::vector<std::thread> threads;
  for (auto& own : numbers)
    threads.emplace_back([&] {
      for (int i = 0; i < names; ++i)
        own.push_back(registry.define("test", std::to_string(i), false)->number);
    });
  for (auto& thread : threads) thread.join();
  for (auto const& other : numbers) CHECK(other == numbers.front());
  int count = 0;
  registry.for_each([&](sum_definition const&) { ++count; });
  CHECK(count == names);
}

TEST_CASE("a definition of another object has a counterpart, in the session of the day") {
  static constinit sum_registry other, session, next_session;
  sum_definition const& named = *other.define("scan", "read", true);
  CHECK(other.counterpart_of(named) == &named);
  session.define("scan", "first", true);
  auto const* const found = session.counterpart_of(named);
  REQUIRE(found != nullptr);
  CHECK(found == session.define("scan", "read", true));
  CHECK(session.counterpart_of(named) == found);
  CHECK(next_session.counterpart_of(named) == next_session.define("scan", "read", true));
  CHECK(session.counterpart_of(named) == found);
}

}  // namespace sum_registry_test
