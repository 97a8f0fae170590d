// A program with a session loads an object that traces, whose path is its first argument. The
// second says when: "before" or "during" the session. The third is "unload" where the program
// unloads it before the session ends, and "begin" where the object begins one of its own
// afterwards.
#include <trace2/trace2.hpp>

#include <cstdio>
#include <cstring>
#include <thread>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Nothing but the object itself sees its symbols.
void* load(char const* path) {
  void* const object = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) std::puts(::dlerror());
  return object;
}

void call(void* object, char const* name) { reinterpret_cast<void (*)()>(::dlsym(object, name))(); }
void act(void* object) { call(object, "act_in_object"); }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  void* object = std::strcmp(argv[2], "before") == 0 ? load(argv[1]) : nullptr;
  if (object != nullptr) act(object);  // traces nothing yet
  trace2::session const trace{argc, argv, {.ancestry = false}};
  if (object == nullptr) object = load(argv[1]);
  if (object == nullptr) return 3;
  act(object);
  std::thread{[object] {
    TRACE2_THREAD("of_program");
    act(object);
  }}.join();
  ::fflush(stdout);
  if (pid_t const child = ::fork(); child == 0) {
    act(object);
    trace.exit(0);
    trace.end();
    ::_exit(0);
  } else {
    ::waitpid(child, nullptr, 0);
  }
  if (std::strcmp(argv[3], "unload") == 0) ::dlclose(object);
  trace.exit(0);
  trace.end();
  if (std::strcmp(argv[3], "unload") != 0) act(object);  // traces nothing any more
  if (std::strcmp(argv[3], "begin") == 0) call(object, "begin_in_object");
  return 0;
}
