// Defines what recorded_samples.hpp declares, and recording_options.
#include "samples/recorded_samples.hpp"

#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "output/messages.hpp"

namespace trace2::program {

std::optional<recording_options> recording_options::of(std::string_view text) {
  recording_options all;
  constexpr std::string_view waits = "waits";
  if (text.ends_with(waits)) {
    all.has_waits = true;
    text.remove_suffix(waits.size());
    if (text.empty()) return all;
    if (!text.ends_with(',')) return {};
    text.remove_suffix(1);
  }
  constexpr int most = 100'000;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), all.frequency);
  bool const is_number = error == std::errc{} && end == text.data() + text.size();
  if (!is_number || all.frequency < 1 || all.frequency > most) return {};
  return all;
}

void recorded_samples::begin(int process) {
  if (file_.error() != 0)
    return say("run: no samples: can't make a temporary file: " +
               std::string{std::strerror(file_.error())});
  profiler_.emplace(process, file_.path(), options_);
  profiler_->begin();
  if (profiler_->error().empty()) return;
  say("run: no samples: " + profiler_->error());
  profiler_.reset();
}

std::string recorded_samples::finish() {
  if (!profiler_) return {};
  std::string const reason = profiler_->finish();
  profiler_.reset();
  if (reason.empty()) return file_.path();
  say("run: no samples: " + reason);
  return {};
}

}  // namespace trace2::program
