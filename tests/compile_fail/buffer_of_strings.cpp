// Buffers copy bytes: an item with a constructor of its own is refused.
#include <trace2/detail/text/buffer.hpp>

#if FAIL
#  include <string>
using item = std::string;
#else
using item = char;
#endif

int main() { trace2::detail::basic_buffer<item>{}.push_back({}); }
