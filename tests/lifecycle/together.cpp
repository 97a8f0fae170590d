// A program of several shared objects that all trace. This file is all of them: PART says which.
#include <trace2/trace2.hpp>

#ifndef PART
#  error PART is 0 for the program, 1 for a library it is linked with, 2 for one that it loads
#endif

#if PART == 0

#  include <thread>

#  include "verbs.hpp"
#  include <dlfcn.h>

extern "C" void trace_in_library();

namespace {

char const* plugin_path;

/// Loads the plugin, lets it trace, and unloads it again.
bool use_plugin() {
  void* const plugin = ::dlopen(plugin_path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return false;
  auto* const act = reinterpret_cast<void (*)()>(::dlsym(plugin, "trace_in_plugin"));
  if (act == nullptr) return false;
  act();
  ::dlclose(plugin);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  plugin_path = argv[2];
  std::string_view const verb = argv[1];
  // Either the program or the plugin begins the session; it ends with the process in any case.
  if (verb == "plugin_first" && !use_plugin()) return 3;
  trace2::session const trace{argc, argv, {.ancestry = false, .signals = true}};
  trace2::print("in the program");
  trace_in_library();
  if (!use_plugin()) return 3;
  std::thread{[] {
    TRACE2_THREAD("program");
    use_plugin();
  }}.join();
  if (verb == "signal") ::raise(SIGTERM);
  return trace.exit(0);
}

#else

#  if PART == 1
#    define NAME "library"
#    define ACT trace_in_library
#  else
#    define NAME "plugin"
#    define ACT trace_in_plugin
#  endif

namespace {
trace2::counter const shared{"test", "shared"};
}

extern "C" [[gnu::visibility("default")]] void ACT();
extern "C" void ACT() {
  char const* const argv[] = {NAME, nullptr};
  trace2::session const trace{1, argv, {.ancestry = false, .signals = true}};
  TRACE2_REGION("in", NAME);
  trace2::print("in the " NAME);
  shared.add();
}

#endif
