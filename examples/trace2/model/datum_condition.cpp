// Defines what datum_condition.hpp declares.
#include "model/datum_condition.hpp"

#include <trace2/event/text_line.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/value/text.hpp>

#include <cmath>

#include "system/characters.hpp"

namespace trace2::program {

namespace {

constexpr std::string_view signs = "=<>";

/// The fault of a condition, as a sentence for the person who wrote it.
std::string problem_of(datum_condition const& read) {
  if (std::string const problem = problem_of_name(read.name); !problem.empty()) return problem;
  if (!read.value.empty() && signs.find(read.value.front()) != signs.npos)
    return "of operators there are only =, < and >";
  if (read.sign != '=' && !written_number::of(read.value))
    return std::string{read.sign} + " compares numbers, and '" + read.value + "' is none";
  return {};
}

}  // namespace

bool is_named(event::data const& datum, std::string_view name) noexcept {
  std::size_t const size = datum.category.size();
  return name.size() == size + 1 + datum.key.size() && name[size] == '/' &&
         name.starts_with(datum.category) && name.ends_with(datum.key);
}

std::string_view text_of(data_value const& value, buffer& room) {
  if (text const* const known = value.as_text()) return std::string_view{*known};
  room.clear();
  text_line{room} << value;
  return room.view();
}

std::optional<written_number> written_number::of(std::string_view text) noexcept {
  written_number read;
  read.is_whole_ = read::number_from(text, read.whole_);
  if (read.is_whole_)
    read.nearest_ = static_cast<double>(read.whole_);
  else if (!read::number_from(text, read.nearest_) || !std::isfinite(read.nearest_))
    return {};
  return read;
}

bool operator==(written_number const& a, written_number const& b) noexcept {
  return a.is_whole_ && b.is_whole_ ? a.whole_ == b.whole_ : a.nearest_ == b.nearest_;
}

bool operator<(written_number const& a, written_number const& b) noexcept {
  return a.is_whole_ && b.is_whole_ ? a.whole_ < b.whole_ : a.nearest_ < b.nearest_;
}

bool datum_condition::is_met_by(event::data const& datum) const {
  if (!is_named(datum, name)) return false;
  buffer room;
  std::string_view const text = text_of(datum.value, room);
  auto const told = written_number::of(text);
  auto const wanted = written_number::of(value);
  if (!told || !wanted) return sign == '=' && text == value;
  return sign == '=' ? *told == *wanted : sign == '<' ? *told < *wanted : *wanted < *told;
}

datum_conditions datum_conditions::of(std::string_view text) {
  constexpr std::string_view joint = " and ";
  datum_conditions result;
  for (std::string_view rest = text; result.problem.empty();) {
    std::size_t const end = rest.find(joint);
    std::string_view const one = without_blanks(rest.substr(0, end));
    std::size_t const at = one.find_first_of(signs);
    if (at == one.npos) {
      result.problem = "'" + std::string{one} + "' is no condition such as cache/size>100";
      break;
    }
    result.all.push_back({.name = std::string{without_blanks(one.substr(0, at))},
                          .sign = one[at],
                          .value = std::string{without_blanks(one.substr(at + 1))}});
    result.problem = problem_of(result.all.back());
    if (result.all.size() > most)
      result.problem = "has more than " + std::to_string(most) + " conditions";
    if (end == rest.npos) break;
    rest.remove_prefix(end + joint.size());
  }
  return result;
}

std::string problem_of_name(std::string_view name) {
  std::size_t const slash = name.find('/');
  bool const is_name = slash != name.npos && slash != 0 && slash + 1 != name.size();
  if (!is_name) return "'" + std::string{name} + "' is no CATEGORY/KEY of a datum";
  if (name.ends_with('!')) return "of operators there are only =, < and >";
  return {};
}

}  // namespace trace2::program
