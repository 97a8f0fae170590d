// The types of OTLP's metrics that the export uses. The names of members are those on the wire.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/otlp_schema.hpp"

namespace trace2::program {

/// A sum counts from the beginning of the process.
inline constexpr int otlp_cumulative = 2;

struct otlp_number_point {
  otlp_attributes attributes{};
  otlp_number startTimeUnixNano{};
  otlp_number timeUnixNano{};
  std::string asInt{};
};
BOOST_DESCRIBE_STRUCT(otlp_number_point, (), (attributes, startTimeUnixNano, timeUnixNano, asInt))

struct otlp_sum {
  std::vector<otlp_number_point> dataPoints{};
  int aggregationTemporality = otlp_cumulative;
  bool isMonotonic = true;
};
BOOST_DESCRIBE_STRUCT(otlp_sum, (), (dataPoints, aggregationTemporality, isMonotonic))

/// There is one bucket more than bounds. A bound belongs to the bucket below it.
struct otlp_histogram_point {
  otlp_attributes attributes{};
  otlp_number startTimeUnixNano{};
  otlp_number timeUnixNano{};
  std::string count{};
  double sum{};
  std::vector<std::string> bucketCounts{};
  std::vector<double> explicitBounds{};
  double min{};
  double max{};
};
BOOST_DESCRIBE_STRUCT(otlp_histogram_point, (),
                      (attributes, startTimeUnixNano, timeUnixNano, count, sum, bucketCounts,
                       explicitBounds, min, max))

struct otlp_histogram {
  std::vector<otlp_histogram_point> dataPoints{};
  int aggregationTemporality = otlp_cumulative;
};
BOOST_DESCRIBE_STRUCT(otlp_histogram, (), (dataPoints, aggregationTemporality))

/// One of sum and histogram is present, and has one data point.
struct otlp_metric {
  std::string name{};
  std::string_view unit{};
  std::optional<otlp_sum> sum{};
  std::optional<otlp_histogram> histogram{};
};
BOOST_DESCRIBE_STRUCT(otlp_metric, (), (name, unit, sum, histogram))

/// Lifetime: that of the metrics.
struct otlp_scope_metrics {
  otlp_scope scope{};
  std::span<otlp_metric const> metrics{};
};
BOOST_DESCRIBE_STRUCT(otlp_scope_metrics, (), (scope, metrics))

struct otlp_resource_metrics {
  otlp_resource resource{};
  std::vector<otlp_scope_metrics> scopeMetrics{};
};
BOOST_DESCRIBE_STRUCT(otlp_resource_metrics, (), (resource, scopeMetrics))

/// A line of the file.
struct otlp_metrics_message {
  std::vector<otlp_resource_metrics> resourceMetrics{};
};
BOOST_DESCRIBE_STRUCT(otlp_metrics_message, (), (resourceMetrics))

}  // namespace trace2::program
