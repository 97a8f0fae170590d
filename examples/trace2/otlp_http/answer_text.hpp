// Reads the bodies of answers, in both encodings of OTLP. The fields are those that
// opentelemetry-proto publishes for ExportTraceServiceResponse and ExportTracePartialSuccess
// (opentelemetry/proto/collector/trace/v1/trace_service.proto; those of metrics have the same
// numbers), and those of google.rpc.Status.
#pragma once

#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>

namespace trace2_program::otlp_http {

/// What an answer says: how many items it rejects although it accepts the others, and why; or why
/// it refuses all.
struct answer_text {
  std::uint64_t rejected = 0;
  std::string reason{};
};

class json_answer {
 public:
  /// False when the text is no object of JSON.
  static bool read(std::string_view text, answer_text& to) {
    trace2::read::json_scanner scanner{text};
    bool const is_object = scanner.object([&to](trace2::read::json_member const& member) {
      if (member.name == "partialSuccess")
        trace2::read::json_scanner{member.value.text}.object(
            [&to](trace2::read::json_member const& inner) { note(inner, to); });
      else
        note(member, to);
    });
    return is_object && scanner.is_at_end();
  }

 private:
  static void note(trace2::read::json_member const& member, answer_text& to) {
    std::string_view const bare = member.value.bare();
    if (member.name == "rejectedSpans" || member.name == "rejectedDataPoints") {
      std::from_chars(bare.data(), bare.data() + bare.size(), to.rejected);
    } else if ((member.name == "errorMessage" || member.name == "message") &&
               member.value.kind == trace2::read::json_kind::string) {
      std::pmr::monotonic_buffer_resource memory;
      to.reason = trace2::read::json_reader{memory}.text(member.value);
    }
  }
};

class protobuf_answer {
 public:
  /// `is_success`: whether the message is an answer that accepts, or a status. False when the bytes
  /// are no message.
  static bool read(std::string_view bytes, bool is_success, answer_text& to) {
    if (!is_success) return read_fields(bytes, to);
    return fields{bytes}.visit([&to](std::uint64_t number, std::uint64_t, std::string_view inside) {
      return number != 1 || read_fields(inside, to);
    });
  }

 private:
  /// In both messages 1 is a number and 2 a text.
  static bool read_fields(std::string_view bytes, answer_text& to) {
    return fields{bytes}.visit(
        [&to](std::uint64_t number, std::uint64_t value, std::string_view inside) {
          if (number == 1) to.rejected = value;
          if (number == 2) to.reason = inside;
          return true;
        });
  }

  /// The fields of a message, one after the other.
  class fields {
   public:
    explicit fields(std::string_view bytes) noexcept : rest_{bytes} {}

    /// Calls `use(number, value, inside)`. False when the bytes are no message, or `use` says so.
    template <class Use>
    bool visit(Use const& use) {
      while (!rest_.empty()) {
        std::uint64_t tag = 0;
        std::uint64_t value = 0;
        std::string_view inside;
        if (!take_varint(tag) || tag < 8 || !take_value(tag & 7, value, inside)) return false;
        if (!use(tag >> 3, value, inside)) return false;
      }
      return true;
    }

   private:
    bool take_value(std::uint64_t wire_type, std::uint64_t& value, std::string_view& inside) {
      switch (wire_type) {
        case 0:
          return take_varint(value);
        case 1:
          return take(8, inside);
        case 2:
          return take_varint(value) && take(value, inside);
        case 5:
          return take(4, inside);
        default:
          return false;
      }
    }
    bool take(std::uint64_t size, std::string_view& bytes) {
      if (size > rest_.size()) return false;
      bytes = rest_.substr(0, static_cast<std::size_t>(size));
      rest_.remove_prefix(bytes.size());
      return true;
    }
    bool take_varint(std::uint64_t& value) {
      for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
        auto const byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) return true;
      }
      return false;
    }

    std::string_view rest_;
  };
};

}  // namespace trace2_program::otlp_http
