// Members and events for which the reader has no description.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_scanner.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Renders members on demand, because most users of events never ask for them.
class member_renderer {
 public:
  /// Returns the members, valid until the source goes on.
  virtual std::span<json_member const> render() = 0;
  /// False if it is known without rendering that no member has this name.
  virtual bool may_have(std::string_view /*name*/) const { return true; }

 protected:
  ~member_renderer() = default;
};

/// A range of `json_member`, rendered at the first use.
class other_members {
 public:
  constexpr other_members() noexcept = default;
  constexpr explicit other_members(std::span<json_member const> members) noexcept
      : members_{members} {}
  constexpr explicit other_members(member_renderer& renderer) noexcept : renderer_{&renderer} {}

  /// False if no member has this name. Quick, because nearly all events lack the member sought.
  bool may_have(std::string_view name) const {
    return renderer_ == nullptr ? !members_.empty() : renderer_->may_have(name);
  }

  bool empty() const { return members().empty(); }
  std::size_t size() const { return members().size(); }
  json_member const& operator[](std::size_t index) const { return members()[index]; }
  auto begin() const { return members().begin(); }
  auto end() const { return members().end(); }

 private:
  std::span<json_member const> members() const {
    return renderer_ == nullptr ? members_ : renderer_->render();
  }

  std::span<json_member const> members_{};
  member_renderer* renderer_ = nullptr;
};

/// An event that is in no list: text formats print its members.
struct other_event {
  std::string_view event_name{};  ///< as on the wire
  other_members members{};        ///< names and JSON values, in the order of the line

  /// Members with a column of their own are not repeated.
  void perf(auto& line) const {
    bool first = true;
    for (auto const& [name, value] : members) {
      if (name == "category" || name == "t_abs") continue;
      if (!first) line << ' ';
      first = false;
      line << name << ':' << value.bare();
    }
  }
  void perf_category(auto& line) const {
    for (auto const& [name, value] : members)
      if (name == "category") line << value.bare();
  }
};
BOOST_DESCRIBE_STRUCT(other_event, (), ())

}}}  // namespace trace2::v0::read
