// Defines what chosen_trace.hpp, found_inputs.hpp, copied_files.hpp declare.
#include "input/chosen_trace.hpp"

#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_files.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/native_path.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "input/copied_files.hpp"
#include "input/found_inputs.hpp"
#include "input/selected_processes.hpp"
#include "input/unpacked.hpp"
#include "output/messages.hpp"
#include "system/characters.hpp"
#include "system/files.hpp"

namespace trace2::program {

// ---- chosen_trace.hpp ----

chosen_trace::chosen_trace(std::vector<read::input_file> files, program::selection const& of,
                           privacy as, bool is_followed_again)
    : files_{std::move(files)},
      processes_{std::make_unique<selected_processes>(of)},
      privacy_{as},
      events_{as} {
  gaps_.is_filtered = of.chooses_events();
  if (of.needs_ends() || is_followed_again)
    for (read::input_file& file : files_) keep_for_two_readings(file);
}

chosen_trace::~chosen_trace() = default;

bool chosen_trace::is_all_chosen() const noexcept { return !processes_->of().is_any(); }

bool chosen_trace::is_any_kept() const noexcept { return processes_->is_any_kept(); }

void chosen_trace::note_empty_region(std::optional<read::empty_region> const& told) noexcept {
  bool const is_most = told && (!empty_region_ ||
                                told->cost.in_nanoseconds() > empty_region_->cost.in_nanoseconds());
  if (is_most) empty_region_ = told;
}

void chosen_trace::note_dropped(std::uint64_t count) noexcept {
  constexpr std::uint64_t most = INT64_MAX;
  dropped_ = read::saturating_add(dropped_, static_cast<std::int64_t>(std::min(count, most)));
}

void chosen_trace::rewind() const {
  if (begin_of_input_ >= 0) go_to_place(standard_input, begin_of_input_);
}

void chosen_trace::keep_for_two_readings(read::input_file& file) {
  if (!file.is_pipe) return;
  bool const is_input = file.path == "-";
  if (is_input) begin_of_input_ = place_in(standard_input);
  if (is_input && begin_of_input_ >= 0) return;
  int const fd = is_input ? standard_input : open_to_read(file.path);
  if (fd < 0) return;  // Reading it will tell why.
  read::descriptor_source source{fd};
  bool is_cut = false;
  constexpr std::size_t most = read::limits::temporary_file;
  owned_descriptor copy{copy_to_file(source, most, is_cut)};
  is_whole_ = is_whole_ && copy && !is_cut;
  if (is_cut)
    say(file.path + ": the rest behind " + std::to_string(most / read::limits::mebibyte) +
        " MiB is left out, because the options need to read a pipe twice");
  if (!copy) {
    say(file.path + ": can't be copied for reading it twice: " + read::reason_of(-copy.get()));
  } else if (is_input) {
    become_standard_input(copy.get());
    begin_of_input_ = 0;
    rewind();
    copies_.push_back(std::move(copy));
  } else if (std::string path = path_of(copy.get()); !path.empty()) {
    file.path = std::move(path);
    copies_.push_back(std::move(copy));
    file.is_pipe = false;
  } else {
    say(file.path + ": is a pipe, which can be read twice as standard input alone");
    is_whole_ = false;
  }
}

// ---- found_inputs.hpp ----

bool is_trace(read::input_file const& file) {
  return !file.is_in_directory || (file.size != 0 && holds_trace(file));
}

namespace {

/// Says which of several paths lead to files that another one leads to as well.
void report_repeated(std::vector<std::string> const& paths) {
  if (paths.size() < 2) return;
  std::set<std::filesystem::path> directories;
  std::vector<std::pair<std::filesystem::path, std::size_t>> places;
  std::error_code error;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto const place = std::filesystem::canonical(read::native_path(paths[i]), error);
    if (error || paths[i] == "-") continue;
    places.emplace_back(place, i);
    if (std::filesystem::is_directory(place, error)) directories.insert(place);
  }
  std::set<file_number> known;
  std::vector<std::size_t> repeated;
  for (auto const& [place, index] : places) {
    auto const facts = facts_of(read::text_of(place));
    if (!facts || (!facts->is_regular && !facts->is_directory)) continue;
    bool is_known = !known.insert(facts->number).second;
    for (auto around = place; !is_known && around.has_relative_path();) {
      around = around.parent_path();
      is_known = directories.contains(around);
    }
    if (is_known) repeated.push_back(index);
  }
  if (repeated.size() == 1)
    say(paths[repeated.front()] + ": is given twice, and counts once", "given-twice");
  else if (!repeated.empty())
    say(std::to_string(repeated.size()) + " inputs are given twice, and count once", "given-twice");
}

}  // namespace

std::vector<read::input_file> find_files(std::vector<std::string> const& paths) {
  return read::find_files(paths, unpacked);
}

std::vector<read::input_file> find_inputs(
    std::vector<std::string> const& paths, std::string const& output,
    std::function<bool(read::input_file const&)> const& is_input) {
  auto const facts_at = [](std::string const& path, int standard) {
    return path.empty() || path == "-" ? facts_of(standard) : facts_of(path);
  };
  auto files = find_files(paths);
  if (auto const own = facts_at(output, standard_output); own && own->is_regular)
    std::erase_if(files, [&](read::input_file const& file) {
      auto const other = facts_at(file.path, standard_input);
      bool const is_output = other && other->number == own->number;
      if (is_output && is_input(file)) throw wrong_usage{file.path + ": is the output, too"};
      return is_output;
    });
  report_repeated(paths);
  find_copies(files);
  return files;
}

}  // namespace trace2::program

namespace trace2::program::copies {

// ---- copied_files.hpp ----

std::unique_ptr<read::byte_source> open_file(std::string const& path) {
  int const fd = open_to_read(path, false);
  return fd < 0 ? nullptr : std::make_unique<read::descriptor_source>(fd);
}

std::string_view read_block(read::byte_source& from, block& into) {
  std::size_t size = 0;
  while (size < into.size()) {
    std::ptrdiff_t const got = from.read(into.data() + size, into.size() - size);
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  return {into.data(), size};
}

bool tells_runs_apart(std::string_view beginning) noexcept {
  return !beginning.empty() && !is_lower(beginning.front());
}

bool are_equal(std::string const& one, std::string const& other) {
  auto const a = open_file(one);
  auto const b = open_file(other);
  if (a == nullptr || b == nullptr) return false;
  auto const rooms = std::make_unique<std::pair<block, block>>();
  for (;;) {
    std::string_view const of_a = read_block(*a, rooms->first);
    if (of_a != read_block(*b, rooms->second)) return false;
    if (of_a.empty()) return true;
  }
}

}  // namespace trace2::program::copies

namespace trace2::program {

// ---- copied_files.hpp ----

void find_copies(std::vector<read::input_file>& files) {
  std::map<std::size_t, std::vector<read::input_file*>> by_size;
  for (read::input_file& file : files)
    if (file.size != 0 && !file.is_pipe && file.surplus == 0) by_size[file.size].push_back(&file);
  auto const room = std::make_unique<copies::block>();
  for (auto& [size, same] : by_size) {
    if (same.size() == 1) continue;
    std::map<std::size_t, std::vector<read::input_file*>> by_beginning;
    for (read::input_file* const file : same) {
      auto const source = copies::open_file(file->path);
      if (source == nullptr) continue;
      std::string_view const beginning = copies::read_block(*source, *room);
      if (!copies::tells_runs_apart(beginning)) continue;
      auto& alike = by_beginning[read::table_hash{}(beginning)];
      auto const original =
          std::find_if(alike.begin(), alike.end(), [&](read::input_file const* other) {
            return copies::are_equal(other->path, file->path);
          });
      if (original != alike.end())
        file->copy_of = (*original)->path;
      else if (alike.size() < copies::most_alike)
        alike.push_back(file);
    }
  }
}

}  // namespace trace2::program
