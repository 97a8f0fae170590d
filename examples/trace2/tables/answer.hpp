// Writes the answer to a question in SQL: a table for people, JSON or comma-separated values.
#pragma once

#include <trace2/format.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "output/line_output.hpp"
#include "output/table.hpp"

namespace trace2::program::tables {

/// A value of a row; nothing for NULL. A view lives until the next row.
using answer_value = std::variant<std::monostate, std::int64_t, double, std::string_view>;
using answer_row = std::vector<answer_value>;

/// Takes an answer, row by row.
class answer_writer {
 public:
  virtual ~answer_writer() = default;
  virtual void begin(std::vector<std::string> columns) = 0;
  virtual void add(answer_row const& row) = 0;
  virtual void end() = 0;
};

/// A table with numbers to the right and texts to the left. The first rows, as many as find room in
/// some memory, choose the widths. Texts are shortened where the table is wider than `width`; if
/// that is not enough, each row becomes a block with a line for each column.
class answer_text final : public answer_writer {
 public:
  answer_text(sink& to, text_style style, std::size_t width)
      : out_{to, true}, style_{style}, width_{width} {}

  void begin(std::vector<std::string> columns) override;
  void add(answer_row const& row) override;
  void end() override;

 private:
  struct cell {
    std::string text;
    bool is_number = false;
  };
  struct column {
    std::string name;
    std::size_t width = 0;
    bool is_number = true;  ///< all values are numbers or absent
  };

  static constexpr std::size_t most_kept = std::size_t{1} << 20;  ///< bytes
  static constexpr std::size_t least_width = 8;                   ///< of a shortened text
  static constexpr std::size_t longest = 2'000;                   ///< bytes of a text

  static cell cell_of(answer_value const& value);

  /// Chooses the widths and writes the rows so far.
  void choose();
  std::size_t width_of_all() const noexcept;
  void write(std::vector<cell> const& row);
  std::string line_of(std::vector<cell> const& row) const;
  void write_block(std::vector<cell> const& row);

  line_output out_;
  text_style style_;
  std::size_t width_;
  std::vector<column> columns_;
  std::vector<std::vector<cell>> first_;
  std::size_t kept_ = 0;
  bool is_chosen_ = false;
  bool is_in_blocks_ = false;
  bool is_behind_block_ = false;
  std::uint64_t count_ = 0;
};

/// An array of objects, one on each line. Of columns with one name the later ones get a number.
class answer_json final : public answer_writer {
 public:
  explicit answer_json(sink& to) : out_{to, false} {}

  void begin(std::vector<std::string> columns) override;
  void add(answer_row const& row) override;
  void end() override;

 private:
  line_output out_;
  std::vector<std::string> names_;  ///< as JSON
  trace2::buffer line_;
  bool is_first_ = true;
};

/// A line of names, and a line for each row. NULL is an empty field, an empty text one in quotes.
class answer_csv final : public answer_writer {
 public:
  explicit answer_csv(sink& to) : out_{to, true} {}

  void begin(std::vector<std::string> columns) override;
  void add(answer_row const& row) override;
  void end() override {}

 private:
  line_output out_;
  trace2::buffer line_;
};

}  // namespace trace2::program::tables
