// Reads the events of text traces. A unit that includes a decoder itself compiles a function for
// each kind of event.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trace2 { inline namespace v0 { namespace read {
struct opened_input;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// A read::text_stream, or a read::event_stream, with the contracts of its functions.
class text_events {
 public:
  /// Reads an opened input, which outlives it and has a source.
  text_events(read::opened_input& from, std::string name, read::problem_handler report);
  /// Reads EVENT from a source, which outlives it.
  text_events(read::byte_source& from, std::string name, read::problem_handler report,
              std::size_t longest_line);
  ~text_events();
  text_events(text_events const&) = delete;
  text_events& operator=(text_events const&) = delete;

  read::occurrence const* next();
  std::uint64_t line_number() const noexcept;

 private:
  struct decoder;
  std::unique_ptr<decoder> decoder_;
};

}  // namespace trace2::program
