// Records rounds of events and is killed meanwhile: "recorder kill MILLISECONDS PROGRESS" starts
// "recorder spin PROGRESS" and ends it, which nobody notices beforehand; "recorder check RECORDING
// PROGRESS [ring]" looks for the rounds. See tests/recorder/spin.hpp.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include <windows.h>

#include "recorder/spin.hpp"

namespace {

/// A file without a buffer, so that what was written is there after the end.
std::FILE* open_to_write(char const* path, char const* mode) {
  std::FILE* const file = std::fopen(path, mode);
  if (file == nullptr) std::abort();
  std::setvbuf(file, nullptr, _IONBF, 0);
  return file;
}

void spin(char const* path, int number) {
  std::FILE* const progress = open_to_write(path, "r+b");
  recorder::spin(number, INT64_MAX, [progress, number](std::int64_t count) {
    std::fseek(progress, number * static_cast<long>(sizeof count), SEEK_SET);
    std::fwrite(&count, sizeof count, 1, progress);
  });
}

void run_spin(int argc, char** argv) {
  trace2::session const session{argc, argv};
  std::fclose(open_to_write(argv[2], "wb"));
  std::thread threads[4];
  for (int i = 0; i < 4; ++i) threads[i] = std::thread{spin, argv[2], i};
  threads[0].join();
}

/// Returns the exit code of the process.
int kill(char const* self, DWORD milliseconds, char const* progress) {
  constexpr UINT killed = 137;
  std::string command = std::string{self} + " spin " + progress;
  STARTUPINFOA how{};
  how.cb = sizeof how;
  PROCESS_INFORMATION started{};
  if (!CreateProcessA(self, command.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &how,
                      &started))
    return 1;
  while (GetFileAttributesA(progress) == INVALID_FILE_ATTRIBUTES) Sleep(1);
  Sleep(milliseconds);
  TerminateProcess(started.hProcess, killed);
  WaitForSingleObject(started.hProcess, INFINITE);
  DWORD code = 0;
  GetExitCodeProcess(started.hProcess, &code);
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const verb = argv[1];
  if (verb == "check") return recorder::check(argv[2], argv[3], argc > 4);
  if (verb == "kill") return kill(argv[0], std::strtoul(argv[2], nullptr, 10), argv[3]);
  run_spin(argc, argv);
}
