// Functions that make one call each: what they are larger than `plain` is the size of a call.
#include <trace2/trace2.hpp>

#include <string_view>

void work();

void plain() { work(); }
void data(long value) {
  TRACE2_DATA("index", "entries", value);
  work();
}
void text(std::string_view value) {
  TRACE2_DATA("index", "name", value);
  work();
}
void error(int code) {
  TRACE2_ERROR("failed with %d", code);
  work();
}
void name() {
  TRACE2_CALL(cmd_name, "scan");
  work();
}
void region() {
  TRACE2_REGION("index", "load");
  work();
}
