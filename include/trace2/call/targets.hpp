// Names for units that mention targets without writing to them.
#pragma once

namespace trace2 { inline namespace v0 {

namespace format {

struct normal;
struct perf;
struct json;
struct binary;

}  // namespace format

class sink;

template <class Format>
class target;

/// The formats a tracer can write, one target each, in the order in which an event visits them
/// (R-API-36). A format that isn't listed leaves no code. Complete in dispatcher.hpp.
template <class... Formats>
struct target_list;

/// Git's three targets, and the flight recorder.
using default_targets = target_list<format::normal, format::perf, format::json, format::binary>;

}}  // namespace trace2::v0
