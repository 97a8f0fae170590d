#include <trace2/call/static_site.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recorder_base.hpp>
#include <trace2/recording/recorder_in_use.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/running_recorder.hpp"
#include <sys/mman.h>

namespace recorder_base_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;
using trace2::buffer;

TEST_CASE("a recording that is replaced hands on events and definitions") {
  support::running_recorder const first;
  recorder* const before = recorder::current();
  support::running_recorder second;
  REQUIRE(recorder::current() != before);
  buffer room;
  record_writer event{room, kind::event};
  event.put(std::int64_t{1});
  before->append(event.finish(0));
  CHECK(before->dropped() == 0);
  CHECK(recorder::current()->dropped() == 0);
  auto const heads = second.heads();
  REQUIRE(!heads.empty());
  CHECK(kind_of(heads.back()) == kind::event);

  static constinit trace2::detail::static_site site{"category", "label", {"file", 7}};
  CHECK(before->number_of(site.number, kind::site, [](record_writer& definition) {
    definition.put(std::uint32_t{7});
    for (char const* const name : {"file", "category", "label"}) definition.put_text(name);
  }) != 0);
  CHECK(second.sites(site) == 1);
}

}  // namespace recorder_base_test
