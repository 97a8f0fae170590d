// The model of a trace that a test writes down.
#pragma once

#include <string>
#include <utility>

#include "model/model_builder.hpp"
#include "support/catch.hpp"
#include "support/trace_log.hpp"

namespace support {

struct modelled {
  trace2::read::label_table labels;
  trace2::program::model trace;

  explicit modelled(std::string text, trace2::program::model_limits const& limits = {}) {
    trace2::program::model_builder builder{labels, limits};
    CHECK(follow(std::move(text), builder, labels).empty());
    trace = builder.complete();
  }

  /// "category/name"
  std::string name_of(trace2::read::label_id id) const {
    auto const& label = labels[id];
    return std::string{label.category} + "/" + std::string{label.name};
  }

  /// The sum of a name that occurs once.
  template <class Sums>
  auto const& sum_of(Sums const& sums, std::string const& name) const {
    for (auto const& [id, sum] : sums)
      if (name_of(id) == name) return sum;
    FAIL("nothing is called " << name);
    return sums.begin()->second;
  }
};

}  // namespace support
