#include <trace2/process/state/identity.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include <unistd.h>

namespace identity_test {

using trace2::buffer;
using trace2::detail::process_identity;

namespace {

constexpr std::int64_t moment = 946'684'800'123'456;

std::string component(std::string_view host, std::uint32_t pid) {
  buffer out;
  trace2::detail::append_sid_component(out, moment, host, pid);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("a process is known by time, machine and number", "[R-SID-01][R-TIME-03]") {
  CHECK(component("vm", 0x1a2b) == "20000101T000000.123456Z-H0a7c9cdf-P00001a2b");
  CHECK(component("vm", 0xffffffff) == "20000101T000000.123456Z-H0a7c9cdf-Pffffffff");
  CHECK(component("vm", 1).size() == 43);
}

TEST_CASE("a machine without a name is local", "[R-SID-01]") {
  CHECK(component({}, 1) == "20000101T000000.123456Z-Localhost-P00000001");
  CHECK(component("", 1) == "20000101T000000.123456Z-Hda39a3ee-P00000001");
}

TEST_CASE("the number in the id is that of this process", "[R-SID-01][R-SID-02]") {
  buffer out;
  trace2::detail::append_sid_component(out, moment);
  std::string const id{out.view()};
  CHECK(std::regex_match(id, std::regex{R"(20000101T000000\.123456Z-H[0-9a-f]{8}-P[0-9a-f]{8})"}));
  CHECK(std::stoul(id.substr(35), nullptr, 16) == static_cast<unsigned long>(::getpid()));
}

TEST_CASE("a machine's name may have 64 bytes", "[R-SID-01][R-SID-02]") {
  /// As Linux and its C libraries do it: a name without room for its terminator is refused.
  struct long_name : trace2::detail::system_calls {
    static int gethostname(char* room, std::size_t size) noexcept {
      std::string const name(64, 'h');
      name.copy(room, size);
      if (size <= name.size()) return -ENAMETOOLONG;
      room[name.size()] = '\0';
      return 0;
    }
    static int getpid() noexcept { return 1; }
  };
  buffer out;
  trace2::detail::append_sid_component<long_name>(out, moment);
  CHECK(out.view() == component(std::string(64, 'h'), 1));
}

TEST_CASE("an id goes behind that of the parent, which is taken as it is", "[R-SID-03][R-SID-05]") {
  struct {
    std::string_view parent, sid;
    int depth;
  } const cases[]{{"", "own", 0},    {"p", "p/own", 1},       {"p/q", "p/q/own", 2},
                  {"/", "//own", 2}, {"a//b", "a//b/own", 3}, {" \"x\n", " \"x\n/own", 1}};
  for (auto const& [parent, sid, depth] : cases) {
    process_identity const identity{parent, "own"};
    CHECK(identity.sid() == sid);
    CHECK(identity.c_str() == sid);
    CHECK(identity.depth() == depth);
    CHECK(identity.parent() == parent);
    CHECK(identity.component() == "own");
    CHECK(identity.is_complete());
  }
}

TEST_CASE("an id is escaped once for all lines of EVENT", "[R-SID-03][R-JSN-01]") {
  CHECK(process_identity{"a\"\n", "own"}.sid_json() == R"(a\"\n/own)");
  CHECK(process_identity{"\xff", "own"}.sid_json() == "\xef\xbf\xbd/own");
}

TEST_CASE("the root of an id is its first component") {
  CHECK(process_identity{"", "own"}.root() == "own");
  CHECK(process_identity{"a/b", "own"}.root() == "a");
}

TEST_CASE("a tree ends before the system would start no child", "[R-SID-07]") {
  std::string parent(std::size_t{64} << 10, 'p');
  CHECK(process_identity{parent, "own"}.sid() == parent + "/own");
  parent += 'p';
  CHECK(process_identity{parent, "own"}.sid() == "own");
  CHECK(process_identity{parent, "own"}.parent().empty());
}

}  // namespace identity_test
