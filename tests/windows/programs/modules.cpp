// A program, linked with a DLL, that loads others: PART is 0 for it, and 1 for each DLL. Its arguments
// say what it does, one after another: `begin` its session, `call`, `thread` or `begin_in` a DLL, or
// `free` it.
#include <trace2/trace2.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <thread>

#if PART == 0

extern "C" void* LoadLibraryA(char const*);
extern "C" void* GetModuleHandleA(char const*);
extern "C" int FreeLibrary(void*);
extern "C" void (*GetProcAddress(void*, char const*))();
extern "C" void call();

namespace {

void call_in(std::string const& dll, char const* function) {
  void* const already = GetModuleHandleA(dll.c_str());
  void* const module = already == nullptr ? LoadLibraryA(dll.c_str()) : already;
  if (module == nullptr)
    std::puts("there is no such DLL");
  else
    GetProcAddress(module, function)();
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<trace2::session> session;
  for (int i = 1; i < argc; ++i) {
    std::string const verb = argv[i];
    if (verb == "begin") {
      session.emplace(argc, argv, trace2::session_options{.ancestry = false});
      call();
      continue;
    }
    std::string const dll = argv[++i];
    TRACE2_REGION("program", "around");
    if (verb == "thread")
      std::thread{[&] {
        TRACE2_THREAD("of_program");
        call_in(dll, "call");
      }}.join();
    else if (verb == "free")
      FreeLibrary(GetModuleHandleA(dll.c_str()));
    else
      call_in(dll, verb.c_str());
  }
}

#else

namespace {

trace2::counter const calls{"dll", "calls"};

struct loaded {
  loaded() { TRACE2_DATA("dll", "loaded", 1); }
} const loaded_now;

}  // namespace

extern "C" __declspec(dllexport) void call() {
  TRACE2_REGION("dll", "call");
  TRACE2_COUNTER_ADD(calls, 1);
}

extern "C" __declspec(dllexport) void begin_in() {
  char const* const argv[] = {"dll", nullptr};
  trace2::session const session{1, argv, {.ancestry = false}};
}

#endif
