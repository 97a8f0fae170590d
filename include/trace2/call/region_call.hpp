// The beginning or the end of a region, as objects pass it to the bodies of verbs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

struct region_call {
  text category{};
  text label{};
  text msg{};
  repo_id repo{};
  call_site at{};
  bool waits = false;
  /// The site or the object whose region it is; null for verbs, which name none.
  void const* owner = nullptr;
};

}}}  // namespace trace2::v0::detail
