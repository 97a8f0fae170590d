// Corrects the p-values of many tests (Y. Benjamini, Y. Hochberg: Controlling the false discovery
// rate, 1995). Of 100 rows that have not changed, five have a p-value below 5 %.
//
// Why this correction: it bounds the expected share of false claims among all claims, which is what
// the reader of a list of claims needs. If nothing has changed at all, it also bounds the
// probability of any claim. Regions nest, so one change moves many rows at once. This correction
// finds them together, where Holm's would need the more runs the more rows there are.
//
// Its assumptions: the bounds are proved for rows that do not depend on each other, and for rows of
// one-sided tests that rise together (Y. Benjamini, D. Yekutieli 2001). The rows of a trace rise
// together, but their tests have two sides, for which there is no proof. The tests of this library
// compare equal traces with nested regions, and find no more claims than the bound.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

namespace trace2::program {

/// The corrected p-values, in the order of the arguments. Claiming those up to a level is expected
/// to make at most that share of false claims, under the conditions above.
std::vector<double> corrected(std::vector<double> const& p_values);

}  // namespace trace2::program
