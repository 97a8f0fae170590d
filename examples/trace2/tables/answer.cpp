// Defines what answer.hpp declares.
#include "tables/answer.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "output/csv.hpp"

namespace trace2::program::tables {

namespace {

/// Nine digits: what a person compares, without the noise of floating point.
std::string shown_number(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  char text[32];
  constexpr int digits = 9;
  auto const end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
  return {text, end};
}

}  // namespace

// ---- answer_text ----

void answer_text::begin(std::vector<std::string> columns) {
  for (std::string const& name : columns) {
    std::string shown = read::shown_text(name);
    std::size_t const width = read::width_of(shown);
    columns_.push_back({.name = std::move(shown), .width = width});
  }
}

answer_text::cell answer_text::cell_of(answer_value const& value) {
  if (auto const* const whole = std::get_if<std::int64_t>(&value))
    return {std::to_string(*whole), true};
  if (auto const* const real = std::get_if<double>(&value)) return {shown_number(*real), true};
  if (auto const* const words = std::get_if<std::string_view>(&value))
    return {read::shown_text(read::cut_text_visibly(*words, longest)), false};
  return {{}, true};
}

void answer_text::add(answer_row const& row) {
  ++count_;
  std::vector<cell> shown;
  shown.reserve(row.size());
  for (answer_value const& value : row) shown.push_back(cell_of(value));
  if (is_chosen_) return write(shown);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    columns_[i].width = std::max(columns_[i].width, read::width_of(shown[i].text));
    columns_[i].is_number = columns_[i].is_number && shown[i].is_number;
    kept_ += sizeof(cell) + shown[i].text.size();
  }
  first_.push_back(std::move(shown));
  if (kept_ > most_kept) choose();
}

void answer_text::end() {
  if (!is_chosen_) choose();
  if (count_ == 0) out_.write(style_.dim("no rows") + "\n");
}

std::size_t answer_text::width_of_all() const noexcept {
  std::size_t sum = 2 * (columns_.size() - 1);
  for (column const& each : columns_) sum += each.width;
  return sum;
}

void answer_text::choose() {
  is_chosen_ = true;
  for (std::size_t sum = width_of_all(); sum > width_; sum = width_of_all()) {
    auto const widest =
        std::max_element(columns_.begin(), columns_.end(), [](column const& a, column const& b) {
          return (a.is_number ? 0 : a.width) < (b.is_number ? 0 : b.width);
        });
    if (widest->is_number || widest->width <= least_width) {
      is_in_blocks_ = true;
      break;
    }
    widest->width = std::max(widest->width - std::min(sum - width_, widest->width), least_width);
  }
  if (!is_in_blocks_) {
    std::vector<cell> names;
    for (column const& each : columns_) names.push_back({each.name, each.is_number});
    out_.write(style_.dim(line_of(names)) + "\n");
  }
  for (auto const& row : first_) write(row);
  first_ = {};
}

void answer_text::write(std::vector<cell> const& row) {
  is_in_blocks_ ? write_block(row) : out_.write(line_of(row) + "\n");
}

std::string answer_text::line_of(std::vector<cell> const& row) const {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::string const shown = read::shortened(row[i].text, columns_[i].width);
    std::string const blanks(columns_[i].width - std::min(read::width_of(shown), columns_[i].width),
                             ' ');
    line += i == 0 ? "" : "  ";
    line += columns_[i].is_number ? blanks + shown : shown + blanks;
  }
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

void answer_text::write_block(std::vector<cell> const& row) {
  std::size_t names = 0;
  for (column const& each : columns_) names = std::max(names, read::width_of(each.name));
  names = std::min(names, width_ / 3);
  std::size_t const room = std::max(width_ - std::min(width_, names + 2), least_width);
  if (std::exchange(is_behind_block_, true)) out_.write("\n");
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::string const name = read::shortened(columns_[i].name, names);
    std::string const blanks(names - std::min(read::width_of(name), names) + 2, ' ');
    std::string const shown = read::shortened(row[i].text, room);
    out_.write(style_.dim(name) + (shown.empty() ? "" : blanks + shown) + "\n");
  }
}

// ---- answer_json ----

void answer_json::begin(std::vector<std::string> columns) {
  std::set<std::string> known;
  for (std::string& name : columns) {
    std::string unique = name;
    for (int i = 2; !known.insert(unique).second; ++i) unique = name + ":" + std::to_string(i);
    trace2::buffer json;
    read::append_json(json, std::string_view{unique});
    names_.emplace_back(json.view());
  }
  out_.write("[");
}

void answer_json::add(answer_row const& row) {
  line_.clear();
  line_.append(std::exchange(is_first_, false) ? "\n{" : ",\n{");
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i != 0) line_.append(',');
    line_.append(names_[i]);
    line_.append(':');
    if (auto const* const whole = std::get_if<std::int64_t>(&row[i]))
      read::append_json(line_, *whole);
    else if (auto const* const real = std::get_if<double>(&row[i]))
      read::append_json(line_, *real);
    else if (auto const* const words = std::get_if<std::string_view>(&row[i]))
      read::append_json(line_, *words);
    else
      line_.append("null");
  }
  line_.append('}');
  out_.write(line_.view());
}

void answer_json::end() { out_.write("\n]\n"); }

// ---- answer_csv ----

void answer_csv::begin(std::vector<std::string> columns) {
  line_.clear();
  csv_line line{line_};
  for (std::string const& name : columns) line.add(std::string_view{name});
  line_.append('\n');
  out_.write(line_.view());
}

void answer_csv::add(answer_row const& row) {
  line_.clear();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i != 0) line_.append(',');
    if (auto const* const whole = std::get_if<std::int64_t>(&row[i]))
      read::append_json(line_, *whole);
    else if (auto const* const real = std::get_if<double>(&row[i]))
      read::append_json(line_, *real);
    else if (auto const* const words = std::get_if<std::string_view>(&row[i]))
      words->empty() ? line_.append(R"("")") : append_csv(line_, *words);
  }
  line_.append('\n');
  out_.write(line_.view());
}

}  // namespace trace2::program::tables
