// Functions that make eight calls of one kind each, between pieces of work. The difference of their
// size and that of `plain` is eight times the size of a call.
#include <trace2/trace2.hpp>

#include <string_view>

void work();

// By hand: a scope that calls one function when it is entered and another when it is left, also by
// an exception. Its size says what unwinding takes.
struct verbs {
  void (*enter)(int& site) noexcept;
  void (*leave)(int& site) noexcept;
};
extern verbs const* active;
extern int site;
struct scope {
  verbs const* entered_by = nullptr;
  ~scope() {
    if (__builtin_expect(entered_by != nullptr, 0)) entered_by->leave(site);
  }
};

#define ONE(...) \
  {              \
    __VA_ARGS__; \
    work();      \
  }
#define TWO(...) ONE(__VA_ARGS__) ONE(__VA_ARGS__)
#define FOUR(...) TWO(__VA_ARGS__) TWO(__VA_ARGS__)
#define EIGHT(...)  \
  work();           \
  FOUR(__VA_ARGS__) \
  FOUR(__VA_ARGS__) \
  work()

void plain() { EIGHT(); }
void data(long value) { EIGHT(TRACE2_DATA("index", "entries", value)); }
void text(std::string_view value) { EIGHT(TRACE2_DATA("index", "name", value)); }
void error(int code) { EIGHT(TRACE2_ERROR("failed with %d", code)); }
void name() { EIGHT(TRACE2_CALL(cmd_name, "scan")); }
void by_hand() {
  EIGHT(scope here; if (verbs const* const on = active; __builtin_expect(on != nullptr, 0)) {
    on->enter(site);
    here.entered_by = on;
  });
}
void region() { EIGHT(TRACE2_REGION("index", "load")); }
void region_with_message(int value) { EIGHT(TRACE2_REGION_F("index", "load", "%d", value)); }
