// A program that does one of several things: the first argument says which.
#pragma once

#include <cstddef>
#include <string_view>

#include <stdio.h>

namespace lifecycle {

struct verb {
  std::string_view name;
  int (*act)(int argc, char** argv);  ///< without the program's and the verb's name
};

template <std::size_t Count>
int run_verb(int argc, char** argv, verb const (&verbs)[Count]) {
  std::string_view const wanted = argc > 1 ? argv[1] : "";
  for (verb const& each : verbs)
    if (each.name == wanted) return each.act(argc - 2, argv + 2);
  ::fprintf(stderr, "there is no verb '%s'\n", argc > 1 ? argv[1] : "");
  return 2;
}

}  // namespace lifecycle
