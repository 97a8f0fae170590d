// A program with one target: of the others nothing may be left.
#define TRACE2_TRACER ::json_only::tracer
#include <trace2/call/tracer.hpp>

namespace json_only {
using tracer = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;
}

#include <trace2/trace2.hpp>

#include <string_view>

struct hit {
  static constexpr std::string_view event_name = "hit";
  int level{};
  void normal(auto& line) const { line << "level " << level; }
};
BOOST_DESCRIBE_STRUCT(hit, (), (level))

int main(int argc, char** argv) {
  trace2::basic_session<json_only::tracer> const trace{argc, argv};
  TRACE2_THREAD("main");
  TRACE2_REGION("category", "label");
  TRACE2_DATA("category", "key", argc);
  TRACE2_DATA_JSON("category", "key", argc);
  TRACE2_EMIT(hit{argc});
  TRACE2_ERROR("%d", argc);
  TRACE2_CALL(cmd_name, "name");
  trace2::basic_child<json_only::tracer> const child{{.argv = argv}};
  child.failed();
  return trace.exit(0);
}
