#include <trace2/detail/text/quote.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/value/buffer.hpp>

#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace quoted_words_test {

using trace2::read::quoted_words;
using texts = std::vector<std::string>;

namespace {

texts words_of(std::string_view text) {
  std::pmr::monotonic_buffer_resource memory;
  quoted_words words{memory};
  auto const list = words.all_of(text);
  return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("words that nobody quoted end at blanks, a program of Windows behind its ending",
          "[read]") {
  auto const unquoted = [](std::string_view text) {
    std::pmr::monotonic_buffer_resource memory;
    quoted_words words{memory};
    auto const list = words.all_unquoted(text);
    return texts{list.begin(), list.end()};
  };
  CHECK(unquoted("C:\\a b\\c.exe get 'x y'") == texts{"C:\\a b\\c.exe", "get", "'x", "y'"});
  CHECK(unquoted("C:/a b/c.exe") == texts{"C:/a b/c.exe"});
  CHECK(unquoted("C:/a/c.exe d.exe") == texts{"C:/a/c.exe", "d.exe"});
  CHECK(unquoted("/usr/bin/git-credential-manager get") ==
        texts{"/usr/bin/git-credential-manager", "get"});
  CHECK(unquoted("git") == texts{"git"});
  CHECK(quoted_words::begins_with_unquoted_path("c:\\a"));
  CHECK_FALSE(quoted_words::begins_with_unquoted_path("'c:\\a'"));
  CHECK_FALSE(quoted_words::begins_with_unquoted_path("c:/a"));
  CHECK_FALSE(quoted_words::begins_with_unquoted_path("c:"));
}

TEST_CASE("quoted words are read as a shell would", "[read][R-QUO-01][R-QUO-02][R-QUO-04]") {
  CHECK(words_of("").empty());
  CHECK(words_of("git log --oneline") == texts{"git", "log", "--oneline"});
  CHECK(words_of("'a b' '' 'it'\\''s' 'oh'\\!''") == texts{"a b", "", "it's", "oh!"});
  CHECK(words_of("'back\\slash' 'a\nb'") == texts{"back\\slash", "a\nb"});
  CHECK(words_of("git ") == texts{"git"});
}

TEST_CASE("quotes that nobody closes end with the text", "[read]") {
  CHECK(words_of("'") == texts{""});
  CHECK(words_of("a 'b c") == texts{"a", "b c"});
  CHECK(words_of("a\\") == texts{"a\\"});
}

TEST_CASE("all bytes come back from their quotes", "[read][R-QUO-03]") {
  support::random_text random{support::all_bytes()};
  for (int round = 0; round < 300; ++round) {
    std::string const text = random.next(20);
    trace2::buffer quoted;
    trace2::detail::append_quoted(quoted, text);
    CHECK(words_of(quoted.view()) == texts{text});
  }
}

}  // namespace quoted_words_test
