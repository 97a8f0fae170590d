// first: a format of this list has no write for an event that it wants
// most lines: 36
// No call throws, so that no format may.
#define TRACE2_TRACER ::tracer
#include <trace2/format.hpp>
#include <trace2/trace2.hpp>

struct names {
  static constexpr std::string_view name = "names";
  template <trace2::event_type Event>
  static constexpr bool wants = true;
  template <trace2::event_type Event>
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<Event> const&) noexcept(!FAIL) {
    out.append(Event::event_name);
  }
};

using tracer = trace2::basic_tracer<true, trace2::target_list<names>>;

int main(int argc, char** argv) { trace2::basic_session<tracer> const trace{argc, argv}; }
