// The bodies of the verbs for values that the program wants to remember.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/detailed_sum_bodies.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/data.hpp>
#include <trace2/process/counters/own_sum.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class value final : public detail::value_bodies {
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;

 public:
  /// `Number` is std::int64_t, std::uint64_t or double.
  template <class Number>
  static void data_number(detail::static_site& site, Number number) noexcept {
    if constexpr (records)
      if (short_record::data(site, number)) return;
    data_slowly(site, number);
  }
  static void data_text(detail::static_site& site, text content) noexcept {
    data_other(site, content, {});
  }
  static void data_chars(detail::static_site& site, char const* text) noexcept {
    data_other(site, text, {});
  }
  static void data_other(detail::static_site& site, data_value const& content,
                         repo_id repo) noexcept {
    value{}.data(site.category(), site.label(), content, repo, site.at());
  }

  void data(text category, text key, data_value const& content, repo_id repo,
            call_site at) const noexcept override {
    publish_data(category, key, content, repo, at);
  }

  void data_json(text category, text key, detail::json_source content, repo_id repo,
                 call_site at) const noexcept override {
    call_context const s;
    if (!s) return;
    s.memory().json.clear();
    content.append(detail::output_to(s.memory().json), content.value);
    publish_json(s, category, key, {s.memory().json.view()}, repo, at);
  }
  void data_json(text category, text key, json_text content, repo_id repo,
                 call_site at) const noexcept override {
    if (call_context const s; s) publish_json(s, category, key, content, repo, at);
  }

  void program_event(detail::offered_event const& offered, repo_id repo,
                     call_site at) const noexcept override {
    if (call_context const s; s) emitter::publish(offered, s, at, repo);
  }

  void add_to_counter(detail::sum_definition const& counter,
                      std::uint64_t amount) const noexcept override {
    named_sum<detail::counter_sum> const sums{counter};
    if (auto* const sum = sums.find(); sum != nullptr)
      sum->add(amount);
    else
      sums.misuse().sum.fetch_add(1);
  }
  bool start_timer(detail::sum_definition const& timer) const noexcept override {
    named_sum<detail::timer_sum> const sums{timer};
    auto* const sum = sums.find();
    if (sum != nullptr && (timer.distribution == 0 || has_room(*sum))) return sum->start(), true;
    sums.misuse().sum.fetch_add(1);
    return false;
  }
  void stop_timer(detail::sum_definition const& timer) const noexcept override {
    named_sum<detail::timer_sum> const sums{timer};
    if (auto* const sum = sums.find(); sum != nullptr && !sum->stop_and_keep())
      sums.misuse().timer_stop.fetch_add(1);
  }

  static void publish_json(call_context const& s, text category, text key, json_text content,
                           repo_id repo, call_site at) noexcept {
    emitter::publish(
        event::data_json{.t_abs = s.t_abs(),
                         .t_rel = s.since_region(),
                         .nesting = s.thread->open_regions(),
                         .category = category.or_empty(),
                         .key = key.or_empty(),
                         .value = {detail::redacted_json(s.memory().redacted, content.text)}},
        s, at, repo);
  }

 private:
  using short_record = detail::short_record_of<Targets>;
  static constexpr bool records = dispatcher<Targets>::records;

  /// The session's own timer or counter of the same names.
  template <class Sum>
  struct named_sum : detail::own_sum<true, Sum> {
    explicit named_sum(detail::sum_definition const& named) noexcept
        : detail::own_sum<true, Sum>{detail::sum_definitions<Sum>.counterpart_of(named)} {}
  };

  /// For the lengths of intervals. True without the feature, too: the timer counts without them.
  static bool has_room(detail::timer_sum& timer) noexcept {
    auto const* const bodies = detail::detailed_sums_of(detail::this_process);
    return bodies == nullptr || bodies->make_room(timer);
  }

  /// A number that fits into registers, so that one function publishes all of them, to which the
  /// others jump: see line_target_state::accept for what a call costs.
  struct plain_number {
    explicit plain_number(std::int64_t value) noexcept : signed_{value}, type_{type::integer} {}
    explicit plain_number(std::uint64_t value) noexcept : unsigned_{value}, type_{type::natural} {}
    explicit plain_number(double value) noexcept : floating_{value}, type_{type::floating} {}

    data_value value() const noexcept {
      return type_ == type::integer   ? data_value{signed_}
             : type_ == type::natural ? data_value{unsigned_}
                                      : data_value{floating_};
    }
    /// True if `integer` says it.
    bool is_integer() const noexcept {
      return type_ == type::integer || (type_ == type::natural && signed_ >= 0);
    }
    std::int64_t integer() const noexcept { return signed_; }

   private:
    enum class type : unsigned char { integer, natural, floating };
    union {
      std::int64_t signed_;
      std::uint64_t unsigned_;
      double floating_;
    };
    type type_;
  };

  template <class Number>
  [[gnu::noinline]] static void data_slowly(detail::static_site& site, Number number) noexcept {
    if constexpr (records)
      if (short_record::data_slowly(site, number)) return;
    publish_number(site, plain_number{number});
  }
  [[gnu::noinline]] static void publish_number(detail::static_site& site,
                                               plain_number number) noexcept {
    if (!number.is_integer()) [[unlikely]]
      return publish_data(site.category(), site.label(), number.value(), {}, site.at());
    if (call_context const s; s)
      emitter::template publish_site_event<event::data>(s, site, s.since_region(),
                                                        number.integer());
  }

  [[gnu::noinline]] static void publish_data(text category, text key, data_value const& content,
                                             repo_id repo, call_site at) noexcept {
    if (call_context const s; s)
      emitter::publish(event::data{.t_abs = s.t_abs(),
                                   .t_rel = s.since_region(),
                                   .nesting = s.thread->open_regions(),
                                   .category = category.or_empty(),
                                   .key = key.or_empty(),
                                   .value = detail::redacted_value(s.memory().redacted, content)},
                       s, at, repo);
  }
};

}}}  // namespace trace2::v0::verb
