// A program that knows nothing of tracing loads a plugin that traces, and unloads it again.
#include <cstring>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

char const* plugin_path;

void* use_plugin(void*) {
  void* const plugin = ::dlopen(plugin_path, RTLD_NOW | RTLD_LOCAL);
  auto* const act = reinterpret_cast<void (*)()>(::dlsym(plugin, "trace_in_plugin"));
  act();
  ::dlclose(plugin);
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  plugin_path = argv[2];
  use_plugin(nullptr);
  // After the plugin is unloaded: a thread ends, a child runs, a signal comes, the program ends.
  pthread_t thread{};
  ::pthread_create(&thread, nullptr, use_plugin, nullptr);
  ::pthread_join(thread, nullptr);
  pid_t const pid = ::fork();
  if (pid == 0) ::_exit(0);
  ::waitpid(pid, nullptr, 0);
  if (std::strcmp(argv[1], "signal") == 0) ::raise(SIGTERM);
  return 0;
}
