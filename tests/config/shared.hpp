// The code that units with different settings share. It has the same tokens in all of them, because
// it names the compiled-in classes, whatever the unit's setting is.
#pragma once

#include <trace2/compiled_in.hpp>

namespace units {

inline void share() {
  using tracer = trace2::basic_tracer<true, trace2::default_targets>;
  static trace2::basic_counter<true> const files{"shared", "files"};
  static trace2::basic_timer<true> const reading{"shared", "read"};
  auto const interval = reading.measure();
  files.add(5);
  tracer::data_json("shared", "id", trace2::basic_session<tracer>::id());
}

}  // namespace units
