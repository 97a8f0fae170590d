// Events of types that only the recorded program knows. Their schema and their stored wordings
// describe them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/detail/member_value.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/read/recording/member_reader.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// An event of such a type for the formats. Borrows the schema and the bytes of the event.
class schema_event {
 public:
  explicit schema_event(schema const& what) : what_{what} {
    for (schema::member const& member : what.members)
      members_.push_back({member.type, member.name});
  }
  schema_event(schema_event const&) = delete;
  schema_event& operator=(schema_event const&) = delete;

  /// Reads the members. False when the bytes don't match the schema.
  bool read(recorded_bytes bytes) {
    field_reader fields{bytes};
    reader_.begin_event();
    values_.clear();
    for (auto const& member : members_)
      if (auto const value = reader_.read(fields, member.type))
        values_.push_back(*value);
      else
        return false;
    if (what_.has(detail::normal_flag)) normal_ = fields.get_text();
    if (what_.has(detail::perf_flag)) perf_ = fields.get_text();
    if (what_.has(detail::perf_category_flag)) perf_category_ = fields.get_text();
    return !fields.failed();
  }

  std::size_t count() const noexcept { return members_.size(); }

  /// Calls `use(place, member, value)` for each member in order.
  template <class Use>
  void for_each(Use&& use) const {
    for (std::size_t i = 0; i < values_.size(); ++i) use(i, members_[i], values_[i]);
  }

  /// Calls `use(event)` with the event as an `untyped_event`, which formats take.
  void visit(auto&& use) const {
    trace2::detail::event_schema const schema{
        .flags = what_.flags,
        .places = trace2::detail::member_places{members_.data(), members_.size()},
        .count = static_cast<std::uint32_t>(members_.size()),
        .members = members_.data(),
        .normal = what_.has(detail::normal_flag) ? &append<&schema_event::normal_> : nullptr,
        .perf = what_.has(detail::perf_flag) ? &append<&schema_event::perf_> : nullptr,
        .perf_category = what_.has(detail::perf_category_flag)
                             ? &append<&schema_event::perf_category_>
                             : nullptr};
    use(trace2::detail::untyped_event{schema, what_.name, this, values_.data()});
  }

 private:
  using member_value = trace2::detail::member_value;

  template <std::string_view schema_event::* Words>
  static void append(trace2::buffer& out, void const* event) noexcept {
    out.append(static_cast<schema_event const*>(event)->*Words);
  }

  schema const& what_;
  std::vector<trace2::detail::event_schema::member> members_;
  std::vector<member_value> values_;
  member_reader reader_;
  std::string_view normal_;
  std::string_view perf_;
  std::string_view perf_category_;
};

/// Keeps one `schema_event` for each schema, so that single events allocate nothing.
class schema_events {
 public:
  /// The schema must outlive this object.
  schema_event& of(schema const& what) {
    auto& event = events_[&what];
    if (event == nullptr) event = std::make_unique<schema_event>(what);
    return *event;
  }

 private:
  std::unordered_map<schema const*, std::unique_ptr<schema_event>> events_;
};

}}}}  // namespace trace2::v0::read::recording
