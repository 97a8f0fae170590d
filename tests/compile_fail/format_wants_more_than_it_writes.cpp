// message: the format wants this event and has no write for it
// message: only_data
// message: cache_lookup
// A format writes what it wants.
#define TRACE2_TRACER ::tracer
#include <trace2/event/data.hpp>
#include <trace2/format.hpp>
#include <trace2/trace2.hpp>

#include <concepts>
#include <string_view>

struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), ())

struct only_data {
  static constexpr std::string_view name = "only_data";
  template <trace2::event_type Event>
  static constexpr bool wants =
      std::same_as<Event, trace2::event::data> || (FAIL && std::same_as<Event, cache_lookup>);
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<trace2::event::data> const& record) noexcept {
    out.append(record.event.key);
  }
};

using tracer = trace2::basic_tracer<true, trace2::target_list<only_data>>;

int main() { tracer::emit(cache_lookup{}); }
