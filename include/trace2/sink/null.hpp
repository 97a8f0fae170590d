// The sink that drops every line: for measuring the cost of a target without its sink.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/sink.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// Takes every line and does nothing with it. Threads: any, also at the same time. Errors: none.
class null_sink final : public sink {
 public:
  void write(std::string_view) noexcept override {}
};

}}  // namespace trace2::v0
