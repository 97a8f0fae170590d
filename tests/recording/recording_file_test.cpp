#include <trace2/detail/system/atomic.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include "support/truncation_fault.hpp"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace recording_file_test {

using namespace trace2;
namespace recording = trace2::detail::recording;

namespace {

std::string_view make_record(buffer& room, std::string_view text) {
  recording::record_writer record{room, recording::kind::event};
  for (int i = 0; i < 6; ++i) record.put(std::uint64_t{0});
  record.put_text(text);
  return record.finish(1);
}

/// Ends the recording, so that the next case finds none.
struct closing_file : recording_file {
  using recording_file::recording_file;
  ~closing_file() { close(); }
};

}  // namespace

TEST_CASE("a recording is made where nothing is, and nowhere else") {
  support::temporary_directory const directory;
  std::string const path = directory / "recording";
  closing_file file{path.c_str(), {}};
  CHECK(file.error() == 0);
  struct ::stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK(status.st_size > 0);
  closing_file const again{path.c_str(), {}};
  CHECK(again.error() == EEXIST);
  closing_file const nowhere{(directory / "no/such").c_str(), {}};
  CHECK(nowhere.error() == ENOENT);
}

TEST_CASE("what is written is in the file at once") {
  support::temporary_directory const directory;
  std::string const path = directory / "recording";
  closing_file file{path.c_str(), {.sid = "the-sid", .program = "/the/program"}};
  buffer room;
  file.store(make_record(room, "the text"));
  std::string const bytes = support::content_of(directory / "recording");
  CHECK(bytes.find("the-sid") != bytes.npos);
  CHECK(bytes.find("/the/program") != bytes.npos);
  CHECK(bytes.find("the text") != bytes.npos);
  CHECK(file.dropped() == 0);
}

TEST_CASE("a recording takes over the descriptor of an empty file, or the error in its place") {
  support::temporary_directory const directory;
  std::string const path = directory.write("recording", "");
  int const fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(fd >= 0);
  closing_file file{fd, {.sid = "the-sid"}};
  CHECK(file.error() == 0);
  buffer room;
  file.store(make_record(room, "the text"));
  std::string const bytes = support::content_of(path);
  CHECK(bytes.find("the-sid") != bytes.npos);
  CHECK(bytes.find("the text") != bytes.npos);
  closing_file const none{-EMFILE, {}};
  CHECK(none.error() == EMFILE);
}

TEST_CASE("what follows a record is ignored, what isn't whole as well") {
  support::temporary_directory const directory;
  closing_file file{(directory / "recording").c_str(), {}};
  buffer room;
  std::string const record{make_record(room, "first")};
  file.store(record + "\n");
  file.store(std::string_view{record}.substr(0, record.size() - 1));
  file.store("");
  file.store("x");
  CHECK(file.dropped() == 0);
  std::string const bytes = support::content_of(directory / "recording");
  CHECK(bytes.find("first") == bytes.rfind("first"));
}

TEST_CASE("a record that has no room is counted, and why") {
  support::temporary_directory const directory;
  closing_file file{(directory / "recording").c_str(), {.size = 64 * 1024}};
  buffer room;
  file.store(make_record(room, std::string(100'000, 'x')));
  CHECK(file.dropped() == 1);
  CHECK(file.drop_reason() == recording_file::size_reached);
  CHECK(file.error() == 0);
}

TEST_CASE("a limit of the system is told apart from that of the options") {
  CHECK(support::run_in_child([] {
          support::temporary_directory const directory;
          closing_file file{(directory / "recording").c_str(), {}};
          rlimit const small{64 * 1024, 64 * 1024};
          ::setrlimit(RLIMIT_FSIZE, &small);
          buffer room;
          file.store(make_record(room, std::string(100'000, 'x')));
          return file.dropped() == 1 && file.drop_reason() == EFBIG && file.error() == 0 ? 0 : 1;
        }) == 0);
}

TEST_CASE("a recording goes on in its file if the next one has no room for its definitions") {
  // The definitions stay in the process.
  CHECK(support::run_in_child([] {
          support::temporary_directory const directory;
          closing_file file{(directory / "recording").c_str(), {}};
          auto* const before = file.recorder();
          detail::atomic<std::uint32_t> sites[20]{};
          auto const define = [](detail::atomic<std::uint32_t>& site) {
            return recording::recorder::current()->number_of(
                site, recording::kind::site,
                [](auto& definition) { definition.put_bytes(std::string(10'000, 's')); });
          };
          for (int i = 0; i < 10; ++i)
            if (define(sites[i]) == 0) return 1;
          int const small = ::memfd_create("recording_file_test", MFD_CLOEXEC);
          if (file.go_on_in(small, {.size = 100'000}, {}) != -ENOSPC) return 2;
          if (::fcntl(small, F_GETFD) != -1) return 3;
          if (file.recorder() != before || define(sites[10]) == 0) return 4;
          buffer room;
          file.store(make_record(room, "the text"));
          if (file.dropped() != 0) return 5;
          int const large = ::memfd_create("recording_file_test", MFD_CLOEXEC);
          if (file.go_on_in(large, {}, {}) != 0) return 6;
          return file.recorder() != before && define(sites[11]) != 0 ? 0 : 7;
        }) == 0);
}

TEST_CASE("whatever the umask, nobody else may write to a recording") {
  support::temporary_directory const directory;
  for (auto const& [mask, mode] : {std::pair<mode_t, mode_t>{0, 0444}, {002, 0444}, {077, 0400}}) {
    std::string const path = directory / ("recording" + std::to_string(mask));
    mode_t const before = ::umask(mask);
    closing_file const file{path.c_str(), {}};
    ::umask(before);
    struct ::stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == mode);
  }
}

TEST_CASE("a truncated recording ends with an error, and the program asks for its rescue") {
  if (!support::has_truncation_fault()) return;
  CHECK(support::run_in_child([] {
          struct sigaction own{};
          own.sa_flags = SA_SIGINFO;
          own.sa_sigaction = [](int, siginfo_t* fault, void*) {
            if (!recover_from_fault(*fault)) ::_exit(42);
          };
          ::sigaction(SIGBUS, &own, nullptr);
          support::temporary_directory const directory;
          std::string const path = directory / "recording";
          closing_file file{path.c_str(), {}};
          buffer room;
          file.store(make_record(room, "first"));
          if (file.error() != 0 || file.drop_reason() != 0) return 1;
          if (::chmod(path.c_str(), 0600) != 0 || ::truncate(path.c_str(), 0) != 0) return 2;
          file.store(make_record(room, "second"));
          file.store(make_record(room, "third"));
          if (file.dropped() != 2) return 3;
          return file.error() == EIO && file.drop_reason() == EIO ? 0 : 4;
        }) == 0);
}

TEST_CASE("errno stays as it was") {
  support::temporary_directory const directory;
  errno = 77;
  closing_file file{(directory / "no/such").c_str(), {}};
  CHECK(errno == 77);
}

}  // namespace recording_file_test
