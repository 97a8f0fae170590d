// Defines what compare.hpp, comparison.hpp, differences.hpp and comparison_text.hpp declare.
#include "diff/compare.hpp"

#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/comparison.hpp"
#include "diff/comparison_text.hpp"
#include "diff/differences.hpp"
#include "output/messages.hpp"
#include "output/shortened.hpp"
#include "statistics/false_discovery.hpp"
#include "statistics/median_interval.hpp"
#include "statistics/rank_sum.hpp"
#include "statistics/stable_sort.hpp"
#include "walk/region_paths.hpp"

namespace trace2::program {

// ---- compare.hpp ----

comparison comparer::make(std::size_t most_memory) {
  comparison result{.before = runs_of(side::before), .after = runs_of(side::after)};
  read::memory_budget memory{most_memory};
  std::uint64_t without_room = 0;
  for (auto const& [key, found] : samples_.all()) {
    comparison_row row = row_of(key, found);
    if (memory.take(size_of(row)))
      result.rows.push_back(std::move(row));
    else
      ++without_room;
  }
  correct(result);
  sort_stably(result.rows, [](auto const& a, auto const& b) { return order_of(a) < order_of(b); });
  result.left_out.add("rows", without_room).add("values", samples_.left_out());
  return result;
}

compared_runs comparer::runs_of(side of) const noexcept {
  return {samples_.runs(of), samples_.unfinished(of)};
}

comparison_row comparer::row_of(sample_key const& key, sample found) {
  auto& [before, after] = found.values;
  bool const is_rare = !before.empty() && !after.empty() && !pad(key, found.values);
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  bool const is_time = key.kind != measured::counter;
  comparison_row row{.kind = name_of(key.kind),
                     .command = std::string{labels_[key.command].name},
                     .path = path_of(key),
                     .before = side_of(before, is_time),
                     .after = side_of(after, is_time),
                     .is_fine = is_time && found.unit < measure::microsecond,
                     .key = key};
  if (before.empty() || after.empty())
    row.verdict = before.empty() ? "new" : "gone";
  else
    compare(row, {before, after, found.unit}, is_rare);
  return row;
}

bool comparer::pad(sample_key const& key, std::array<std::vector<double>, 2>& values) const {
  // If values were left out, nothing tells which processes lacked them.
  if (key.kind == measured::command || samples_.left_out() != 0) return true;
  auto const command = samples_.all().find({measured::command, key.command, 0});
  std::size_t runs[2];
  for (side const of : {side::before, side::after}) {
    auto const at = static_cast<std::size_t>(of);
    // A summary does not know the commands of its regions; it is one run of all.
    auto const all = command == samples_.all().end() ? static_cast<std::size_t>(samples_.runs(of))
                                                     : command->second.values[at].size();
    runs[at] = std::max(all, values[at].size());
  }
  if ((runs[0] + runs[1]) / most_per_value >= values[0].size() + values[1].size()) return false;
  for (std::size_t at = 0; at < values.size(); ++at) values[at].resize(runs[at]);
  return true;
}

void comparer::compare(comparison_row& row, pair_ratios const& ratios, bool is_rare) {
  auto const& before = ratios.before();
  auto const& after = ratios.after();
  row.change = change_of(ratios.of(median_of(before), median_of(after)));
  if (auto const found = intervals_.of(ratios)) {
    row.change_low = std::min(change_of(found->low), *row.change);
    row.change_high = std::max(change_of(found->high), *row.change);
  }
  rank_sum const test{before, after};
  bool const is_single = before.size() == 1 || after.size() == 1;
  if (is_rare || is_single || rank_sum::lowest_p(before.size(), after.size()) > comparison::level) {
    row.verdict = "too few";
  } else if (test.is_constant()) {
    row.verdict = "same";
  } else {
    row.p = test.p(untied_);
    row.verdict = claim_of(row, test.is_more());
  }
}

std::string_view comparer::claim_of(comparison_row const& row, bool is_more) noexcept {
  if (is_more ? *row.change <= 0 : *row.change >= 0) return "none";
  if (row.kind == "counter") return is_more ? "more" : "fewer";
  return is_more ? "slower" : "faster";
}

void comparer::correct(comparison& result) {
  std::vector<double> p_values;
  for (comparison_row const& row : result.rows)
    if (row.p) p_values.push_back(*row.p);
  result.tested = p_values.size();
  std::vector<double> const of_all = corrected(p_values);
  auto next = of_all.begin();
  for (comparison_row& row : result.rows) {
    if (!row.p) continue;
    row.corrected_p = *next++;
    if (*row.corrected_p > comparison::level) row.verdict = "none";
    result.claims += row.is_claim() ? 1u : 0u;
  }
}

std::size_t comparer::size_of(comparison_row const& row) noexcept {
  std::size_t size = 2 * sizeof row + row.command.size();
  for (std::string const& name : row.path) size += sizeof name + name.size();
  return size;
}

std::string_view comparer::name_of(measured kind) noexcept {
  return kinds[static_cast<std::size_t>(kind)];
}

std::vector<std::string> comparer::path_of(sample_key const& key) const {
  if (key.kind == measured::command) return {};
  if (key.kind == measured::region) return samples_.paths().names(key.what, labels_);
  auto const& label = labels_[key.what];
  return {read::joined_name(label.category, label.name)};
}

compared_side comparer::side_of(std::vector<double> const& sorted, bool is_time) {
  double const unit = is_time ? 1e9 : 1;
  compared_side result{.n = sorted.size()};
  if (!sorted.empty()) result.median = median_of(sorted) / unit;
  if (auto const found = median_interval(sorted)) {
    result.low = found->low / unit;
    result.high = found->high / unit;
  }
  return result;
}

double comparer::change_of(double ratio) noexcept {
  constexpr double precision = 1e9;
  return std::abs(ratio) < 1e6 ? std::round((ratio - 1) * precision) / precision : ratio - 1;
}

comparer::order comparer::order_of(comparison_row const& row) {
  auto const kind = std::find(std::begin(kinds), std::end(kinds), row.kind) - std::begin(kinds);
  double const distance = std::abs(row.after.median.value_or(0) - row.before.median.value_or(0));
  return {kind, !row.is_claim(), -distance, row.command, row.path};
}

// ---- comparison.hpp ----

bool comparison_row::is_claim() const noexcept {
  return verdict == "slower" || verdict == "faster" || verdict == "more" || verdict == "fewer";
}

bool comparison::has_comparable() const noexcept {
  for (comparison_row const& row : rows)
    if (row.p || row.verdict == "same") return true;
  return false;
}

std::uint64_t comparison::slower_by(double share) const noexcept {
  std::uint64_t count = 0;
  for (comparison_row const& row : rows)
    count += row.verdict == "slower" && row.change && *row.change > share ? 1u : 0u;
  return count;
}

// ---- differences.hpp ----

namespace {

using place_of_change = std::pair<std::string_view, std::vector<std::string>>;

double change_of(comparison_row const& row) {
  return row.after.median.value_or(0) - row.before.median.value_or(0);
}

bool is_region(comparison_row const& row) { return row.kind == "region"; }

/// True if the text tells of a row: what it doesn't tell explains nothing.
bool is_told(comparison_row const& row, bool may_guess) {
  return row.is_claim() || may_guess || row.before.n == 0 || row.after.n == 0;
}

bool is_without_regions(comparison_row const& command, comparison const& all) {
  return std::none_of(all.rows.begin(), all.rows.end(), [&](comparison_row const& row) {
    return is_region(row) && row.command == command.command;
  });
}

/// The sums of the differences of what lies directly inside each region, or command.
std::map<place_of_change, double> differences_inside(comparison const& all, bool may_guess) {
  std::map<place_of_change, double> inside;
  for (comparison_row const& row : all.rows)
    if (is_region(row) && !row.path.empty() && is_told(row, may_guess))
      inside[{row.command, {row.path.begin(), row.path.end() - 1}}] += change_of(row);
  return inside;
}

}  // namespace

std::vector<difference> differences_of(comparison const& all) {
  std::vector<difference> found;
  bool const may_guess = !all.has_comparable();
  if (all.claims == 0 && !may_guess) return found;
  std::map<place_of_change, double> const inside = differences_inside(all, may_guess);
  for (comparison_row const& row : all.rows) {
    if (!is_told(row, may_guess) || row.before.n == 0 || row.after.n == 0) continue;
    if (!is_region(row) && row.kind != "command") continue;
    double const whole = change_of(row);
    auto const known = inside.find({row.command, row.path});
    double const own = whole - (known == inside.end() ? 0 : known->second);
    if (whole == 0 || std::abs(own) < std::abs(whole) / 2) continue;
    // A command without regions is told of as a whole, unless samples tell of its functions.
    bool const is_whole = row.kind == "command" && known == inside.end();
    if (is_whole && !(all.samples && is_without_regions(row, all))) continue;
    found.push_back({&row, row.kind == "command", row.kind == "command" ? own : whole});
  }
  sort_stably(found, [](difference const& a, difference const& b) {
    return std::abs(a.seconds) > std::abs(b.seconds);
  });
  // An unsure difference is told only if it is large.
  if (may_guess && !found.empty())
    std::erase_if(found, [least = std::abs(found.front().seconds) / 100](difference const& one) {
      return std::abs(one.seconds) < least;
    });
  return found;
}

// ---- comparison_text.hpp ----

std::string shown_change(double change, bool is_exact) {
  char text[48];
  double const percent = change * 100;
  if (change >= 9)
    std::snprintf(text, sizeof text, "x%.3g", change + 1);
  else if (std::abs(percent) < 0.05)
    return "0.0%";  // neither more nor less
  else if (std::abs(percent) < (is_exact ? 99.95 : 9.95))
    std::snprintf(text, sizeof text, "%+.1f%%", percent);
  else
    std::snprintf(text, sizeof text, "%+.0f%%", percent);
  return text;
}

comparison_text::comparison_text(sink& to, std::size_t most_rows, text_style style,
                                 std::size_t width, bool shows_tests)
    : to_{to}, most_{most_rows}, style_{style}, width_{width}, shows_tests_{shows_tests} {}

void comparison_text::write(comparison const& all) const {
  write_head(all);
  if (shows_tests_) {
    write_methods();
    write_rows(all, "command", "Commands by name", "command");
    write_rows(all, "region", "Regions", "region < around it < command");
  } else {
    if (compared(all, "command").size() > 1)
      write_rows(all, "command", "Commands by name", "command");
    write_differences(all);
  }
  write_rows(all, "timer", "Timers", "timer < command");
  write_rows(all, "counter", "Counters", "counter < command");
  write_single(all, "new", "New");
  write_single(all, "gone", "Gone");
  if (!shows_tests_ && !all.rows.empty())
    to_.write("\n" +
              style_.dim(read::shortened(
                  "--stat shows all rows, with intervals and tests: " + verdict_of(all), width_)) +
              "\n");
}

void comparison_text::write_head(comparison const& all) const {
  to_.write(sentence_of(all) + "\n");
  if (all.by) write_groups(*all.by);
  write_counts(all);
  if (std::uint64_t const cut = all.before.unfinished + all.after.unfinished; cut != 0)
    to_.write("Not compared: " + counted(cut, "unfinished command") + "\n");
}

void comparison_text::write_counts(comparison const& all) const {
  std::vector<comparison_row const*> const names = compared(all, "command");
  if (names.size() < 2) return;
  auto const changed =
      std::count_if(names.begin(), names.end(), [](auto const* name) { return name->is_claim(); });
  std::string text;
  if (!all.is_of_summaries)
    text = each(all.before.ended + all.before.unfinished, all.after.ended + all.after.unfinished,
                "command") +
           (all.has_comparable() ? ": " : ", of ");
  if (all.has_comparable())
    text += std::to_string(changed) + " of " + std::to_string(names.size()) + " names " +
            (changed == 1 ? "has changed" : "have changed");
  else
    text += std::to_string(names.size()) + " names";
  to_.write(text + "\n");
}

void comparison_text::write_groups(compared_groups const& by) const {
  auto const write = [&](std::string const& begin, compared_group const& group) {
    std::string const end = " (" + counted(group.commands, "command") + ")";
    std::size_t const used = begin.size() + end.size();
    to_.write(begin +
              read::shortened(read::shown_text(group.value), width_ - std::min(width_, used)) +
              end + "\n");
  };
  std::string const name = read::shown_text(by.datum) + " = ";
  write("before: " + name, by.before);
  write("after:  " + name, by.after);
  if (by.values > 2)
    to_.write("the two most frequent of " + std::to_string(by.values) + " values; " +
              counted(by.others, "command") +
              (by.others == 1 ? " has another\n" : " have others\n"));
}

void comparison_text::write_methods() const {
  for (std::string_view const line :
       {"interval: 95 % of the change, by the ratios of all pairs (Hodges, Lehmann 1963)",
        "claim: Mann-Whitney U test (1947), 5 % for all rows (Benjamini, Hochberg 1995)",
        "       ~: may be chance; few: too few values for a claim"})
    to_.write(style_.dim(read::shortened(std::string{line}, width_)) + "\n");
}

std::string comparison_text::sentence_of(comparison const& all) const {
  std::vector<comparison_row const*> const commands = compared(all, "command");
  if (commands.empty()) return runs_of(all.before.ended, all.after.ended) + "; " + verdict_of(all);
  // Claims come first.
  comparison_row const& row = *commands.front();
  bool const is_slower = row.verdict == "slower";
  double const least = is_slower ? row.change_low.value_or(0) : -row.change_high.value_or(0);
  std::string verb = row.is_claim() ? " is " + std::string{row.verdict} + ": " : ": ";
  if (row.verdict == "none" || row.verdict == "same") verb += "no sure change, ";
  std::string const times = verb + shown_medians(row);
  std::string facts = "(" + percent(row.change.value_or(0));
  if (row.is_claim() && least > 0) facts += ", at least " + percent(is_slower ? least : -least);
  facts += "; " + runs_of(row.before.n, row.after.n);
  facts += row.verdict == "too few" ? ": too few to be sure, 4 can be)" : ")";
  // Where both have no room, the facts have a line of their own.
  std::size_t const taken = read::width_of(times) + 1 + read::width_of(facts);
  constexpr std::size_t readable = 20;
  std::string const name = read::shown_text(row.command);
  bool const has_room = std::min(read::width_of(name), readable) + taken <= width_;
  std::size_t const used = has_room ? taken : read::width_of(times);
  return shortened_in_command(name, width_ - std::min(width_, used)) + times +
         (has_room ? " " : "\n  ") + facts;
}

std::string comparison_text::each(std::uint64_t before, std::uint64_t after,
                                  std::string_view what) {
  if (before == after) return counted(before, what) + " each";
  return std::to_string(before) + " and " + std::to_string(after) + " " + std::string{what} + "s";
}

std::string comparison_text::percent(double change) {
  std::string text = shown_change(change, false);
  if (text.ends_with('%')) text.insert(text.size() - 1, " ");
  return text;
}

std::string comparison_text::shown_medians(comparison_row const& row) {
  struct unit {
    double seconds;
    char const* name;
    int most;  ///< decimals
  };
  static constexpr unit units[] = {{1, "s", 6}, {1e-3, "ms", 3}, {1e-6, "us", 3}, {1e-9, "ns", 0}};
  double const before = row.before.median.value_or(0);
  double const after = row.after.median.value_or(0);
  double const longer = std::max(before, after);
  unit const* in = &units[0];
  for (unit const& next : units)
    if (longer < in->seconds && (row.is_fine || next.seconds >= 1e-6)) in = &next;
  int const most = !row.is_fine && in->seconds == 1e-6 ? 0 : in->most;
  double const count = longer / in->seconds;
  int decimals = std::min(count < 10 ? 2 : count < 100 ? 1 : 0, most);
  char first[64];
  char second[64];
  for (;; ++decimals) {
    std::snprintf(first, sizeof first, "%.*f", decimals, before / in->seconds);
    std::snprintf(second, sizeof second, "%.*f", decimals, after / in->seconds);
    if (decimals >= most || std::strcmp(first, second) != 0) break;
  }
  if (std::strcmp(first, second) == 0) return first + std::string{" "} + in->name;
  return first + std::string{" \u2192 "} + second + " " + in->name;
}

std::string comparison_text::verdict_of(comparison const& all) {
  if (!all.has_comparable()) return "too few for any claim";
  if (all.tested == 0) return "no change, for all values are equal or too few";
  return std::to_string(all.claims) + " of " + std::to_string(all.tested) +
         (all.tested == 1 ? " tested row " : " tested rows ") +
         (all.claims == 1 ? "has changed" : "have changed");
}

std::vector<comparison_row const*> comparison_text::compared(comparison const& all,
                                                             std::string_view kind) {
  std::vector<comparison_row const*> rows;
  for (comparison_row const& row : all.rows)
    if (row.kind == kind && row.before.n != 0 && row.after.n != 0) rows.push_back(&row);
  return rows;
}

void comparison_text::write_rows(comparison const& all, std::string_view kind, std::string title,
                                 std::string last) const {
  std::vector<comparison_row const*> rows = compared(all, kind);
  bool const may_guess = !all.has_comparable();
  if (!shows_tests_ && kind != "command")
    std::erase_if(rows, [&](comparison_row const* row) {
      return !row->is_claim() && !(may_guess && row->change.value_or(0) != 0);
    });
  auto const cells_of = [&](comparison_row const* row) {
    auto const if_tests = [&](std::string text) {
      return shows_tests_ ? std::move(text) : std::string{};
    };
    return table::cells{value(*row, row->before),
                        value(*row, row->after),
                        row->change ? shown_change(*row->change) : std::string{},
                        if_tests(interval_of(*row)),
                        claim_of(*row),
                        if_tests(row->p ? probability(*row->p) : std::string{}),
                        if_tests(sizes_of(*row)),
                        name_of(*row)};
  };
  table const layout =
      table{std::move(title),
            {"before", "after", "change", "interval", "claim", "p", "n", std::move(last)},
            {"p", "n"}}
          .with_one_unit({"before", "after"});
  layout.write(to_, rows, cells_of, most_, style_, 0, width_);
}

void comparison_text::write_differences(comparison const& all) const {
  std::vector<difference> const rows = differences_of(all);
  auto const size_of = [](double seconds) {
    return read::nanoseconds{
        static_cast<std::int64_t>(std::min(std::abs(seconds) * 1e9 + 0.5, 9e18))};
  };
  read::nanoseconds longest{};
  for (difference const& one : rows)
    for (double const seconds :
         {one.seconds, one.row->before.median.value_or(0), one.row->after.median.value_or(0)})
      longest = std::max(longest, size_of(seconds));
  table const layout =
      table{all.has_comparable() ? "Where it arises" : "Where it arises, unless by chance",
            {"difference", "before", "after", "change", "region < around it < command"}}
          .with_one_unit({"before", "after"});
  auto const cells_of = [&](difference const& one) {
    comparison_row const& row = *one.row;
    std::string const length = (one.seconds < 0 ? "-" : "+") +
                               read::shown_duration(size_of(one.seconds), longest, row.is_fine);
    if (one.is_outside)
      return table::cells{length, "", "", "",
                          "outside of regions < " + read::shown_text(row.command)};
    return table::cells{length, value(row, row.before), value(row, row.after),
                        row.change ? shown_change(*row.change) : std::string{}, name_of(row)};
  };
  auto const write_below = [&](difference const& one) {
    if (!all.functions) return;
    auto const row = static_cast<std::uint64_t>(one.row - all.rows.data());
    auto const found = std::find_if(all.functions->begin(), all.functions->end(),
                                    [&](row_functions const& each) { return each.row == row; });
    if (found != all.functions->end()) write_functions(*found);
  };
  layout.write(to_, rows, cells_of, most_, style_, 0, width_, write_below);
}

void comparison_text::write_functions(row_functions const& of) const {
  auto const write = [&](std::string const& line) {
    to_.write(read::shortened("      " + line, width_) + "\n");
  };
  if (of.before.runs == 0 || of.after.runs == 0)
    return write(std::string{"no run "} + (of.before.runs == 0 ? "before" : "after") +
                 " was sampled");
  bool const has_any = of.before.samples + of.after.samples != 0;
  write((has_any ? each(of.before.samples, of.after.samples, "sample") : "no samples") + ", of " +
        runs_of(of.before.runs, of.after.runs));
  constexpr std::size_t most = 5;
  std::vector<std::pair<std::string, std::string>> lines;
  std::uint64_t sure = 0;
  for (function_change const& each : of.functions)
    if (each.time.is_sure() && ++sure <= most)
      lines.emplace_back(shown_time_change(each.time),
                         shown_function({std::string{each.name}, std::string{each.file}}));
  if (of.waiting && of.waiting->is_sure())
    lines.emplace_back(shown_time_change(*of.waiting), "waiting");
  std::size_t width = 0;
  for (auto const& [time, what] : lines) width = std::max(width, time.size());
  for (auto const& [time, what] : lines)
    write(std::string(width - time.size(), ' ') + time + "  " + what);
  std::uint64_t const unsure = of.functions.size() - sure;
  if (sure > most) write(counted(sure - most, "function") + " more");
  if (unsure != 0)
    write(sure == 0 ? std::string{"no function changed by more than its \u00b1"}
                    : counted(unsure, "other function") + " changed by no more than " +
                          (unsure == 1 ? "its" : "their") + " \u00b1");
}

std::string comparison_text::shown_time_change(time_change const& time) {
  double const longest = std::max(std::abs(time.change), time.uncertainty);
  auto const [unit, name] = longest >= 1      ? std::pair{1.0, "s"}
                            : longest >= 1e-3 ? std::pair{1e-3, "ms"}
                                              : std::pair{1e-6, "us"};
  double const margin = time.uncertainty / unit;
  int const decimals = margin >= 10 ? 0 : margin >= 1 ? 1 : 2;
  char text[64];
  std::snprintf(text, sizeof text, "%+.*f %s \u00b1%.*f", decimals, time.change / unit, name,
                decimals, margin);
  return text;
}

void comparison_text::write_single(comparison const& all, std::string_view verdict,
                                   std::string title) const {
  std::set<std::string_view> commands;
  for (comparison_row const& row : all.rows)
    if (row.verdict == verdict && row.kind == "command") commands.insert(row.command);
  std::vector<comparison_row const*> rows;
  for (comparison_row const& row : all.rows)
    if (row.verdict == verdict && (row.kind == "command" || commands.count(row.command) == 0))
      rows.push_back(&row);
  table const layout{std::move(title), {"median", "n", "kind", "name < around it < command"}};
  auto const cells_of = [](comparison_row const* row) {
    compared_side const& side = row->before.n == 0 ? row->after : row->before;
    return table::cells{value(*row, side), std::to_string(side.n), std::string{row->kind},
                        name_of(*row)};
  };
  layout.write(to_, rows, cells_of, most_, style_, 0, width_);
}

table::cell comparison_text::value(comparison_row const& row, compared_side const& side) {
  double const median = side.median.value_or(0);
  char text[48];
  constexpr double most = 9e18;
  read::nanoseconds const length{static_cast<std::int64_t>(std::min(median * 1e9 + 0.5, most))};
  if (row.kind != "counter") return table::cell::time(read::fine_duration{length, row.is_fine});
  std::snprintf(text, sizeof text, median == std::floor(median) ? "%.0f" : "%.1f", median);
  return text;
}

std::string comparison_text::interval_of(comparison_row const& row) {
  if (!row.change_low || !row.change_high) return {};
  std::string low = shown_change(*row.change_low, false);
  std::string const high = shown_change(*row.change_high, false);
  if (low.ends_with('%') && high.ends_with('%')) low.pop_back();
  return low + ".." + high;
}

std::string comparison_text::claim_of(comparison_row const& row) {
  if (row.verdict == "none") return "~";
  if (row.verdict == "too few") return "few";
  return std::string{row.verdict};
}

std::string comparison_text::probability(double p) {
  if (p < 0.001) return "<0.001";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", p);
  return text;
}

std::string comparison_text::sizes_of(comparison_row const& row) {
  std::string const before = std::to_string(row.before.n);
  return row.before.n == row.after.n ? before : before + "/" + std::to_string(row.after.n);
}

std::string comparison_text::name_of(comparison_row const& row) {
  std::string name;
  for (auto part = row.path.rbegin(); part != row.path.rend(); ++part)
    name.append(name.empty() ? "" : " < ").append(read::shown_text(*part));
  if (!name.empty() && !row.command.empty()) name += " < ";
  return name + read::shown_text(row.command);
}

}  // namespace trace2::program
