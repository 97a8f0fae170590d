// Takes JSON text apart without building anything: values stay views of the text.
//
// Why not a parser that hands over finished values: readers of traces keep what they don't know,
// and what a value was spelled like (numbers beyond 64 bits, the ill-formed UTF-8 that Git passes
// through, JSON inside `data_json`). It accepts what Boost.JSON accepts, apart from the
// well-formedness of UTF-8, at the speed of Boost.JSON's parser without values.
#pragma once

#include <trace2/read/json_cursor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// A value as it stands in a text, which must outlive it.
struct json_value {
  std::string_view text;  ///< of a string with its quotes
  json_kind kind{};
  bool has_escapes = false;  ///< of a string

  /// What stands between the quotes of a string, its escapes untouched.
  constexpr std::string_view inside() const noexcept { return text.substr(1, text.size() - 2); }
  /// The same of a string, and the text of everything else.
  constexpr std::string_view bare() const noexcept {
    return kind == json_kind::string ? inside() : text;
  }
};

struct json_member {
  std::string_view name;  ///< between its quotes, its escapes untouched
  json_value value;
};

/// Reads one value from the front to the back. Memory: none. A value nested deeper than `max_depth`
/// counts as ill-formed.
class json_scanner {
 public:
  static constexpr int max_depth = 64;

  explicit json_scanner(std::string_view text) noexcept
      : here_{text.data(), text.data() + text.size()} {}

  /// Passes an object and calls `use(member)` for each of its members; false where the text is no
  /// well-formed object.
  template <class Use>
  bool object(Use&& use) {
    json_cursor here = here_;
    if (!here.take('{')) return false;
    if (here.take('}')) return leave(here);
    do {
      json_shape found;
      if (!here.take('"')) return false;
      char const* const name = here.at;
      if (!here.string(found)) return false;
      char const* const name_end = here.at - 1;
      if (!here.take(':')) return false;
      here.skip_blanks();
      char const* const begin = here.at;
      if (!value(here, found)) return false;
      use(json_member{text_between(name, name_end), since(begin, here, found)});
    } while (here.take(','));
    return here.take('}') && leave(here);
  }

  /// The same for the items of an array: `use(value)`.
  template <class Use>
  bool array(Use&& use) {
    json_cursor here = here_;
    if (!here.take('[')) return false;
    if (here.take(']')) return leave(here);
    do {
      json_shape found;
      here.skip_blanks();
      char const* const begin = here.at;
      if (!value(here, found)) return false;
      use(since(begin, here, found));
    } while (here.take(','));
    return here.take(']') && leave(here);
  }

  /// Passes any value.
  bool pass(json_value& found) {
    json_cursor here = here_;
    json_shape of_it;
    here.skip_blanks();
    char const* const begin = here.at;
    if (!value(here, of_it)) return false;
    found = since(begin, here, of_it);
    return leave(here);
  }

  /// True when nothing but blanks is left.
  bool is_at_end() noexcept {
    here_.skip_blanks();
    return here_.at == here_.end;
  }

 private:
  bool leave(json_cursor here) noexcept {
    here_ = here;
    return true;
  }

  static std::string_view text_between(char const* begin, char const* end) noexcept {
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  static json_value since(char const* begin, json_cursor here, json_shape found) noexcept {
    return {text_between(begin, here.at), found.kind, found.has_escapes};
  }

  /// Most values are strings, and what else there is keeps out of their way.
  [[gnu::always_inline]] bool value(json_cursor& here, json_shape& found) {
    if (here.take_here('"')) return here.string(found);
    here_ = here;
    json_kind kind{};
    if (!other_value(kind)) return false;
    here = here_;
    found = {kind};
    return true;
  }

  [[gnu::noinline]] bool other_value(json_kind& kind) {
    kind = json_kind::literal;
    if (here_.is_at('{')) return container(kind = json_kind::object);
    if (here_.is_at('[')) return container(kind = json_kind::array);
    if (here_.is_at('t')) return here_.word("true");
    if (here_.is_at('f')) return here_.word("false");
    if (here_.is_at('n')) return here_.word("null");
    kind = json_kind::number;
    return here_.number();
  }

  bool container(json_kind kind) {
    if (depth_ == max_depth) return false;
    ++depth_;
    bool const passed = kind == json_kind::object ? object([](json_member const&) {})
                                                  : array([](json_value const&) {});
    --depth_;
    return passed;
  }

  json_cursor here_;
  int depth_ = 0;
};

}}}  // namespace trace2::v0::read
