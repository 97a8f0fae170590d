// Optional: values of Boost.JSON as values of `data_json` and as members of events. No other header
// of the writer includes Boost.JSON. A program that builds such values needs the library as well:
// it links it, or includes <boost/json/src.hpp> in one of its units.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/value/buffer.hpp>

#include <boost/json/array.hpp>
#include <boost/json/kind.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

template <>
struct foreign_json<boost::json::string> {
  static void append(buffer& out, boost::json::string const& text) noexcept {
    append_json_string(out, {text.data(), text.size()});
  }
};

template <>
struct foreign_json<boost::json::array> {
  static void append(buffer& out, boost::json::array const& array) noexcept {
    append_json_array(out, array);
  }
};

template <>
struct foreign_json<boost::json::object> {
  static void append(buffer& out, boost::json::object const& object) noexcept {
    out.append('{');
    json_list list{out};
    for (boost::json::key_value_pair const& member : object) {
      list.next();
      append_json_string(out, {member.key().data(), member.key().size()});
      out.append(':');
      append_json(out, member.value());
    }
    out.append('}');
  }
};

/// In the order of the value's own members; an infinite or undefined number is null, as everywhere.
template <>
struct foreign_json<boost::json::value> {
  static void append(buffer& out, boost::json::value const& value) noexcept {
    switch (value.kind()) {
      case boost::json::kind::null:
        return append_json(out, nullptr);
      case boost::json::kind::bool_:
        return append_json(out, value.get_bool());
      case boost::json::kind::int64:
        return append_json(out, value.get_int64());
      case boost::json::kind::uint64:
        return append_json(out, value.get_uint64());
      case boost::json::kind::double_:
        return append_json(out, value.get_double());
      case boost::json::kind::string:
        return append_json(out, value.get_string());
      case boost::json::kind::array:
        return append_json(out, value.get_array());
      case boost::json::kind::object:
        return append_json(out, value.get_object());
    }
  }
};

}}}  // namespace trace2::v0::detail
