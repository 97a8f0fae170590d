// Joins samples to a trace that is about to be read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <unordered_map>

namespace trace2::program {

class chosen_trace;
class model_builder;
class sampled_trace;

/// The ids of processes by their numbers, if what is chosen is shown anonymously, which hides them:
/// it is read once more. Throws if it is a pipe.
std::unordered_map<std::uint32_t, std::uint32_t> hidden_process_ids(chosen_trace& chosen);

/// Has the samples joined to the model that is built of what is chosen, and shown as this is.
/// Throws as `hidden_process_ids` does.
void join(sampled_trace& samples, model_builder& with, chosen_trace& chosen);

}  // namespace trace2::program
