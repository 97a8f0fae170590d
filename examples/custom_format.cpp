// A format of the program's own and the target that uses it: TRACE2_CSV=1 ./custom_format. The name
// of the format also gives the settings TRACE2_CSV_BRIEF and, in configuration files,
// trace2.csvTarget.
#define TRACE2_TRACER ::csv_tracer
#include <trace2/format.hpp>
#include <trace2/trace2.hpp>

struct csv {  // a row: thread, seconds since the start, event, and the values of its members
  static constexpr std::string_view name = "csv";
  template <trace2::event_type Event>
  static constexpr bool wants = true;

  template <trace2::event_type Event>
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<Event> const& record) noexcept {
    add(out, record.thread.name);
    add(out, record.t_abs);
    add(out, Event::event_name);
    trace2::for_each_member<Event>([&](auto member) { add(out, record.event.*member.pointer); });
  }

  static void add(trace2::buffer& out, auto const& value) noexcept {
    trace2::buffer text;
    trace2::text_line{text} << value;
    out.append(out.empty() ? "\"" : ",\"");
    for (char const c : text) out.append(c == '"' ? "\"\"" : std::string_view{&c, 1});
    out.append('"');
  }
};

using csv_tracer = trace2::basic_tracer<TRACE2_ENABLED != 0, trace2::target_list<csv>>;

int main(int argc, char** argv) {
  trace2::basic_session<csv_tracer> const trace{argc, argv};
  TRACE2_REGION("greet", "world");
  TRACE2_DATA("greet", "saying", "\"Hello\", she said");
  return trace.exit(0);
}
