// Defines what joined_samples.hpp declares.
#include "input/joined_samples.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "anonymise/privacy.hpp"
#include "input/chosen_trace.hpp"
#include "input/inputs.hpp"
#include "output/messages.hpp"
#include "samples/sampled_trace.hpp"

namespace trace2::program {

namespace {

/// Reads the ids of processes, which are not told where hosts and processes are hidden.
struct process_ids final : read::tracker_visitor {
  std::unordered_map<std::uint32_t, std::uint32_t> all;

  void process_began(read::traced_process& process, read::traced_process*) override {
    all[process.number] = process.pid();
  }
};

/// Takes no messages: the reading that shows the trace has them too.
struct silence final : message_listener {
  void take(std::string_view, std::string const&) override {}
};

}  // namespace

std::unordered_map<std::uint32_t, std::uint32_t> hidden_process_ids(chosen_trace& of) {
  if (of.shown_as() != privacy::anonymous) return {};
  for (read::input_file const& file : of.files())
    if (file.is_pipe)
      throw wrong_usage{file.path +
                        ": --samples with --anonymise reads a trace twice, so it needs "
                        "a file"};
  silence const quiet;
  read::label_table labels;
  process_ids found;
  chosen_trace chosen{of.files(), of.processes().of()};
  follow(chosen, found, labels);
  return std::move(found.all);
}

void join(sampled_trace& samples, model_builder& with, chosen_trace& chosen) {
  samples.join(with, hidden_process_ids(chosen));
  if (chosen.shown_as() == privacy::anonymous) samples.anonymise();
}

}  // namespace trace2::program
