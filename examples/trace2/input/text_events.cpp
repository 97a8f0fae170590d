// Defines what text_events.hpp declares.
#include "input/text_events.hpp"

#include <trace2/read/event_stream.hpp>
#include <trace2/read/opened_text.hpp>

#include <utility>
#include <variant>

namespace trace2::program {

struct text_events::decoder : std::variant<read::text_stream, read::event_stream> {
  using variant::variant;
};

text_events::text_events(read::opened_input& from, std::string name, read::problem_handler report)
    : decoder_{std::make_unique<decoder>(std::in_place_type<read::text_stream>, from,
                                         std::move(name), std::move(report))} {}

text_events::text_events(read::byte_source& from, std::string name, read::problem_handler report,
                         std::size_t longest_line)
    : decoder_{std::make_unique<decoder>(std::in_place_type<read::event_stream>, from,
                                         std::move(name), std::move(report), longest_line)} {}

text_events::~text_events() = default;

read::occurrence const* text_events::next() {
  return std::visit([](auto& stream) { return stream.next(); }, *decoder_);
}

std::uint64_t text_events::line_number() const noexcept {
  return std::visit([](auto const& stream) { return stream.line_number(); }, *decoder_);
}

}  // namespace trace2::program
