// Defines what disturbance_sums.hpp declares.
#include "model/disturbance_sums.hpp"

#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/moment.hpp>

#include <memory_resource>

#include "model/model.hpp"

namespace trace2::program {

namespace {

struct told_disturbances {
  std::optional<std::int64_t> first_processor{};
  std::optional<std::int64_t> last_processor{};
  std::optional<std::uint64_t> waits{};
  std::optional<std::uint64_t> preemptions{};
  std::optional<std::uint64_t> minor_faults{};
  std::optional<std::uint64_t> major_faults{};
};
BOOST_DESCRIBE_STRUCT(told_disturbances, (),
                      (first_processor, last_processor, waits, preemptions, minor_faults,
                       major_faults))

}  // namespace

std::optional<disturbance_sums> disturbance_sums::of(std::string_view json) {
  told_disturbances told;
  read::json_value value;
  read::json_reader const reader{*std::pmr::null_memory_resource()};
  bool const is_whole = read::json_scanner{json}.pass(value) && reader.read(value, told) &&
                        told.first_processor && told.last_processor && told.waits &&
                        told.preemptions && told.minor_faults && told.major_faults;
  if (!is_whole) return {};
  return disturbance_sums{*told.waits, *told.preemptions, *told.minor_faults, *told.major_faults};
}

void disturbance_sums::add(disturbance_sums const& more) noexcept {
  waits = read::saturating_add(waits, more.waits);
  preemptions = read::saturating_add(preemptions, more.preemptions);
  minor_faults = read::saturating_add(minor_faults, more.minor_faults);
  major_faults = read::saturating_add(major_faults, more.major_faults);
}

std::optional<disturbance_sums> disturbances_in(model const& trace,
                                                std::vector<node_index> const& regions) {
  std::optional<disturbance_sums> sum;
  for (node_index const region : regions) {
    auto const found = trace.disturbances.find(region);
    if (found == trace.disturbances.end()) continue;
    if (!sum) sum.emplace();
    sum->add(found->second);
  }
  return sum;
}

}  // namespace trace2::program
