// Opens the files of targets whose settings ask for rotation.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/duration_text.hpp>
#include <trace2/session/rotation_hooks.hpp>
#include <trace2/session/shared_directory.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/rotating.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The number of files that stay. A text that is no number means the default, because 0 removes
/// files.
constexpr unsigned parse_kept(std::string_view text) noexcept {
  constexpr unsigned usual = 5;
  constexpr unsigned most = 1000;
  bool const is_empty = text.empty();
  std::uint64_t const number = take_number(text);
  bool const is_number = !is_empty && text.empty();
  return !is_number ? usual : number < most ? static_cast<unsigned>(number) : most;
}

[[gnu::cold]] inline rotation_limits limits_of(settings const& from,
                                               std::string_view target) noexcept {
  std::string_view const age = from.text(rotation_setting::age(target));
  std::string_view const number = from.text(rotation_setting::keep(target));
  constexpr std::int64_t second = 1'000'000'000;
  auto const seconds = static_cast<std::uint64_t>(parse_duration(age) / second);
  if (seconds == 0 && !age.empty() && age != "0") from.tell_unclear(rotation_setting::age(target));
  if (number.find_first_not_of("0123456789") != number.npos)
    from.tell_unclear(rotation_setting::keep(target));
  return {.size = from.size(rotation_setting::size(target)),
          .seconds = seconds,
          .kept = parse_kept(number)};
}

class rotation {
 public:
  [[gnu::cold]] static sink* open(settings const& from, std::string_view target,
                                  std::string_view value,
                                  destination_context const& context) noexcept {
    rotation_limits const limits = limits_of(from, target);
    bool const is_wanted = limits.size != 0 || limits.seconds != 0;
    buffer path;
    path.append(value);
    char const* const name = path.c_str();
    if (!is_wanted || name == nullptr) return nullptr;
    if (is_no_file(parse_destination(value).kind, name)) {
      // A person who switches the target on from outside, and is told the reasons, has chosen no
      // file.
      if (context.debug && context.reason == nullptr)
        warn({"trace '", context.variable, "' does not rotate: it is no file"});
      return nullptr;
    }
    // The sink reports a path that can't be opened, with the reason.
    shared_directory parent{value};
    if (!paths::is_absolute(value) || parent.holds_strangers()) return nullptr;
    owned_descriptor const opened = parent.open<sink_system>(name);
    if (opened.value < 0) return nullptr;
    auto* const rotating = leaked<rotating_sink>::make(name, limits, opened);
    if (rotating == nullptr) {
      system_calls::close(opened.value);
      return nullptr;
    }
    if (rotating->error() != 0) {
      leaked<rotating_sink>::give_back(*rotating);
      return nullptr;
    }
    if (context.held_back == 0) return rotating;
    auto* const buffered =
        leaked<buffered_sink>::make(*rotating, static_cast<std::size_t>(context.held_back));
    return buffered == nullptr ? static_cast<sink*>(rotating) : buffered;
  }

  [[gnu::cold]] static bool give_back(sink& ended) noexcept {
    return leaked<rotating_sink>::give_back_at(&ended);
  }

 private:
  /// True if it is a directory, a device, a descriptor or a socket.
  static bool is_no_file(destination::form kind, char const* name) noexcept {
    using form = destination::form;
    file_status status;
    if (kind != form::path) return kind == form::descriptor || kind == form::unix_socket;
    return system_calls::status(name, status) == 0 && !status.is_regular();
  }
};

inline constexpr rotation_hooks hooks_for_rotation{&rotation::open, &rotation::give_back};
/// Before main: sessions find the code that opens such files.
inline bool const rotates = (hooks_of_rotation.store_release(&hooks_for_rotation), true);

}}}  // namespace trace2::v0::detail
