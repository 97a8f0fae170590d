// Waiting for children by their handles.
#include <trace2/call/child.hpp>

#include <cerrno>
#include <cstdint>
#include <string>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include <process.h>

namespace windows_child_test {

using namespace trace2;
using child_on = basic_child<basic_tracer<true, default_targets>>;

namespace {

/// A process that ends with this code.
void* start(char const* code) {
  std::intptr_t const process = ::_spawnlp(_P_NOWAIT, "cmd", "cmd", "/c", "exit", code, nullptr);
  return reinterpret_cast<void*>(process);
}

}  // namespace

TEST_CASE("a child is waited for by its handle, and its code has 32 bits", "[R-CHD-02]") {
  support::brief_session session;
  for (auto const& [text, code] : {std::pair{"0", 0}, {"7", 7}, {"-1073741819", -1073741819}}) {
    child_on const child{{.argv = {"cmd"}}};
    void* const process = start(text);
    auto const number = std::to_string(detail::win32::GetProcessId(process));
    session.normal();
    CHECK(child.wait(process) == code);
    CHECK(session.normal().find("pid:" + number + " code:" + text + ' ') != std::string::npos);
    // The handle is the caller's.
    CHECK(child.wait(process) == code);
    CHECK(detail::win32::CloseHandle(process));
  }
}

TEST_CASE("a wait for a child that could not be started ends at once", "[R-CHD-02]") {
  support::brief_session session;
  void* const failed = reinterpret_cast<void*>(::_spawnlp(_P_NOWAIT, "no such", "x", nullptr));
  for (void* const process : {failed, static_cast<void*>(nullptr)}) {
    child_on const child{{.argv = {"x"}}};
    session.normal();
    CHECK(child.wait(process) == -1);
    CHECK(errno == ECHILD);
    CHECK(session.normal().find("pid:-1 code:-1 ") != std::string::npos);
  }
}

}  // namespace windows_child_test
