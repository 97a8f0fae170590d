// The one place of run-time polymorphism: something that takes finished bytes. A sink knows nothing
// of events and formats, so adding one instantiates no serializer.
#pragma once

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// Destination of one target's bytes.
///
/// Lifetime: a sink that a target uses must outlive the process's tracing, in practice the process;
/// nobody deletes it. Threads: `write` is called from any thread, also at the same time. Errors: a
/// sink never throws, never traces, never blocks for long and never raises a signal; what it can't
/// deliver it counts in `dropped`, and when it has given up for good `error` says why.
class sink {
 public:
  /// Takes one or more complete lines, each ending in LF, and delivers them whole or not at all.
  /// May change `errno`; the caller restores it.
  virtual void write(std::string_view lines) noexcept = 0;

  /// Delivers what has been kept back for a while, if anything, and then these lines, or none: for
  /// moments behind which the process may not go on. In a signal handler if `is_signal_safe`.
  virtual void write_now(std::string_view lines) noexcept {
    if (!lines.empty()) write(lines);
  }

  /// Gives back what is held open for a session that has ended; later lines are dropped. Not while
  /// another thread writes.
  virtual void close() noexcept {}

  /// The `errno` value that ended this sink; 0 as long as it works.
  virtual int error() const noexcept { return 0; }

  /// Number of lines that could not be delivered.
  virtual std::uint64_t dropped() const noexcept { return 0; }

  /// The `errno` value for the latest of them, also when the sink works again; 0 if there is none.
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
