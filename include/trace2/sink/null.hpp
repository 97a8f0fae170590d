// Takes every line and does nothing with it: for measuring what a target costs before its sink.
#pragma once

#include <trace2/sink.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// Threads: safe to use from all. Never fails.
class null_sink final : public sink {
 public:
  void write(std::string_view) noexcept override {}
};

}}  // namespace trace2::v0
