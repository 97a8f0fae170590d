#include <trace2/control/clients.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/control_client.hpp"
#include "support/temporary_directory.hpp"
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace control_clients_test {

namespace detail = trace2::detail;

TEST_CASE("a client makes room for the next, unless it holds a change") {
  support::temporary_directory const directory;
  CHECK(support::run_in_child([&] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          static constinit detail::control_clients clients;
          auto const& by = detail::control_backend_of<trace2::tracer::targets>::value;
          auto const come = [&] {
            int ends[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) ::_exit(99);
            clients.welcome(ends[1]);
            return ends[0];
          };
          auto const read = [](int fd) {
            char bytes[4096];
            ssize_t const got = ::recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
            return std::string(bytes, static_cast<std::size_t>(got > 0 ? got : 0));
          };
          int const holder = come();
          if (read(holder) != "trace2-control 1\n" || !clients.are_there()) return 1;
          std::string const requests =
              "set event " + support::word(directory / "event") + "\nswitch\n";
          if (::send(holder, requests.data(), requests.size(), 0) < 0) return 2;
          if (clients.serve(-1, by) || read(holder) != "ok\nok\n") return 3;
          if (!clients.have_changed() || !trace2::tracer::enabled()) return 4;
          int others[20];
          for (int& each : others) each = come();
          int served = 0;
          for (int const each : others) served += ::send(each, "x\n", 2, MSG_NOSIGNAL) == 2;
          if (served != 7) return 5;
          ::close(holder);
          clients.serve(-1, by);
          return trace2::tracer::enabled() ? 6 : 0;
        }) == 0);
}

TEST_CASE("a process that may open no more descriptors serves its client, and is never busy") {
  CHECK(support::run_in_child([] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.ancestry = false}};
          static constinit detail::control_clients clients;
          auto const& by = detail::control_backend_of<trace2::tracer::targets>::value;
          int ends[2];
          if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
          clients.welcome(ends[1]);
          auto const has_answer = [&] {
            char bytes[100];
            while (::recv(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
            }
            if (::send(ends[0], "x\n", 2, 0) != 2) ::_exit(2);
            clients.serve(-1, by);
            return ::recv(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0;
          };
          auto const allow = [](::rlim_t most) {
            rlimit const limit{most, 4};
            return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
          };
          if (!allow(2) || !has_answer()) return 3;
          auto const now = &trace2::control_system::monotonic_nanoseconds;
          std::int64_t const begin = now();
          if (!allow(0) || has_answer()) return 4;
          constexpr std::int64_t millisecond = 1'000'000;
          return now() - begin > 10 * millisecond ? 0 : 5;
        }) == 0);
}

}  // namespace control_clients_test
