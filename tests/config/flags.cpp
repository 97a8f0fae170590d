// A program that says the same whatever it is compiled with.
#include <trace2/trace2.hpp>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

namespace {

struct measured {
  static constexpr std::string_view event_name = "measured";
  double least{};
  double most{};
  std::optional<int> count{};
  std::vector<float> all{};
};
BOOST_DESCRIBE_STRUCT(measured, (), (least, most, count, all))

trace2::timer const measuring{"flags", "measure"};
trace2::counter const numbers{"flags", "numbers"};

void measure(double least, double most) {
  TRACE2_THREAD("flags");
  TRACE2_REGION("flags", "measure");
  TRACE2_REGION_F("flags", "numbers", "%g", least);
  TRACE2_TIMER(measuring);
  TRACE2_COUNTER_ADD(numbers, 2);
  TRACE2_DATA("flags", "least", least);
  TRACE2_DATA("flags", "bytes", "\xc3\xa4 \x01 \xff");
  TRACE2_DATA_JSON("flags", "most", most);
  TRACE2_DATA_JSON("flags", "longest", std::chrono::duration<double>{most});
  TRACE2_EMIT((measured{.least = least, .most = most, .all = {0.5F}}));
  TRACE2_ERROR("%g", least);
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv, {.program_version = "1", .ancestry = false}};
  trace2::cmd_name("flags");
  // Not as a constant, of which compilers warn where -ffast-math rules it out.
  measure(0.25 * argc, std::strtod("inf", nullptr));
  return trace.exit(0);
}
