// The sums of a phase as the value of a data_json event.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/process/sum_snapshot.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// Writes what changed between two snapshots:
///
///     {"of":"phase","whose":"process","t_total":1.500000,"sums":[
///       {"category":"db","name":"get","intervals":1000,"t_total":0.500000},
///       {"category":"db","name":"bytes","count":4096}]}
///
/// A distribution_timer has `"unit":"ns","values":[[800,990],[12000,10]]`, too: pairs of a length
/// in nanoseconds and a number of intervals.
///
/// It begins as read/phase_report.hpp expects it. A value that would make a line longer than some
/// readers take goes on in a further one, which lacks the phase's own time.
class sum_report {
 public:
  /// `out` is scratch memory. Calls `publish()` for each value in it.
  template <class Publish>
  static void write(buffer& out, sum_snapshot const& before, sum_snapshot const& after,
                    duration time, Publish const& publish) noexcept {
    sum_report report{out, before, after};
    report.begin();
    out.append("\"t_total\":");
    append_duration(out, time);
    out.append(",\"sums\":[");
    report.write_all<timer_sum>(false, publish);
    report.write_all<timer_sum>(true, publish);
    report.write_all<counter_sum>(false, publish);
    report.end(publish);
  }

 private:
  /// Bytes of a value after which the next one begins. The lengths of a distribution_timer take
  /// less than 30 KB.
  static constexpr std::size_t long_enough = 30'000;

  sum_report(buffer& out, sum_snapshot const& before, sum_snapshot const& after) noexcept
      : out_{out}, before_{before}, after_{after} {}

  void begin() noexcept {
    out_.clear();
    out_.append(after_.is_of_thread() ? "{\"of\":\"phase\",\"whose\":\"thread\","
                                      : "{\"of\":\"phase\",\"whose\":\"process\",");
    is_first_ = true;
  }
  template <class Publish>
  void end(Publish const& publish) noexcept {
    out_.append("]}");
    publish();
  }

  template <class Publish>
  [[gnu::noinline]] void begin(sum_definition const& each, Publish const& publish) noexcept {
    if (out_.size() > long_enough) {
      end(publish);
      begin();
      out_.append("\"sums\":[");
    }
    out_.append(is_first_ ? "{\"category\":" : ",{\"category\":");
    is_first_ = false;
    append_json_string(out_, each.category);
    out_.append(",\"name\":");
    append_json_string(out_, each.name);
  }

  template <class Sum, class Publish>
  void write_all(bool with_lengths, Publish const& publish) noexcept {
    sum_definitions<Sum>.for_each([&](sum_definition const& each) {
      if ((each.distribution != 0) != with_lengths) return;
      auto const sum = after_.since<Sum>(before_, each.number);
      if (sum.count == 0 && sum.ticks == 0) return;
      begin(each, publish);
      append(static_cast<Sum const*>(nullptr), sum);
      if (with_lengths) append_lengths(each);
      out_.append('}');
    });
  }

  void append(timer_sum const*, sum_snapshot::sum const& sum) noexcept {
    out_.append(",\"intervals\":");
    out_.append_decimal(sum.count);
    out_.append(",\"t_total\":");
    append_duration(out_, duration::nanoseconds(clock::duration(sum.ticks)));
  }
  void append_lengths(sum_definition const& timer) noexcept {
    out_.append(",\"unit\":\"ns\",\"values\":[");
    json_list pairs{out_};
    after_.for_each_length_since(before_, timer, [&](std::int64_t length, std::uint64_t count) {
      pairs.next();
      out_.append('[');
      out_.append_decimal(clock::duration(length));
      out_.append(',');
      out_.append_decimal(count);
      out_.append(']');
    });
    out_.append(']');
  }
  void append(counter_sum const*, sum_snapshot::sum const& sum) noexcept {
    out_.append(",\"count\":");
    out_.append_decimal(sum.count);
  }

  buffer& out_;
  sum_snapshot const& before_;
  sum_snapshot const& after_;
  bool is_first_ = true;
};

}}}  // namespace trace2::v0::detail
