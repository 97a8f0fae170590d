// Tells which phases the self time of a region, or of a main thread, was spent in.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/model.hpp"

namespace trace2::program {

/// The phases of a model, which must outlive it. A phase explains the time from its beginning to
/// its end in the region in which it ended, less what other phases that began before it, regions
/// and waits for children have of that time. Of regions with several entries only the first
/// beginning is known: they count in each phase that they may lie in, so that a phase never
/// explains too much.
class critical_phases {
 public:
  /// The phases during which another thread of the process lived, for which the main thread may
  /// have waited, or the other ones.
  enum class which : unsigned char { alone, beside_threads };
  /// Takes the label of a phase, and a time.
  using piece = std::function<void(read::label_id, read::nanoseconds)>;

  explicit critical_phases(model const& trace);

  /// Divides the self time of a region among the phases in it. Returns the sum of these parts, at
  /// most `most`.
  read::nanoseconds explain(process_node const& process, node_index region, which wanted,
                            read::nanoseconds most, piece const& add) const;

 private:
  struct part {
    read::moment begin;
    read::moment end;         ///< the latest that it may have
    read::nanoseconds total;  ///< of all its entries

    read::nanoseconds overlap(read::moment from, read::moment to) const noexcept;
  };

  static constexpr std::size_t most_steps = 20'000'000;

  std::vector<part> parts_of(node_index region) const;
  bool has_threads(process_node const& process, read::moment begin, read::moment end) const;

  model const& trace_;
  std::vector<phase_span> phases_;  ///< by region and beginning
};

}  // namespace trace2::program
