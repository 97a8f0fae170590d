// Shared by the parts of the OpenTelemetry export: the spans that wait to be written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "convert/otlp_lines.hpp"
#include "convert/otlp_names.hpp"
#include "convert/otlp_process.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/span_identity.hpp"
#include "output/left_out.hpp"

namespace trace2::program {

/// The state of the running processes, and their complete spans.
class otlp_spans : public read::tracker_visitor {
 public:
  /// Complete after the tracker's `finish`.
  program::left_out left_out() const;

  /// Adds attributes to all resources that are written from now on. They take the place of the
  /// export's own of the same name. Lifetime: keys and values outlive this object.
  void add_to_resources(otlp_attributes attributes) { of_resources_ = std::move(attributes); }

 protected:
  /// `to`: a sink or a receiver.
  template <class To>
  otlp_spans(To& to, read::label_table& labels, std::size_t most_waiting, std::size_t longest_line)
      : labels_{labels}, lines_{to, longest_line}, most_waiting_{most_waiting} {}

  otlp_process& begin(read::traced_process const& process);
  /// Most calls are for the process of the call before.
  otlp_process& of(read::traced_process const& process);
  void end(read::traced_process const& process);

  /// A span inside its process. The span replaces the one before; its texts have to stay until the
  /// span is added.
  otlp_span& begin_span(otlp_process const& open, std::string_view name, read::moment begin,
                        read::moment end);
  template <std::same_as<std::string> Text>
  otlp_span& begin_span(otlp_process const&, Text&& name, read::moment, read::moment) = delete;

  /// Gives a region or a thread the id of its span, which those inside need as well.
  template <class Part>
  static void identify(otlp_process const& open, char kind, Part& part) noexcept {
    part.tag = inner_span_id(open.id.span_id, kind, part.number).words[0];
  }
  template <class Part>
  static otlp_span_id id_of(Part const& part) noexcept {
    return {{part.tag}};
  }

  /// The id of the span around a depth of a thread: a region, the thread or the process.
  static otlp_span_id around(otlp_process const& open, read::traced_thread const& thread,
                             std::size_t depth) noexcept;

  /// Encodes the span that was begun last.
  void add(read::traced_process const& process, otlp_process& open, otlp_span& span);

  read::label_table& labels_;

 private:
  static constexpr std::size_t most_spans = 256;
  static constexpr std::size_t usual_of_resource = 7;

  void flush(read::traced_process const& process, otlp_process& open);

  /// Lifetime: that of the name and the process.
  otlp_attributes resource_of(read::traced_process const& process, otlp_process const& open,
                              otlp_process_name const& name) const;

  otlp_lines lines_;
  otlp_span span_;
  otlp_attributes of_resources_;
  std::size_t most_waiting_;
  std::size_t waiting_ = 0;  ///< bytes of complete spans that aren't written yet
  read::memory_budget memory_{read::limits::export_memory / 2};
  std::uint64_t values_left_out_ = 0;
  std::uint64_t events_left_out_ = 0;
  std::uint64_t spans_left_out_ = 0;
  std::unordered_map<std::uint32_t, otlp_process> open_;
  otlp_process* latest_ = nullptr;
  std::uint32_t latest_number_ = 0;  ///< of `latest_`
};

}  // namespace trace2::program
