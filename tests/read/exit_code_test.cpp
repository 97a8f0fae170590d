#include <trace2/read/decoder.hpp>
#include <trace2/read/exit_code.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace exit_code_test {

namespace tr = trace2::read;

namespace {

tr::exit_code code_of(std::string_view told) {
  tr::decoder decoder;
  std::string line = R"({"event":"exit","sid":"S","thread":"main","t_abs":1.0,"code":)";
  tr::occurrence const* const what = decoder.decode(line.append(told).append("}"));
  REQUIRE(what != nullptr);
  return tr::exit_code_of(what->get<trace2::event::exit>()->code, *what);
}

}  // namespace

TEST_CASE("an exit code may be any number, also one in a text", "[read][R-CHD-02]") {
  CHECK(code_of("0") == 0);
  CHECK(code_of("-1") == -1);
  CHECK(code_of("-1073741819") == -1073741819);
  CHECK(code_of("3221225477") == 3221225477);
  CHECK(code_of(R"("1")") == 1);
}

TEST_CASE("an exit code that is no number is unknown", "[read]") {
  for (std::string_view const told : {"null", R"("one")", "[1]"})
    CHECK_FALSE(code_of(told));
}

TEST_CASE("a process fails with any known code but 0", "[read]") {
  CHECK(tr::is_failure(-1));
  CHECK(tr::is_failure(3221225477));
  CHECK_FALSE(tr::is_failure(0));
  CHECK_FALSE(tr::is_failure({}));
}

TEST_CASE("an exit code that is too large is that of the event, not one within its members", "[read]") {
  CHECK(code_of(R"(3221225477,"child":{"code":5})") == 3221225477);
  CHECK(code_of("3221225477 , \"x\" : {\"code\" : 5}") == 3221225477);
}

}  // namespace exit_code_test
