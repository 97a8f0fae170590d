// A library to preload into a program: ends it when a signal handler calls a function that a signal
// handler must not call, or when somebody does to whom the loader shows its objects: an allocator
// may need the loader. It knows the handlers from sigaction(2).
#include <string_view>

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

namespace {

__attribute__((tls_model("initial-exec"))) thread_local bool is_watched = false;
void (*handlers[NSIG])(int);

/// Watches the calls in its scope, which may lie in one that is watched.
class watched_call {
 public:
  watched_call() : was_watched_{is_watched} { is_watched = true; }
  ~watched_call() { is_watched = was_watched_; }

 private:
  bool const was_watched_;
};

void check(std::string_view name) {
  if (!is_watched) return;
  (void)!::write(STDERR_FILENO, "unsafe: ", 8);
  (void)!::write(STDERR_FILENO, name.data(), name.size());
  ::_exit(86);
}

template <class Function>
Function* next(char const* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// Each forwards to the function of the same name that the program would have called.
#define CHECKED(result, name, parameters, ...)                \
  extern "C" result name parameters {                         \
    static auto* const real = next<result parameters>(#name); \
    check(#name);                                             \
    return real(__VA_ARGS__);                                 \
  }

extern "C" void* __libc_malloc(size_t);
extern "C" void* __libc_calloc(size_t, size_t);
extern "C" void* __libc_realloc(void*, size_t);
extern "C" void __libc_free(void*);

extern "C" void* malloc(size_t size) { return check("malloc"), __libc_malloc(size); }
extern "C" void* calloc(size_t n, size_t size) { return check("calloc"), __libc_calloc(n, size); }
extern "C" void* realloc(void* p, size_t size) { return check("realloc"), __libc_realloc(p, size); }
extern "C" void free(void* p) {
  if (p != nullptr) check("free");
  __libc_free(p);
}
CHECKED(int, pthread_mutex_lock, (pthread_mutex_t * mutex), mutex)
CHECKED(int, pthread_setspecific, (pthread_key_t key, void const* value), key, value)
CHECKED(struct tm*, localtime_r, (time_t const* when, struct tm* result), when, result)
CHECKED(size_t, fwrite, (void const* from, size_t size, size_t n, FILE* to), from, size, n, to)
CHECKED(int, vsnprintf, (char* to, size_t size, char const* f, va_list v), to, size, f, v)
CHECKED(int, setenv, (char const* name, char const* value, int over), name, value, over)
CHECKED(char*, getenv, (char const* name), name)
CHECKED(char*, secure_getenv, (char const* name), name)
CHECKED(char*, strerror, (int code), code)

extern "C" int sigaction(int signo, struct sigaction const* set, struct sigaction* old) {
  static auto* const real = next<int(int, struct sigaction const*, struct sigaction*)>("sigaction");
  if (set == nullptr || set->sa_handler == SIG_DFL || set->sa_handler == SIG_IGN)
    return real(signo, set, old);
  handlers[signo] = set->sa_handler;
  struct sigaction ours = *set;
  ours.sa_handler = [](int caught) {
    watched_call const watched;
    handlers[caught](caught);
  };
  return real(signo, &ours, old);
}

extern "C" int dl_iterate_phdr(int (*look)(dl_phdr_info*, size_t, void*), void* data) {
  static auto* const real =
      next<int(int (*)(dl_phdr_info*, size_t, void*), void*)>("dl_iterate_phdr");
  check("dl_iterate_phdr");
  struct visitor {
    int (*look)(dl_phdr_info*, size_t, void*);
    void* data;
  } caller{look, data};
  return real(
      [](dl_phdr_info* object, size_t size, void* visited) {
        auto const& by = *static_cast<visitor*>(visited);
        watched_call const watched;
        return by.look(object, size, by.data);
      },
      &caller);
}
