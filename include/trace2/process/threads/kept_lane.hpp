// Where a thread records, as its context knows it: for the end of the thread, when its thread_local
// objects may be gone.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 { namespace detail {

namespace recording {
class lane;
class recorder;
}  // namespace recording

template <bool IsKept>
struct kept_lane {
  recording::lane* place = nullptr;
  recording::recorder* owner = nullptr;
};
template <>
struct kept_lane<false> {};

}}}  // namespace trace2::v0::detail
