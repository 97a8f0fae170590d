// Compresses what is written and puts it into text: gzip in Base64, which needs no escapes in HTML.
#pragma once

#include <trace2/sink.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include <zlib.h>

namespace trace2::program {

/// Passes compressed text on to another sink, which must outlive it. Call `finish` at the end.
class packed_output final : public trace2::sink {
 public:
  explicit packed_output(trace2::sink& to);
  packed_output(packed_output const&) = delete;
  packed_output& operator=(packed_output const&) = delete;
  ~packed_output();

  void write(std::string_view bytes) noexcept override { pack(bytes, Z_NO_FLUSH); }
  int error() const noexcept override { return is_open_ ? to_.error() : ENOMEM; }

  void finish();

 private:
  void pack(std::string_view bytes, int flush) noexcept;

  void put(std::size_t size);

  void put_group();

  trace2::sink& to_;
  z_stream state_{};
  gz_header header_{};
  bool is_open_ = false;
  std::array<Bytef, 16 * 1024> room_{};
  std::array<Bytef, 3> group_{};  ///< bytes that become four letters
  std::size_t left_ = 0;          ///< bytes in the group
  std::string text_;
};

}  // namespace trace2::program
