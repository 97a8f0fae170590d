// Verbs for values that the program wants to remember, and for events of its own.
#pragma once

#include <trace2/call_site.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/recording/short_record.hpp>
#include <trace2/detail/static_site.hpp>
#include <trace2/dispatcher.hpp>
#include <trace2/emitter.hpp>
#include <trace2/event.hpp>
#include <trace2/event/data.hpp>
#include <trace2/statement.hpp>
#include <trace2/value.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace trace2::inline v0::verb {

template <bool Enabled, class Targets>
class value {
 public:
  /// A text or number, with the time since the innermost open region began.
  static void data(text category, text key, data_value value, repo_id repo = {},
                   call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_data(category, key, value, repo, at);
  }

  /// The same for names that are literals, see TRACE2_DATA, which has asked whether tracing is on.
  template <class Value>
  static void data(detail::static_site& site, Value const& value) noexcept {
    if constexpr (Enabled) {
      if constexpr (std::signed_integral<Value> && !std::same_as<Value, char>)
        emit_number(site, static_cast<std::int64_t>(value));
      else if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>)
        emit_number(site, static_cast<std::uint64_t>(value));
      else if constexpr (std::floating_point<Value>)
        emit_number(site, static_cast<double>(value));
      else if constexpr (std::convertible_to<Value const&, char const*>)
        emit_text(site, static_cast<char const*>(value));
      else if constexpr (detail::text_like<Value>)
        emit_text(site, std::string_view{value});
      else
        emit_data(site.category(), site.label(), value, {}, site.at());
    }
  }
  template <class Value>
  static void data(detail::static_site& site, Value const& value, repo_id repo) noexcept {
    if constexpr (Enabled) emit_data(site.category(), site.label(), value, repo, site.at());
  }

  /// A structured value: anything made of described structs, ranges, maps, optionals, texts and
  /// numbers, or ready JSON as `json_text`.
  template <class Value>
  static void data_json(text category, text key, Value const& value, repo_id repo = {},
                        call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_json(category, key, value, repo, at);
  }

  /// Any event: a described struct, see `event_type`. Leaves no code when no target of the list
  /// writes it.
  template <event_type Event>
  static void emit(Event const& event, repo_id repo = {},
                   call_site at = call_site::here()) noexcept {
    if constexpr (Enabled && dispatcher<Targets>::template wants<Event>)
      if constexpr (Enabled)
        if (detail::is_on()) emit_event(event, repo, at);
  }

 private:
  using short_record = detail::recording::short_record;
  static constexpr bool records = dispatcher<Targets>::records;

  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;

  template <class Number>
  [[gnu::noinline]] static void emit_number(detail::static_site& site, Number number) noexcept {
    if (!records || !short_record::data(site, number)) emit_number_slowly(site, number);
  }
  template <class Number>
  [[gnu::noinline]] static void emit_number_slowly(detail::static_site& site,
                                                   Number number) noexcept {
    if (records && short_record::data_slowly(site, number)) return;
    emit_data(site.category(), site.label(), number, {}, site.at());
  }

  // The size of a call is that of what it hands over.
  template <class Text>
  [[gnu::noinline]] static void emit_text(detail::static_site& site, Text text) noexcept {
    emit_data(site.category(), site.label(), text, {}, site.at());
  }

  [[gnu::noinline]] static void emit_data(text category, text key, data_value value, repo_id repo,
                                          call_site at) noexcept {
    if (statement const s; s)
      emitter::publish(event::data{.t_abs = s.t_abs(),
                                   .t_rel = s.since_region(),
                                   .nesting = s.thread->open_regions(),
                                   .category = category.or_empty(),
                                   .key = key.or_empty(),
                                   .value = value},
                       s, at, repo);
  }

  template <class Value>
  [[gnu::noinline]] static void emit_json(text category, text key, Value const& value, repo_id repo,
                                          call_site at) noexcept {
    statement const s;
    if (!s) return;
    s.thread->json.clear();
    detail::append_json(s.thread->json, value);
    emit_json(s, category, key, {s.thread->json.view()}, repo, at);
  }

  [[gnu::noinline]] static void emit_json(text category, text key, json_text value, repo_id repo,
                                          call_site at) noexcept {
    if (statement const s; s) emit_json(s, category, key, value, repo, at);
  }

  static void emit_json(statement const& s, text category, text key, json_text value, repo_id repo,
                        call_site at) noexcept {
    emitter::publish(event::data_json{.t_abs = s.t_abs(),
                                      .t_rel = s.since_region(),
                                      .nesting = s.thread->open_regions(),
                                      .category = category.or_empty(),
                                      .key = key.or_empty(),
                                      .value = value},
                     s, at, repo);
  }

  template <event_type Event>
  [[gnu::noinline]] static void emit_event(Event const& event, repo_id repo,
                                           call_site at) noexcept {
    if (statement const s; s) emitter::publish(event, s, at, repo);
  }
};

}  // namespace trace2::inline v0::verb
