// From what the settings ask for to open targets.
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/target.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/recording_destination.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Opens targets; one body for all formats, which come by name.
class target_opening {
 public:
  using opener = opened_destination (*)(std::string_view value, destination_context const&,
                                        settings const&) noexcept;

  constexpr target_opening(std::string_view format, opener with) noexcept
      : format_{format}, open_{with} {}

  /// Whether the target is asked for, or was attached by the program.
  bool is_wanted(target_state const& state, settings const& from) const noexcept {
    return state.destination() != nullptr ||
           parse_destination(from.text(setting::target(format_))).kind != destination::form::off;
  }

  /// Opens what the settings ask for, which may be nothing. Files of a process are named after its
  /// id, which must be known.
  [[gnu::cold]] void open(target_state& state, settings const& from) noexcept {
    variable_ = from.variable(setting::target(format_));
    bool const diagnoses = from.number(setting::destination_debug(), 1, 0) > 0;
    bool const is_usable = used_ != nullptr && used_->error() == 0;
    opened_destination opened{used_};
    if (!is_usable) {
      opened = open_(from.text(setting::target(format_)),
                     {.variable = variable_.view(),
                      .file_name = this_process.identity.load_relaxed()->component(),
                      .max_files = from.number(setting::max_files(), 0, 0),
                      .held_back = from.size(setting::buffer(format_)),
                      .debug = diagnoses},
                     from);
      if (opened.to == nullptr) return;
      used_ = opened.is_own_file ? nullptr : opened.to;
    }
    state.open(*opened.to,
               {.format = {.brief = from.flag(setting::brief(format_), false),
                           .nesting_limit = from.number(setting::nesting(format_), 1, 2)},
                .filter = event_filter{from.text(setting::filter(format_))},
                .variable = variable_.view(),
                .diagnoses = diagnoses,
                .is_overloaded = opened.overloaded,
                .is_own_file = opened.is_own_file});
    if (is_usable) state.leave_losses_to_past();
  }

 private:
  std::string_view format_;
  opener open_;
  variable_name variable_;
  /// A program that has one session after the other needs no descriptor for each.
  sink* used_ = nullptr;
};

template <class System>
opened_destination open_lines(std::string_view value, destination_context const& context,
                              settings const&) noexcept {
  return open_destination<System>(value, context);
}

// A function for each kind, so that a list of targets without recordings holds no recorder.
template <class Format>
constexpr target_opening::opener opener_of() noexcept {
  if constexpr (is_recording<Format>)
    return open_recording;
  else
    return open_lines<sink_system>;
}

template <class Format>
inline constinit target_opening opening_of{Format::name, opener_of<Format>()};

template <class Targets>
class opening {
 public:
  /// Whether any target is asked for, or was attached by the program.
  static bool is_wanted(settings const& from) noexcept {
    bool is_wanted = false;
    dispatcher<Targets>::for_each([&](target_state const& state, auto format) {
      is_wanted = is_wanted || opening_of<decltype(format)>.is_wanted(state, from);
    });
    return is_wanted;
  }

  /// Opens each target that is asked for; true if one is open then. A target that the program has
  /// attached stays as it is.
  static bool open(settings const& from) noexcept {
    bool is_open = false;
    dispatcher<Targets>::for_each([&](target_state& state, auto format) {
      if (state.destination() == nullptr) opening_of<decltype(format)>.open(state, from);
      is_open = is_open || state.destination() != nullptr;
    });
    recording::recorder::set_alone(dispatcher<Targets>::only_records());
    return is_open;
  }
};

}}}  // namespace trace2::v0::detail
