#include "convert/quick_sha256.hpp"

#include <cstddef>
#include <string>

#include "support/catch.hpp"

namespace quick_sha256_test {

TEST_CASE("a quick digest is the usual one, whatever the processor has") {
  std::string message;
  for (std::size_t size = 0; size < 300; ++size) {
    trace2::sha256 const usual{message};
    trace2::sha256 const quick = trace2::program::quick_sha256(message);
    for (std::size_t i = 0; i < 8; ++i)
      if (quick.word(i) != usual.word(i)) FAIL("word " << i << " of " << size << " bytes");
    message += static_cast<char>(size * 151 + size / 7);
  }
}

}  // namespace quick_sha256_test
