// Defines what otlp_lines.hpp, otlp_protobuf.hpp, otlp_schema.hpp, otlp_texts.hpp declare.
#include "convert/otlp_lines.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/value/utf8.hpp>

#include <bit>

#include "convert/otlp_protobuf.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/otlp_texts.hpp"

namespace trace2::program {

// ---- otlp_lines.hpp ----

bool otlp_json_lines::append(otlp_event const& event, std::string& to) {
  return append_json_item(line_, event, to);
}

bool otlp_json_lines::append(otlp_span const& span, std::string& to) {
  return append_json_item(line_, span, to);
}

bool otlp_lines::add(otlp_span const& span, otlp_span_list& to) {
  bool const is_added = to.add([&](std::string& bytes) { return to_.append(span, bytes); });
  spans_left_out_ += is_added ? 0 : 1;
  return is_added;
}

void otlp_lines::write(otlp_attributes resource, otlp_span_list const& spans) {
  otlp_traces message;
  otlp_scope_spans& scope =
      add_scope(message.resourceSpans, &otlp_resource_spans::scopeSpans, std::move(resource));
  divide(0, spans.size(), spans_left_out_, [&](std::size_t first, std::size_t count) {
    scope.spans = spans.part(first, count);
    return to_.take(message);
  });
}

void otlp_lines::write(otlp_attributes resource, std::span<otlp_metric const> metrics) {
  otlp_metrics_message message;
  otlp_scope_metrics& scope =
      add_scope(message.resourceMetrics, &otlp_resource_metrics::scopeMetrics, std::move(resource));
  divide(0, metrics.size(), metrics_left_out_, [&](std::size_t first, std::size_t count) {
    scope.metrics = metrics.subspan(first, count);
    return to_.take(message);
  });
}

// ---- otlp_protobuf.hpp ----

void protobuf_writer::append_item(otlp_span const& span) {
  constexpr auto spans = protobuf_fields<otlp_scope_spans>.back();
  append_message(spans, span);
}

void protobuf_writer::append_text(protobuf_field field, std::string_view text) {
  if (field.form == protobuf_form::fixed_number) return append_fixed(field, bits_of(text));
  append_characters(field, text);
}

void protobuf_writer::append_fixed(protobuf_field field, std::uint64_t bits) {
  append_tag(field, eight_bytes);
  append_eight_bytes(bits);
}

void protobuf_writer::append_eight_bytes(std::uint64_t bits) {
  for (int i = 0; i < 8; ++i, bits >>= 8) to_.push_back(static_cast<char>(bits & 0xff));
}

std::uint64_t protobuf_writer::bits_of(double number) noexcept {
  return std::bit_cast<std::uint64_t>(number);
}

std::uint64_t protobuf_writer::bits_of(std::string_view digits) noexcept {
  return digits.starts_with('-') ? static_cast<std::uint64_t>(parsed<std::int64_t>(digits))
                                 : parsed<std::uint64_t>(digits);
}

void protobuf_writer::append_characters(protobuf_field field, std::string_view text) {
  append_tag(field, length_delimited);
  std::size_t const begin = to_.size();
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    utf8_character const character = utf8_character_at(text, at);
    if (!character.is_well_formed()) {
      to_.append(text.substr(kept, at - kept)).append(replacement_character);
      kept = at + character.size;
    }
    at += character.size;
  }
  to_.append(text.substr(kept));
  insert_length(begin);
}

void protobuf_writer::append_number(protobuf_field field, std::uint64_t value) {
  append_tag(field, varint);
  append_varint(value);
}

void protobuf_writer::append_varint(std::uint64_t value) {
  for (; value > 0x7f; value >>= 7) to_.push_back(static_cast<char>((value & 0x7f) | 0x80));
  to_.push_back(static_cast<char>(value));
}

void protobuf_writer::insert_length(std::size_t begin) {
  std::string length;
  protobuf_writer{length}.append_varint(to_.size() - begin);
  to_.insert(begin, length);
}

}  // namespace trace2::program

namespace trace2::program {

// ---- otlp_schema.hpp ----

void otlp_number::append_json(buffer& out) const noexcept {
  out.append('"');
  out.append_decimal(value);
  out.append('"');
}

void otlp_attribute::append_json(buffer& out) const noexcept {
  out.append(R"({"key":)");
  read::append_json_string(out, key);
  // Half of a line is attributes, and nearly all values are texts.
  if (value.stringValue) {
    out.append(R"(,"value":{"stringValue":)");
    read::append_json_string(out, *value.stringValue);
    return out.append("}}");
  }
  out.append(R"(,"value":)");
  read::append_json(out, value);
  out.append('}');
}

void otlp_encoded_event::append_json(buffer& out) const noexcept { out.append(bytes); }

void otlp_encoded_spans::append_json(buffer& out) const noexcept {
  out.append('[');
  if (count != 0) out.append(bytes.substr(1));
  out.append(']');
}

}  // namespace trace2::program

namespace trace2::program {

// ---- otlp_texts.hpp ----

std::string_view otlp_texts::cut(std::string_view text) noexcept {
  std::string_view const kept = read::cut_text(text, value_set::most_bytes);
  count(kept.size() == text.size());
  return kept;
}

std::string_view otlp_texts::fit(std::string_view text, read::memory_share& to) {
  std::string_view const kept = read::cut_text(text, value_set::most_bytes);
  bool const is_room = to.take(kept.size() + per_entry);
  count(kept.size() == text.size() && is_room);
  return is_room ? kept : std::string_view{};
}

std::string_view otlp_texts::keep(std::string_view text) { return texts_.emplace_front(fit(text)); }

}  // namespace trace2::program
