// Defines make_perf_lines of text_lines.hpp.
#include <trace2/format/perf.hpp>

#include <memory>

#include "convert/text.hpp"
#include "convert/text_lines.hpp"

namespace trace2::program {

std::unique_ptr<text_lines> make_perf_lines(sink& to, format_settings const& settings) {
  return std::make_unique<text_writer<format::perf>>(to, settings);
}

}  // namespace trace2::program
