#include <trace2/read/line_reader.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace line_reader_test {

using trace2::read::line_reader;
using result = line_reader::result;

namespace {

/// Hands over a text in pieces of one size, then fails if told so.
class slow_source final : public trace2::read::byte_source {
 public:
  slow_source(std::string text, std::size_t piece, int error = 0)
      : text_{std::move(text)}, piece_{piece}, error_{error} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    REQUIRE(size > 0);
    std::size_t const got = text_.copy(room, std::min(size, piece_), at_);
    at_ += got;
    return got == 0 ? -error_ : static_cast<std::ptrdiff_t>(got);
  }
  std::size_t position() const noexcept override { return at_; }

 private:
  std::string text_;
  std::size_t piece_;
  int error_;
  std::size_t at_ = 0;
};

/// Each line with its result and number, such as "line 1: abc".
std::vector<std::string> lines_of(trace2::read::byte_source& source, std::size_t most = 1000) {
  static constexpr char const* names[] = {"line", "torn", "too long", "end", "error"};
  line_reader reader{source, most};
  std::vector<std::string> all;
  for (;;) {
    result const what = reader.next();
    if (what == result::end) return all;
    std::string text{names[static_cast<int>(what)]};
    text.append(" ").append(std::to_string(reader.number()));
    if (what == result::line || what == result::torn_line) text.append(": ").append(reader.line());
    all.push_back(text);
    if (what == result::error) return all;
  }
}

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a stream is cut at line feeds, in whatever pieces it comes", "[read]") {
  for (std::size_t piece = 1; piece < 12; ++piece) {
    slow_source source{"a\n\nbcd\r\ne f\n", piece};
    CHECK(lines_of(source) == texts{"line 1: a", "line 2: ", "line 3: bcd\r", "line 4: e f"});
  }
}

TEST_CASE("a last line without its end is told apart", "[read]") {
  slow_source source{"a\nbc", 2};
  CHECK(lines_of(source) == texts{"line 1: a", "torn 2: bc"});
}

TEST_CASE("a byte order mark in front of the first line is dropped", "[read]") {
  slow_source source{"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n", 2};
  CHECK(lines_of(source) == texts{"line 1: {}", "line 2: \xef\xbb\xbf{}"});
  slow_source torn{"\xef\xbb\xbf{}", 2};
  CHECK(lines_of(torn) == texts{"torn 1: {}"});
  slow_source empty{"\xef\xbb\xbf", 2};
  CHECK(lines_of(empty).empty());
}

TEST_CASE("blank lines and comments tell nothing", "[read]") {
  using trace2::read::is_blank_or_comment;
  CHECK(is_blank_or_comment(""));
  CHECK(is_blank_or_comment(" \t\r"));
  CHECK(is_blank_or_comment(" # x"));
  CHECK_FALSE(is_blank_or_comment("{}"));
  CHECK_FALSE(is_blank_or_comment(" x #"));
}

TEST_CASE("an empty stream has no lines", "[read]") {
  slow_source source{"", 2};
  CHECK(lines_of(source).empty());
}

TEST_CASE("a line that is too long is skipped and counted", "[read]") {
  for (std::size_t piece : {1u, 3u, 7u, 1000u}) {
    slow_source source{"0123456789\n01234567890\nab\n" + std::string(500, 'x') + "\nc\n", piece};
    CHECK(lines_of(source, 10) ==
          texts{"line 1: 0123456789", "too long 2", "line 3: ab", "too long 4", "line 5: c"});
  }
}

TEST_CASE("a last line that is too long ends the stream", "[read]") {
  slow_source source{"a\n" + std::string(50, 'x'), 5};
  CHECK(lines_of(source, 10) == texts{"line 1: a", "too long 2"});
}

TEST_CASE("a long line needs memory of its own size, not of the stream's", "[read]") {
  std::string const large(3'000'000, 'x');
  slow_source source{large + "\nb\n", 100'000};
  auto const lines = lines_of(source, 4'000'000);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].size() == large.size() + std::string_view{"line 1: "}.size());
  CHECK(lines[1] == "line 2: b");
}

TEST_CASE("what was read before a failure is handed over first", "[read]") {
  slow_source source{"a\nb", 2, EIO};
  CHECK(lines_of(source) == texts{"line 1: a", "torn 2: b", "error 3"});
  slow_source broken{"", 2, EIO};
  line_reader reader{broken};
  CHECK(reader.next() == result::error);
  CHECK(reader.error() == EIO);
}

}  // namespace line_reader_test
