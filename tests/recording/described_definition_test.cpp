#include <trace2/recording/described_definition.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>

#include <cstddef>
#include <string>

#include "support/catch.hpp"

namespace described_definition_test {

using namespace trace2::detail::recording;

TEST_CASE("a definition of any size becomes a record") {
  for (std::size_t const size : {std::size_t{1}, std::size_t{1000}, std::size_t{100'000}}) {
    std::string const text(size, 'x');
    described_definition definition{kind::site,
                                    [&](record_writer& writer) { writer.put_text(text); }};
    std::string_view const record = definition.record().finish(5);
    CHECK(record.find(text) != record.npos);
    CHECK(upper_of(head_of(record)) == 5);
    CHECK(words_of(head_of(record)) * word == record.size());
  }
}

}  // namespace described_definition_test
