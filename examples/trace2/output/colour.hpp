// The option --color, by which a command says when it shows colours.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace trace2::program {

class output;
struct text_style;

/// The option --color: by default, colours on terminals only.
class colour_choice {
 public:
  void add_to(CLI::App& command);

  text_style style(output const& out) const;

 private:
  std::string when_ = "auto";
};

}  // namespace trace2::program
