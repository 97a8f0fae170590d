// Defines what distinct_sids.hpp, files.hpp, kept_texts.hpp, readable_text.hpp, rows.hpp,
// text_rows.hpp and row_writer.hpp declare.
#include "tables/text_rows.hpp"

#include <trace2/read/byte_source.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "output/messages.hpp"
#include "output/unfinished_directory.hpp"
#include "tables/collector.hpp"
#include "tables/distinct_sids.hpp"
#include "tables/files.hpp"
#include "tables/kept_texts.hpp"
#include "tables/readable_text.hpp"
#include "tables/row_writer.hpp"
#include "tables/rows.hpp"

namespace trace2::program::tables {

// ---- distinct_sids.hpp ----

bool distinct_sids::add(std::string_view sid) {
  std::string_view const shown = readable_.of(sid);
  if (shown.find("\uFFFD") == shown.npos) return true;
  bool const is_new = repaired_.size() < most && repaired_.emplace(shown).second;
  left_out_ += is_new ? 0 : 1;
  return is_new;
}

// ---- kept_texts.hpp ----

void kept_texts::keep(std::string& place, std::string_view value) {
  std::string_view const cut = read::cut_text(value, longest);
  memory_.give_back(place.size());
  bool const is_room = memory_.take(cut.size());
  place.assign(is_room ? cut : std::string_view{});
  *left_out_ += is_room && cut.size() == value.size() ? 0 : 1;
}

text present(std::string_view value) noexcept { return value.empty() ? text{} : text{value}; }

// ---- readable_text.hpp ----

std::string_view readable_text::of(std::string_view bytes) {
  if (is_well_formed(bytes)) return bytes;
  copy_.clear();
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t const end = end_of_ascii(bytes, at);
    copy_.append(bytes.substr(at, end - at));
    at = trace2::append_repaired_utf8(copy_, bytes, end);
  }
  return copy_.view();
}

std::size_t readable_text::end_of_ascii(std::string_view bytes, std::size_t at) noexcept {
  auto const begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<std::size_t>(std::find_if_not(begin, bytes.end(), trace2::is_ascii) -
                                  bytes.begin());
}

bool readable_text::is_well_formed(std::string_view bytes) noexcept {
  for (std::size_t at = end_of_ascii(bytes, 0); at < bytes.size(); at = end_of_ascii(bytes, at)) {
    auto const character = trace2::utf8_character_at(bytes, at);
    if (!character.is_well_formed()) return false;
    at += character.size;
  }
  return true;
}

// ---- rows.hpp ----

void time_value::append_json(buffer& out) const noexcept {
  read::append_microseconds(out, length);
  if (length.count() % 1'000 == 0) out.append(".000");
}

// ---- text_rows.hpp ----

void csv_rows::add(trace2::buffer& out, std::string_view value) {
  if (value.empty()) return out.append(R"("")");
  std::string_view const readable = readable_.of(value);
  if (readable.find('\0') == readable.npos) return append_csv(out, readable);
  std::string shown;
  for (char const c : readable)
    c == '\0' ? shown.append(trace2::replacement_character) : shown.append(1, c);
  append_csv(out, shown);
}

// ---- files.hpp ----

namespace {

enum class row_format : unsigned char { csv, ndjson };

/// A new directory of tables. The directory appears when all rows are written. Memory: some 64 KiB
/// for each table, and its longest row. Errors: the first one ends the work, see `error`.
class table_files final : public row_writer {
 public:
  table_files(std::string const& path, row_format format) {
    if (format == row_format::ndjson) format_.emplace<ndjson_rows>();
    check(directory_.begin(path));
    for_each_table([this]<class Row>() {
      if (error_ != 0) return;
      part<Row>& to = std::get<part<Row>>(parts_);
      std::visit(
          [&](auto& rows) {
            to.fd = directory_.add(std::string{Row::table}.append(rows.ending));
            rows.template begin<Row>(to.rows);
          },
          format_);
      if (to.fd < 0) check(-to.fd);
    });
  }

  /// An errno value: the reason why the tables are not complete.
  int error() const noexcept { return error_; }

  bool wants(std::string_view) noexcept override { return error_ == 0; }
  std::int64_t last_key() const noexcept override { return 0; }

  /// Writes what is left, and gives the directory its name.
  void commit() {
    for_each_table([this]<class Row>() { flush(std::get<part<Row>>(parts_)); });
    if (error_ == 0) check(directory_.complete());
  }

 private:
  void take(any_row const& row) override {
    std::visit([this](auto const* one) { this->add(*one); }, row);
  }

  template <class Row>
  void add(Row const& row) {
    part<Row>& to = std::get<part<Row>>(parts_);
    if (error_ != 0) return;
    std::visit([&](auto& rows) { rows.append(to.rows, row); }, format_);
    if (to.rows.size() >= enough || to.rows.failed()) flush(to);
  }

  static constexpr std::size_t enough = std::size_t{64} << 10;

  struct open_table {
    int fd = -1;
    trace2::buffer rows;
  };
  template <class Row>
  struct part : open_table {};

  void check(int error) noexcept {
    if (error_ == 0) error_ = error;
  }

  void flush(open_table& to) noexcept {
    if (to.rows.failed()) check(ENOMEM);
    if (error_ == 0) check(-read::write_all(to.fd, to.rows.view()));
    to.rows.clear();
  }

  unfinished_directory directory_;
  for_all_tables<part> parts_;
  std::variant<csv_rows, ndjson_rows> format_;
  int error_ = 0;
};

}  // namespace

}  // namespace trace2::program::tables

namespace trace2::program {

namespace {

int write_tables(wanted_trace const& from, std::string const& path, tables::row_format format) {
  if (path.empty() || path == "-") {
    say("convert: tables are several files: --output=DIR names a new directory for them");
    return bad_usage;
  }
  chosen_trace chosen{find_files(from.paths), from.selection, from.shown_as};
  tables::table_files to{path, format};
  followed result = followed::nothing;
  if (to.error() == 0) {
    result = tables::write_rows(to, chosen, [&to] { return to.error() != 0; });
    if (result != followed::nothing) to.commit();
  }
  if (to.error() != 0) say(path + ": " + std::strerror(to.error()));
  return to.error() == 0 && result == followed::all ? ok : bad_input;
}

}  // namespace

int write_csv_tables(wanted_trace const& from, std::string const& path) {
  return write_tables(from, path, tables::row_format::csv);
}

int write_ndjson_tables(wanted_trace const& from, std::string const& path) {
  return write_tables(from, path, tables::row_format::ndjson);
}

}  // namespace trace2::program

namespace trace2::program::tables {

// ---- row_writer.hpp ----

followed write_rows(row_writer& to, chosen_trace& chosen, stop_condition const& stop) {
  read::label_table labels;
  collector rows{to, labels};
  followed const result = follow(chosen, rows, labels, stop);
  if (result != followed::nothing) rows.say_cut_numbers();
  return report_left_out(rows.left_out(), result);
}

}  // namespace trace2::program::tables
