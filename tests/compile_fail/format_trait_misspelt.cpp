// message: is_txet
// The compiler knows the names of all traits.
#include <trace2/format.hpp>

#include <string_view>

struct names {
  static constexpr std::string_view name = "names";
#if FAIL
  static constexpr trace2::format_traits traits{.is_txet = false};
#else
  static constexpr trace2::format_traits traits{.is_text = false};
#endif
  template <trace2::event_type Event>
  static constexpr bool wants = true;
  template <trace2::event_type Event>
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<Event> const&) noexcept {
    out.append(Event::event_name);
  }
};

static_assert(trace2::format_policy<names>);
int main() {}
