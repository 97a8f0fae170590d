// The interface of sinks. A sink takes the finished lines of a target and delivers them. It is the
// library's one place of run-time polymorphism, and knows nothing of events and formats: a new sink
// instantiates no serializer. The records of the flight recorder are no lines; a recording_file
// takes them.
//
// A complete sink, from examples/custom_sink.cpp:
//
//     /// Puts a prefix in front of each line and hands it to standard output, which locks itself.
//     class log_sink final : public trace2::sink {
//      public:
//       // Takes one or more complete lines, from any thread.
//       void write(std::string_view lines) noexcept override {
//         while (!lines.empty()) {
//           std::string_view const line = lines.substr(0, lines.find('\n') + 1);
//           std::printf("trace: %.*s", static_cast<int>(line.size()), line.data());
//           lines.remove_prefix(line.size());
//         }
//       }
//
//       // A value other than 0 ends the target.
//       int error() const noexcept override { return std::ferror(stdout) != 0 ? EIO : 0; }
//     };
//
//     static log_sink sink;
//     trace2::tracer::attach<trace2::format::normal>(sink, {.brief = true});
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The destination of the lines of one target.
///
/// Lifetime: a sink that a target uses must outlive the process's tracing, in practice the process;
/// nobody deletes it. Threads: `write` is called from any thread, also at the same time. Errors: a
/// sink never throws, never traces, never blocks for long and never raises a signal. It counts the
/// lines that it can't deliver in `dropped`. When it has given up for good, `error` says why.
class sink {
 public:
  /// Takes one or more complete lines, each ending in LF, and delivers them whole or not at all.
  /// They are valid until it returns. May change `errno`; the caller restores it.
  virtual void write(std::string_view lines) noexcept = 0;

  /// Delivers the lines that were held back, and then `lines`, which may be empty. The library
  /// calls this function at moments after which the process may end; in a signal handler only if
  /// `is_signal_safe`.
  virtual void write_now(std::string_view lines) noexcept {
    if (!lines.empty()) write(lines);
  }

  /// Releases the resources of the sink; later lines are dropped. The library calls it for the
  /// sinks that it has opened itself, once nothing is traced there any more. A sink that the
  /// program attaches stays open: other sessions may follow. Threads: not while another thread
  /// writes.
  virtual void close() noexcept {}

  /// The `errno` value that ended this sink; 0 as long as it works.
  virtual int error() const noexcept { return 0; }

  /// Number of lines that could not be delivered; in the child of a fork also before it.
  virtual std::uint64_t dropped() const noexcept { return 0; }

  /// The `errno` value for the latest line dropped, even when the sink works again; 0 if none was
  /// dropped.
  virtual int drop_reason() const noexcept { return error(); }

  /// True when `write` may be called in a signal handler: no allocation, no lock that waits for
  /// ever.
  virtual bool is_signal_safe() const noexcept { return false; }

  /// True when a person sees the bytes: control bytes in text must be escaped.
  virtual bool is_terminal() const noexcept { return false; }

 protected:
  constexpr sink() noexcept = default;
  sink(sink const&) = default;
  sink& operator=(sink const&) = default;
  ~sink() = default;
};

}}  // namespace trace2::v0
