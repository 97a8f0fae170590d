// The result of a test that makes faults happen, in one line that tests/soak.sh adds up.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace faults {

/// Counts of one kind of fault. A test fails when it made no fault at all.
struct report {
  char const* kind;
  std::uint64_t rounds = 0;
  std::uint64_t made = 0;     ///< faults that really happened
  std::uint64_t losses = 0;   ///< lines or records that are gone and were not counted, or are torn
  std::uint64_t hangs = 0;    ///< calls that held the program for more than 100 ms
  std::uint64_t crashes = 0;  ///< signals, exceptions, and what else ends or changes a program

  bool is_good() const noexcept { return made != 0 && losses == 0 && hangs == 0 && crashes == 0; }

  void print() const noexcept {
    std::printf("faults: kind=%s rounds=%llu made=%llu losses=%llu hangs=%llu crashes=%llu\n", kind,
                number(rounds), number(made), number(losses), number(hangs), number(crashes));
    std::fflush(stdout);
  }

 private:
  static unsigned long long number(std::uint64_t value) noexcept { return value; }
};

/// A number from the environment.
inline unsigned long setting(char const* name, unsigned long otherwise) noexcept {
  char const* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::strtoul(value, nullptr, 10);
}

/// Whether everything is to be done that the time allows, instead of a sample.
inline bool is_thorough() noexcept { return std::getenv("SLOW") != nullptr; }

/// The seconds that a test may take.
inline double seconds(double of_a_sample) noexcept {
  return is_thorough() ? static_cast<double>(setting("TRACE2_FAULT_SECONDS", 60)) : of_a_sample;
}

/// Where random choices begin: given, or else random in a thorough run and fixed in a sample.
inline unsigned long seed() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return setting("TRACE2_FAULT_SEED",
                 is_thorough() ? static_cast<unsigned long>(now.tv_nsec) / 1000 : 1);
}

/// Seconds of the monotonic clock.
inline double now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace faults
