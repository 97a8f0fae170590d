// Measures other recorders in the same loop. Each takes part if its headers are found:
//
//   quill   https://github.com/odygrd/quill           -isystem quill/include
//   fmtlog  https://github.com/MengRao/fmtlog         -isystem fmtlog, and {fmt} as it wants it
//   binlog  https://github.com/morganstanley/binlog   -isystem binlog/include
//   Tracy   https://github.com/wolfpld/tracy          -isystem tracy/public
//
//   meson setup build-bench … -Dcpp_args="-isystem /path/to/quill/include …"
//
// A region is a line for its beginning and a line for its end, or a zone of Tracy. A data event is
// a line with a number, or a point of a plot of Tracy. The time that a recorder writes in the
// background counts too, but Tracy only keeps its records in memory, since no program collects
// them. NanoLog can't take part: its thread starts before main, and is missing in the process of
// each case.
#include "recorder_workload.hpp"

#if __has_include(<quill/Backend.h>)
#  define QUILL_DISABLE_NON_PREFIXED_MACROS
#  include <quill/Backend.h>
#  include <quill/Frontend.h>
#  include <quill/LogMacros.h>
#  include <quill/Logger.h>
#  include <quill/sinks/FileSink.h>
#  define HAS_QUILL
#endif
#if __has_include(<fmtlog.h>) && __has_include(<fmt/format.h>)
#  define FMT_HEADER_ONLY
#  define FMTLOG_HEADER_ONLY
#  define FMTLOG_BLOCK 1
#  include <fmtlog.h>
#  define HAS_FMTLOG
#endif
#if __has_include(<binlog/binlog.hpp>)
#  include <atomic>
#  include <fstream>
#  include <thread>

#  include <binlog/Session.hpp>
#  include <binlog/SessionWriter.hpp>
#  include <binlog/advanced_log_macros.hpp>
#  include <binlog/create_source_and_event.hpp>
#  define HAS_BINLOG
#endif
#if __has_include(<TracyClient.cpp>)
#  define TRACY_ENABLE
#  define TRACY_DELAYED_INIT
#  define TRACY_MANUAL_LIFETIME
#  define TRACY_NO_SAMPLING
#  define TRACY_NO_SYSTEM_TRACING
#  include <TracyClient.cpp>
#  include <tracy/Tracy.hpp>
#  define HAS_TRACY
#endif

namespace recorder_bench {

namespace {

/// Adds a peer. `run(file, use)` sets it up, calls `use()`, and waits for its work in the
/// background.
template <class Peer>
void add(std::vector<test_case>& cases, std::string const& name) {
  auto const measured = [](auto const& event) {
    return [event](std::string const& file, std::int64_t events) {
      return in_process(file, events, [&](auto const& loop) {
        Peer peer{file};
        loop([&](std::uint64_t& x, std::int64_t i) { event(peer, x, i); });
        peer.finish();
        std::_Exit(0);
      });
    };
  };
  cases.push_back({name + ": region pair", measure::two_readings,
                   measured([](Peer& peer, std::uint64_t& x, std::int64_t) { peer.region(x); })});
  cases.push_back({name + ": integer data", measure::one_reading,
                   measured([](Peer& peer, std::uint64_t& x, std::int64_t i) {
                     peer.data(i);
                     x = work(x);
                   })});
}

#ifdef HAS_QUILL
class quill_peer {
 public:
  explicit quill_peer(std::string const& file) {
    quill::BackendOptions options;
    options.error_notifier = [](std::string const&) {};  // it reports each queue that it enlarges
    quill::Backend::start(options);
    logger_ = quill::Frontend::create_or_get_logger(
        "bench", quill::Frontend::create_or_get_sink<quill::FileSink>(file));
  }
  void region(std::uint64_t& x) {
    QUILL_LOG_INFO(logger_, "region_enter index load");
    x = work(x);
    QUILL_LOG_INFO(logger_, "region_leave index load");
  }
  void data(std::int64_t i) { QUILL_LOG_INFO(logger_, "data index entries {}", i); }
  void finish() { quill::Backend::stop(); }

 private:
  quill::Logger* logger_;
};
#endif

#ifdef HAS_FMTLOG
class fmtlog_peer {
 public:
  explicit fmtlog_peer(std::string const& file) {
    fmtlog::setLogFile(file.c_str(), true);
    fmtlog::startPollingThread(1);
  }
  void region(std::uint64_t& x) {
    logi("region_enter index load");
    x = work(x);
    logi("region_leave index load");
  }
  void data(std::int64_t i) { logi("data index entries {}", i); }
  void finish() {
    fmtlog::stopPollingThread();
    fmtlog::closeLogFile();
  }
};
#endif

#ifdef HAS_BINLOG
class binlog_peer {
 public:
  explicit binlog_peer(std::string const& file)
      : file_{file, std::ios::binary}, collector_{[this] {
          while (!is_over_) session_.consume(file_);
          session_.consume(file_);
        }} {}
  void region(std::uint64_t& x) {
    BINLOG_CREATE_SOURCE_AND_EVENT(writer_, binlog::Severity::info, main, ticks(),
                                   "region_enter index load");
    x = work(x);
    BINLOG_CREATE_SOURCE_AND_EVENT(writer_, binlog::Severity::info, main, ticks(),
                                   "region_leave index load");
  }
  void data(std::int64_t i) {
    BINLOG_CREATE_SOURCE_AND_EVENT(writer_, binlog::Severity::info, main, ticks(),
                                   "data index entries {}", i);
  }
  void finish() {
    is_over_ = true;
    collector_.join();
    file_.close();
  }

 private:
  static std::uint64_t ticks() {
    return static_cast<std::uint64_t>(trace2::detail::tick_counter::read());
  }

  std::ofstream file_;
  std::atomic<bool> is_over_{false};
  binlog::Session session_;
  binlog::SessionWriter writer_{session_, 1 << 20};
  std::thread collector_;
};
#endif

#ifdef HAS_TRACY
class tracy_peer {
 public:
  explicit tracy_peer(std::string const&) { tracy::StartupProfiler(); }
  void region(std::uint64_t& x) {
    ZoneScopedN("load");
    x = work(x);
  }
  void data(std::int64_t i) { TracyPlot("entries", i); }
  void finish() {}
};
#endif

}  // namespace

std::vector<test_case> peers() {
  std::vector<test_case> cases;
#ifdef HAS_QUILL
  add<quill_peer>(cases, "quill");
#endif
#ifdef HAS_FMTLOG
  add<fmtlog_peer>(cases, "fmtlog");
#endif
#ifdef HAS_BINLOG
  add<binlog_peer>(cases, "binlog");
#endif
#ifdef HAS_TRACY
  add<tracy_peer>(cases, "Tracy, nobody collects");
#endif
  return cases;
}

}  // namespace recorder_bench
