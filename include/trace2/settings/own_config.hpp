// The configuration files that a program names for itself.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/settings/config_access.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/config_location.hpp>
#include <trace2/settings/remote_url_condition.hpp>
#include <trace2/value/settings_source.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The files of a source.
inline config_location location_of(settings_source const& source) noexcept {
  return {source.system_file, {source.user_files[0], source.user_files[1]}};
}

[[gnu::noinline]] inline bool read_own_config(settings_source const& source,
                                              config_access::receiver use,
                                              config_reader::problems report) noexcept {
  config_location const files = location_of(source);
  auto const read = [&](config_reader& reader) { files.read(reader); };
  remote_url_condition holds{read};
  config_reader reader{use, report, holds};
  read(reader);
  return !reader.failed() && !holds.failed();
}

inline constexpr config_access own_config{
    .read =
        [](settings_source const& source, config_access::receiver use) noexcept {
          return read_own_config(source, use, config_reader::problems::told);
        },
    .read_again =
        [](settings_source const& source, config_access::receiver use) noexcept {
          read_own_config(source, use, config_reader::problems::known);
        }};

}}}  // namespace trace2::v0::detail
