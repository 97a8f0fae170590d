// The subcommand `trace2 cat` as a program of its own.
#include "../../examples/trace2/cat.hpp"

#include <cstddef>

int main(int argc, char** argv) {
  return trace2_program::cat::run({argv + 1, static_cast<std::size_t>(argc - 1)});
}
