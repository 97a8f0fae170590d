// Gets a Ctrl-C from its own console; with an argument, begins no session.
#include <trace2/trace2.hpp>

#include <cstdio>
#include <optional>

extern "C" int GenerateConsoleCtrlEvent(unsigned long, unsigned long);
extern "C" void Sleep(unsigned long);

int main(int argc, char** argv) {
  std::optional<trace2::session> session;
  if (argc == 1) session.emplace(argc, argv, trace2::session_options{.signals = true});
  if (GenerateConsoleCtrlEvent(0, 0) == 0) std::puts("there is no console");
  Sleep(60'000);
}
