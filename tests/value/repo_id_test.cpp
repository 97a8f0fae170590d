#include <trace2/value/repo_id.hpp>

#include "support/catch.hpp"

namespace repo_id_test {

using trace2::repo_id;

TEST_CASE("an event without repository is not one of an unregistered repository", "[R-REG-10]") {
  CHECK_FALSE(repo_id{}.has_value());
  CHECK(repo_id{repo_id::unregistered}.has_value());
  CHECK(repo_id{12345}.has_value());
}

}  // namespace repo_id_test
