// Reads the bodies of answers, in both encodings of OTLP. The fields are those that
// opentelemetry-proto publishes for ExportTraceServiceResponse and ExportTracePartialSuccess
// (opentelemetry/proto/collector/trace/v1/trace_service.proto; those of metrics have the same
// numbers), and those of google.rpc.Status.
#pragma once

#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace trace2::program::otlp_http {

/// What an answer says: how many items it rejects although it accepts the others, and why; or why
/// it refuses all.
struct answer_text {
  std::uint64_t rejected = 0;
  std::string reason{};
};

class json_answer {
 public:
  /// False when the text is no object of JSON.
  static bool read(std::string_view text, answer_text& to);

 private:
  static void note(read::json_member const& member, answer_text& to);
};

class protobuf_answer {
 public:
  /// `is_success`: whether the message is an answer that accepts, or a status. False when the bytes
  /// are no message.
  static bool read(std::string_view bytes, bool is_success, answer_text& to);

 private:
  /// In both messages 1 is a number and 2 a text.
  static bool read_fields(std::string_view bytes, answer_text& to);

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
    bool take_value(std::uint64_t wire_type, std::uint64_t& value, std::string_view& inside);
    bool take(std::uint64_t size, std::string_view& bytes);
    bool take_varint(std::uint64_t& value);

    std::string_view rest_;
  };
};

}  // namespace trace2::program::otlp_http
