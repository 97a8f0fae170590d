#include <trace2/control.hpp>
#include <trace2/control/offer.hpp>
#include <trace2/trace2.hpp>

#include <fstream>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/control_place.hpp"
#include "support/environment.hpp"
#include "support/standard_error.hpp"
#include <unistd.h>

namespace control_offer_test {

TEST_CASE("a configuration file may allow the control, and the program's prefix names it") {
  support::control_place const place;
  support::scoped_variable const files{"XDG_CONFIG_HOME", place / ""};
  std::string const path = place / "frob";
  auto const is_reachable = [&](trace2::settings_source const& source) {
    return support::run_in_child([&] {
      constexpr char const* argv[] = {"program", nullptr};
      trace2::session const trace{1, argv, {.settings = source, .ancestry = false}};
      return place.path_of(::getpid()).empty() ? 0 : 1;
    });
  };
  trace2::settings_source const frob{.prefix = "FROB", .user_files = {"frob"}};
  CHECK(is_reachable(frob) == 0);
  std::ofstream{path} << "[trace2]\n\tcontrol = true\n";
  CHECK(is_reachable(frob) == 1);
  support::scoped_variable const no{"FROB_CONTROL", "0"};
  CHECK(is_reachable(frob) == 0);
}

TEST_CASE("the setting of the control has an effect where the program includes it") {
  support::control_place const place;
  support::scoped_variable const debug{"FROB_TRACE2_DST_DEBUG", "1"};
  support::scoped_variable const control{"FROB_TRACE2_CONTROL", "1"};
  support::scoped_variable const unknown{"FROB_TRACE2_CONTROLS", "1"};
  CHECK(support::run_in_child([] {
          std::string const said = support::standard_error_of([] {
            constexpr char const* argv[] = {"program", nullptr};
            trace2::session const trace{
                1, argv, {.settings = {.prefix = "FROB_TRACE2"}, .ancestry = false}};
          });
          bool const is_told = said.find("FROB_TRACE2_CONTROLS has no effect") != said.npos;
          return is_told && said.find("FROB_TRACE2_CONTROL has") == said.npos ? 0 : 1;
        }) == 0);
}

}  // namespace control_offer_test
