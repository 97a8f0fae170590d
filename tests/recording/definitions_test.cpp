#include <trace2/recording/definitions.hpp>
#include <trace2/call/object_switch.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/definition_list.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "support/catch.hpp"

namespace definitions_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;
using trace2::buffer;

namespace {

/// As long as the object lives the process has definitions and numbers of a case's own, which no
/// other recording repeats.
struct separate_numbers {
  separate_numbers() noexcept { object_switch_of<true>::value.numbers.store_release(numbers); }
  ~separate_numbers() { object_switch_of<true>::value.numbers.store_release(before); }

  numbering* before = &numbering_of_process();
  numbering* numbers = leaked<numbering>::make();
};

/// Definitions in a file of their own.
struct opened_definitions {
  explicit opened_definitions(std::size_t most = 1 << 20) {
    trace2::detail::start_clock();
    int const fd = ::memfd_create("definitions_test", MFD_CLOEXEC);
    descriptor = ::dup(fd);
    REQUIRE(file.open(fd, most, 0) == 0);
    REQUIRE(all.begin(chunks, "SID", "/program", 1));
  }
  ~opened_definitions() {
    all.let_go();
    file.close();
    ::close(descriptor);
  }

  std::uint32_t number_of(atomic<std::uint32_t>& number, std::size_t size = 100) {
    buffer room;
    record_writer site{room, kind::site};
    site.put_bytes(std::string(size, 's'));
    return all.number_of(chunks, number, site);
  }

  /// How often the file defines each number.
  std::map<std::uint32_t, int> numbers() const {
    std::vector<std::uint64_t> words(static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END)) /
                                     word);
    REQUIRE(::pread(descriptor, words.data(), words.size() * word, 0) > 0);
    std::map<std::uint32_t, int> found;
    for (std::size_t at = header_size / word; at < words.size(); at += words[at + 1] / word)
      for (std::size_t i = at + 4; i < at + words[at + 1] / word && words[i] != 0;
           i += words_of(words[i]))
        if (kind_of(words[i]) == kind::site) ++found[upper_of(words[i])];
    return found;
  }

  int descriptor = -1;
  mapped_file file;
  chunk_source chunks{file, recording_mode::grow, {}};
  definitions all;
};

}  // namespace

TEST_CASE("a definition gets one number, and is stored once") {
  separate_numbers const own;
  opened_definitions run;
  atomic<std::uint32_t> first{0};
  atomic<std::uint32_t> second{0};
  std::uint32_t const given = run.number_of(first);
  CHECK(given != 0);
  CHECK(run.number_of(first) == given);
  CHECK(run.number_of(second) == given + 1);
  CHECK(run.numbers() == std::map<std::uint32_t, int>{{given, 1}, {given + 1, 1}});
}

TEST_CASE("the next recording repeats all definitions, whatever became of the one before") {
  separate_numbers const own;
  std::vector<atomic<std::uint32_t>> known(1000);
  {
    opened_definitions run;
    for (auto& number : known) REQUIRE(run.number_of(number) != 0);
    CHECK(run.numbers().size() == known.size());
    REQUIRE(::ftruncate(run.descriptor, header_size) == 0);
  }
  opened_definitions next;
  REQUIRE(next.all.adopt(next.chunks));
  auto const found = next.numbers();
  for (auto const& number : known) CHECK(found.at(number.load_relaxed()) == 1);
}

TEST_CASE("a definition that finds no room gets no number, and nobody else gets it twice") {
  separate_numbers const own;
  opened_definitions run{header_size + 16 * granule};
  atomic<std::uint32_t> large{0};
  CHECK(run.number_of(large, 100'000) == 0);
  std::vector<atomic<std::uint32_t>> small(3000);
  std::size_t given = 0;
  while (given < small.size() && run.number_of(small[given]) != 0) ++given;
  CHECK(given > 10);
  CHECK(given < small.size());
  opened_definitions next;
  REQUIRE(next.all.adopt(next.chunks));
  for (auto const& [number, count] : next.numbers()) CHECK(count == 1);
}

TEST_CASE("a recording without room for the definitions before it says so") {
  separate_numbers const own;
  opened_definitions run;
  std::vector<atomic<std::uint32_t>> known(1000);
  for (auto& number : known) REQUIRE(run.number_of(number) != 0);
  opened_definitions small{header_size + 20 * granule};
  CHECK_FALSE(small.all.adopt(small.chunks));
  opened_definitions large;
  CHECK(large.all.adopt(large.chunks));
  CHECK(large.numbers().size() == known.size());
}

TEST_CASE("definitions find room as long as their file has some") {
  separate_numbers const own;
  constexpr std::size_t all = 20 * granule;
  opened_definitions run{header_size + all};
  std::vector<atomic<std::uint32_t>> known(2000);
  std::size_t given = 0;
  while (given < known.size() && run.number_of(known[given], 1000) != 0) ++given;
  CHECK(run.file.size() == header_size + all);
  CHECK(given > all / 1000 * 9 / 10);
}

TEST_CASE("a long definition gets a chunk in which it fits, up to a mebibyte") {
  separate_numbers const own;
  opened_definitions run;
  atomic<std::uint32_t> large{0};
  atomic<std::uint32_t> small{0};
  std::uint32_t const given = run.number_of(large, 50'000);
  CHECK(given != 0);
  CHECK(run.number_of(small) == given + 1);
  CHECK(run.numbers() == std::map<std::uint32_t, int>{{given, 1}, {given + 1, 1}});

  for (std::size_t const size : {1'000u, 20'000u, 200'000u, 1'000'000u, 2'000'000u}) {
    opened_definitions other{16 << 20};
    std::string const sid(size, 's');
    definitions all;
    CHECK(all.begin(other.chunks, sid, "/program", 1) == (size <= 1'000'000));
    all.let_go();
    std::string bytes(16 << 20, '\0');
    REQUIRE(::pread(other.descriptor, bytes.data(), bytes.size(), 0) > 0);
    CHECK((bytes.find(sid) != bytes.npos) == (size <= 1'000'000));
  }
}

TEST_CASE("definitions that somebody has written over end the recording") {
  separate_numbers const own;
  opened_definitions run;
  REQUIRE(run.all.is_intact());
  REQUIRE(::pwrite(run.descriptor, "x", 1, header_size) == 1);
  CHECK_FALSE(run.all.is_intact());
  std::vector<atomic<std::uint32_t>> many(1000);
  for (auto& number : many) run.number_of(number);
  CHECK(many.back().load_relaxed() == 0);
  CHECK(run.file.is_lost());
}

}  // namespace definitions_test

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
