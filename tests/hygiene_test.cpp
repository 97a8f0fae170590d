// Names of the program that must not disturb the library, nor the library the program.

// The headers below the library are not under test.
#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Macros of other system headers and toolkits.
#define I 42
#define None 0L
#define Bool int
#define Status int
#define Success 0
#define True 1
#define False 0
#define ERROR 0
#define DEBUG 1
#define IN
#define OUT
#define VOID void
#define near
#define far
#define interface struct
#define small char
#define major(device) ((device) >> 8)
#define minor(device) ((device)&255)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define verify(condition) (void)(condition)
#define assert_(condition) (void)(condition)
#define _T(text) text
// Of Qt and of portability libraries.
#define emit
#define signals public
#define slots
#define foreach(variable, range) for (variable : range)
#define forever for (;;)
#define printf rpl_printf

#include <trace2/trace2.hpp>

#undef I
#undef None
#undef Bool
#undef Status
#undef Success
#undef True
#undef False
#undef ERROR
#undef DEBUG
#undef IN
#undef OUT
#undef VOID
#undef near
#undef far
#undef interface
#undef small
#undef major
#undef minor
#undef min
#undef max
#undef verify
#undef assert_
#undef _T
// Not `emit`, which is in the way where macros are used, too.
#undef signals
#undef slots
#undef foreach
#undef forever
#undef printf

#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace program {

// The library's words as the program's own.
struct tracer {};
struct region {};
struct timer {};
struct counter {};
struct session {};
struct text {};
struct data {};
struct error {};
struct child {};
struct exec {};
struct type {};
struct site {};
struct call_site {};
inline int enabled() { return 1; }
namespace trace2_words {
struct detail {};
}  // namespace trace2_words
namespace trace2 {
struct tracer {};
struct call_site {};
}  // namespace trace2

inline ::trace2::timer const reading{"hygiene", "read"};
inline ::trace2::counter const files{"hygiene", "files"};

struct hit {
  static constexpr std::string_view event_name = "hit";
  int tracer{};
};
BOOST_DESCRIBE_STRUCT(hit, (), (tracer))

/// Every macro among variables with names that macros might use.
inline int traced(int value) {
  int const category = 1, label = 2, name = 3, type = 4, site = 5, enabled = 6, verb = 7;
  int const region = 8, timer = 9, thread = 10, is_static = 11, key = 12, tracer = 13, data = 14;
  TRACE2_REGION("hygiene", "region");
  std::string const own = "own";
  TRACE2_REGION("hygiene", own);
  TRACE2_REGION_F("hygiene", "region", "%d", value);
  TRACE2_THREAD("hygiene");
  TRACE2_TIMER(reading);
  TRACE2_COUNTER_ADD(files, 1);
  TRACE2_DATA("hygiene", "value", value);
  TRACE2_DATA(std::string{"hygiene"}, "value", value);
  TRACE2_DATA_JSON("hygiene", "value", value);
  TRACE2_EMIT(hit{.tracer = value});
  TRACE2_PRINTF("%d", value);
  TRACE2_ERROR("%d", value);
  TRACE2_CALL(cmd_mode, "hygiene");
  return category + label + name + type + site + enabled + verb + region + timer + thread +
         is_static + key + tracer + data;
}

}  // namespace program

TEST_CASE("the program's names and the library's do not meet") {
  support::brief_session session;
  CHECK(program::traced(3) == 105);
  CHECK(session.normal() == "3\nerror 3\ncmd_mode hygiene\n");
  CHECK(program::enabled() == 1);
}

TEST_CASE("the library defines no macro but its own") {
#if defined(I) || defined(None) || defined(min) || defined(max) || defined(major)
  FAIL("a macro that was undefined is there again");
#endif
  SUCCEED();
}
