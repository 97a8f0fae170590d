// Buffers copy bytes: an item with a constructor of its own is refused.
#include <trace2/value/buffer.hpp>

#if FAIL
#  include <string>
using item = std::string;
#else
using item = char;
#endif

int main() { trace2::basic_buffer<item>{}.push_back({}); }
