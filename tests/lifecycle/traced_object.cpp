// An object that traces and is loaded by a program with a session. With FULL it also emits an event
// of its own and begins a session, which the program's takes the place of.
#ifdef FULL
#  include <trace2/trace2.hpp>
#else
#  include <trace2/instrument.hpp>
#endif

#include <cstdio>
#include <cstring>

namespace {

trace2::counter const files{"object", "files"};
trace2::timer const hashing{"object", "hash"};
trace2::distribution_timer const looking{"object", "look"};

#ifdef FULL
struct seen {
  static constexpr std::string_view event_name = "seen";
  int level{};
};
BOOST_DESCRIBE_STRUCT(seen, (), (level))

void act_as_program() {
  char const* const argv[] = {"object", nullptr};
  trace2::session const trace{1, argv, {.ancestry = false}};
  TRACE2_EMIT(seen{.level = 3});
  if (std::strlen(trace2::session::id()) == 0) std::puts("no id");
}
#else
void act_as_program() {}
#endif

}  // namespace

#ifdef FULL
extern "C" [[gnu::visibility("default")]] void begin_in_object();
#endif
extern "C" [[gnu::visibility("default")]] void act_in_object();
extern "C" void act_in_object() {
  if (trace2::is_enabled()) act_as_program();
  TRACE2_REGION("object", "act");
  TRACE2_DATA("object", "key", 1);
  TRACE2_COUNTER_ADD(files, 2);
  TRACE2_TIMER(hashing);
  TRACE2_TIMER(looking);
}

#ifdef FULL
/// A session of its own.
extern "C" void begin_in_object() {
  char const* const argv[] = {"object", nullptr};
  trace2::session const trace{1, argv, {.ancestry = false}};
  act_in_object();
  trace.end();
}
#endif
