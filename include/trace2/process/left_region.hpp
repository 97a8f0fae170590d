// The end of a region that was left before the regions inside it: what its event says when those
// have ended.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region.hpp>
#include <trace2/call/region_call.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// In memory of its own, because such regions are mistakes: others pay nothing for them.
class left_region {
 public:
  /// Copies the names, whose object is about to end. Null when memory ran out.
  static left_region* make(region_call const& of, std::int64_t now) noexcept {
    errno_guard const guard;
    auto* const made = new (std::nothrow) left_region;
    if (made == nullptr) return nullptr;
    made->names_.keep(lasting_text{std::string_view{of.category}},
                      lasting_text{std::string_view{of.label}}, of.repo, of.at);
    made->waits_ = of.waits;
    made->left_at_ = now;
    return made;
  }
  static void end(left_region& of) noexcept {
    errno_guard const guard;
    of.names_.drop();
    delete &of;
  }

  std::int64_t left_at() const noexcept { return left_at_; }  ///< ticks of the clock
  region_call call() const noexcept {
    return {names_.category(), names_.label(), {}, names_.repo(), names_.at(), waits_, nullptr};
  }

 private:
  left_region() noexcept = default;

  std::int64_t left_at_ = 0;
  region_names names_;
  bool waits_ = false;
};

}}}  // namespace trace2::v0::detail
