// A format of the program's own and the target that uses it: TRACE2_CSV=/tmp/trace.csv
// ./custom_format. The name of the format also gives the settings TRACE2_CSV_BRIEF and, in
// configuration files, trace2.csvTarget.
#define TRACE2_TRACER ::app::tracer
#include <trace2/format.hpp>
#include <trace2/trace2.hpp>

#include <string_view>

namespace app {

/// Each event is a row: thread, seconds since the start, event, and the values of its members.
struct csv {
  static constexpr std::string_view name = "csv";

  template <trace2::event_type Event>
  static constexpr bool wants = true;

  template <trace2::event_type Event>
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<Event> const& record) noexcept {
    write_field(out, record.thread.name);
    out.append(',');
    write_field(out, record.t_abs);
    out.append(',');
    write_field(out, Event::event_name);
    trace2::for_each_member<Event>([&](auto member) {
      out.append(',');
      write_field(out, record.event.*member.pointer);
    });
  }

 private:
  template <class Value>
  static void write_field(trace2::buffer& out, Value const& value) noexcept {
    trace2::buffer text;
    trace2::text_line{text} << value;
    out.append('"');
    for (char const c : text) {
      if (c == '"') out.append('"');
      out.append(c);
    }
    out.append('"');
  }
};

/// The targets of this program: Git's EVENT and the format above.
using tracer =
    trace2::basic_tracer<TRACE2_ENABLED != 0, trace2::target_list<trace2::format::json, csv>>;

}  // namespace app

int main(int argc, char** argv) {
  trace2::basic_session<app::tracer> const trace{argc, argv};
  TRACE2_CALL(cmd_name, "custom_format");
  {
    TRACE2_REGION("greet", "world");
    TRACE2_DATA("greet", "saying", "\"Hello\", she said");
  }
  return trace.exit(0);
}
