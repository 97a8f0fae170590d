// Joins samples to a trace that is about to be read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2::program {

class chosen_trace;
class model_builder;
class sampled_trace;

/// Has the samples joined to the model that is built of what is chosen, and shown as this is. An
/// anonymous trace is read once more, because it hides the ids of processes. Throws if it is a
/// pipe.
void join(sampled_trace& samples, model_builder& with, chosen_trace& chosen);

}  // namespace trace2::program
