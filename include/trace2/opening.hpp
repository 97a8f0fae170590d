// From what the settings ask for to open targets.
#pragma once

#include <trace2/destination.hpp>
#include <trace2/detail/environment.hpp>
#include <trace2/detail/kept.hpp>
#include <trace2/detail/recording/recorder.hpp>
#include <trace2/dispatcher.hpp>
#include <trace2/filter.hpp>
#include <trace2/process.hpp>
#include <trace2/recording_destination.hpp>
#include <trace2/settings.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/target.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2::inline v0::detail {

template <class Targets>
class opening {
 public:
  /// Whether any target is asked for, or was attached by the program.
  static bool is_wanted(settings const& configuration) noexcept {
    bool is_wanted = false;
    dispatcher<Targets>::for_each([&](target_state const& state, auto format) {
      auto const destination = parse_destination(configuration.text(setting::target(format.name)));
      is_wanted =
          is_wanted || state.destination() != nullptr || destination.kind != destination::form::off;
    });
    return is_wanted;
  }

  /// Opens each target that is asked for; true if one is open then. Files of a process are named
  /// after its id, which must be known.
  static bool open(settings const& from) noexcept {
    bool is_open = false;
    dispatcher<Targets>::for_each([&](target_state& state, auto format) {
      // A target that the program has attached stays as it is.
      if (state.destination() == nullptr) open<decltype(format)>(state, from);
      is_open = is_open || state.destination() != nullptr;
    });
    recording::recorder::set_alone(dispatcher<Targets>::only_records());
    return is_open;
  }

  template <class Format>
  static void open(target_state& state, settings const& from) noexcept {
    static constinit variable_name variable;
    variable = from.variable(setting::target(Format::name));
    bool const diagnoses = from.number(setting::destination_debug(), 1, 0) > 0;
    destination_context const context{
        .variable = variable.view(),
        .file_name = this_process.identity.load_relaxed()->component(),
        .max_files = from.number(setting::max_files(), 0, 0),
        .debug = diagnoses};
    std::string_view const value = from.text(setting::target(Format::name));
    // A program that has one session after the other needs no descriptor for each.
    static constinit sink* used = nullptr;
    bool const is_usable = used != nullptr && used->error() == 0;
    opened_destination const opened = is_usable              ? opened_destination{used}
                                      : is_recording<Format> ? open_recording(value, context, from)
                                                             : open_destination(value, context);
    if (opened.to == nullptr) return;
    std::uint64_t const held_back =
        is_usable || is_recording<Format> ? 0 : from.size(setting::buffer(Format::name));
    sink& to = buffered(*opened.to, held_back);
    used = opened.is_own_file ? nullptr : &to;
    state.open(to, {.format = {.brief = from.flag(setting::brief(Format::name), false),
                               .nesting_limit = from.number(setting::nesting(Format::name), 1, 2)},
                    .filter = event_filter{from.text(setting::filter(Format::name))},
                    .variable = variable.view(),
                    .diagnoses = diagnoses,
                    .is_overloaded = opened.overloaded,
                    .is_own_file = opened.is_own_file});
    if (is_usable) state.leave_losses_to_past();
  }

 private:
  static sink& buffered(sink& to, std::uint64_t bytes) noexcept {
    if (bytes == 0) return to;
    auto* const made = kept<buffered_sink>::make(to, static_cast<std::size_t>(bytes));
    return made == nullptr ? to : *made;
  }
};

}  // namespace trace2::inline v0::detail
