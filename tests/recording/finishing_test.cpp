#include <trace2/recording/finishing.hpp>
#include <trace2/recording/recorder.hpp>

#include "support/catch.hpp"
#include "support/running_recorder.hpp"
#include <unistd.h>

namespace finishing_test {

using namespace trace2::detail::recording;

TEST_CASE("a recording that ends says so, and how many events found no room") {
  support::running_recorder run;
  recorder* const to = recorder::current();
  to->drop();
  CHECK(run.words()[4] == 1);
  CHECK(run.words()[5] == 0);
  to->drop();
  run.descriptor = ::dup(run.descriptor);  // the recorder closes its own
  to->close();
  CHECK(run.words()[4] == 2);
  CHECK(run.words()[5] == 1);
}

}  // namespace finishing_test
