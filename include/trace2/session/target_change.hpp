// The change of one target while other threads trace: to another destination, to other options, or
// off.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/process/target.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The change of one target. Threads: one at a time.
template <class Kind>
class target_change {
  using target = trace2::target<Kind>;
  using setup = std::remove_pointer_t<decltype(target::state.current())>;

 public:
  /// Opens what the settings ask for, and `anew` also a file that is open already, but no recording
  /// that still has its name. False if that fails: the target stays as it is, and `reason`, which
  /// may be null, says why.
  [[gnu::cold]] bool prepare(settings const& wanted, bool anew, buffer* reason) noexcept {
    auto& opening = opening_of<Kind>;
    now_ = target::state.current();
    old_ = now_ == nullptr ? nullptr : now_->to;
    next_ = nullptr;
    is_ending_ = is_opened_ = false;
    if (now_ != nullptr && now_->chosen.is_attached) return true;
    if (!opening.is_asked_for(wanted)) {
      is_ending_ = now_ != nullptr;
      return true;
    }
    destination_context context = opening.context(wanted, reason);
    // Nobody renames a socket or a descriptor.
    bool const is_file = parse_destination(wanted.text(setting::target(target::name))).kind ==
                         destination::form::path;
    if (now_ != nullptr && !(anew && is_file && !opening.has_its_name(*now_->to)) &&
        opening.has_same_sink(wanted) && now_->to->error() == 0) {
      next_ = &target::state.prepare(*now_->to, opening.options(wanted, context, now_->chosen));
      return true;
    }
    buffer name;
    if (opening.opened_by() != nullptr) name_again(name, context);
    auto const opened = opening.open_sink(wanted, context);
    if (opened.to == nullptr) return false;
    opening.use(opened.to);
    is_opened_ = true;
    next_ = &target::state.prepare(*opened.to, opening.options(wanted, context, opened));
    return true;
  }

  /// Events take the new way from now on. `greet(setup)` writes the first ones to a new file.
  [[gnu::cold]] void publish(auto const& greet) noexcept {
    if (next_ == nullptr) return;
    if (is_opened_) greet(*next_);
    target::state.publish(*next_);
  }

  /// Switches the target off, if that is wanted.
  [[gnu::cold]] void stop() noexcept {
    if (!is_ending_) return;
    target::state.switch_off();
    opening_of<Kind>.use(nullptr);
  }

  /// True if the target will be on.
  bool is_on() const noexcept { return next_ != nullptr || (now_ != nullptr && !is_ending_); }

  /// Closes what gets no event any more. False, and nothing closed, if a thread still uses it.
  [[gnu::cold]] bool finish() noexcept {
    if (!is_over()) return true;
    if (!opening_of<Kind>.settle(*old_)) return false;
    old_->close();
    // Not before: the last delivery may lose lines, too.
    target::state.add_losses(*old_);
    opening_of<Kind>.dispose(*old_);
    if (is_ending_) target::state.forget_destination();
    old_ = nullptr;
    return true;
  }

 private:
  bool is_over() const noexcept { return old_ != nullptr && (is_ending_ || is_opened_); }

  /// The name of this process's file is taken, by the file that it had before.
  void name_again(buffer& name, destination_context& context) noexcept {
    name.append(context.file_name);
    name.append('.');
    name.append_decimal(++openings_);
    if (!name.failed()) context.file_name = name.view();
  }

  setup* now_ = nullptr;
  setup* next_ = nullptr;
  decltype(setup::to) old_ = nullptr;  ///< the destination of `now_`
  bool is_ending_ = false;
  bool is_opened_ = false;
  unsigned openings_ = 0;
};

template <class Kind>
inline constinit target_change<Kind> change_of{};

}}}  // namespace trace2::v0::detail
