// Decodes a line of an EVENT stream into the struct of its event. Names, order and types of the
// members come from the descriptions that the writer uses.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/value/reflect.hpp>

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Decodes one line after the other, in memory that it reuses.
///
/// Accepts all spellings that writers of Trace2 are known to use: members in any order, absent
/// members (null texts, and 0), older names (`signal`, `data-json`), values of `data` that are no
/// strings, brief lines without `time`. Refuses a line that would need guesses: a line must be one
/// JSON object with an event name and a session id.
template <class Events = builtin_events>
class basic_decoder {
 public:
  using occurrence_type = basic_occurrence<Events>;

  basic_decoder() { grow(); }
  basic_decoder(basic_decoder const&) = delete;
  basic_decoder& operator=(basic_decoder const&) = delete;

  /// Returns the decoded line, valid until the next call. Null when the text is no event; `problem`
  /// then says why.
  occurrence_type const* decode(std::string_view text) {
    memory_.release();
    members_end_ = members_.data();
    names_ = 0;
    reader_.begin(text.size() + limits::list_items * sizeof(std::string_view));
    json_scanner scanner{text};
    if (!scanner.object([this](json_member const& member) { keep(member); }) ||
        !scanner.is_at_end())
      return fail("is not a JSON object");
    next_ = members_.data();
    if (count_of_members() > most_members) return fail("has too many members");
    return decode_members(text);
  }

  /// Why the latest `decode` failed, as the rest of a sentence about the line.
  char const* problem() const noexcept { return problem_; }

 private:
  struct found_member {
    json_member member;
    bool is_taken;
  };

  static constexpr std::size_t most_members = 1000;

  [[gnu::always_inline]] void keep(json_member const& member) {
    if (members_end_ == room_end_ && !grow()) [[unlikely]]
      return;
    *members_end_++ = {member, false};
    names_ |= mark_of(member.name);
  }

  /// One of 64 bits for a name: the bits of the present members rule out most absent names without
  /// a search.
  [[gnu::always_inline]] static std::uint64_t mark_of(std::string_view name) noexcept {
    if (name.empty()) return 0;
    unsigned const mix = static_cast<unsigned char>(name.front()) * 7u +
                         static_cast<unsigned char>(name.back()) * 3u +
                         static_cast<unsigned>(name.size());
    return std::uint64_t{1} << mix % 64;
  }

  occurrence_type const* decode_members(std::string_view text) {
    line_ = {};
    line_.text = text;
    if (!take("event", line_.event_name)) return fail("has no event name");
    if (!take("sid", line_.sid)) return fail("has no session id");
    take("thread", line_.thread);
    if (std::string_view time; take("time", time)) {
      if (auto const wall = times_.read(time); wall)
        line_.wall = moment_at(*wall);
      else
        give_back();
    }
    if (take("file", line_.file)) take("line", line_.line);
    take("repo", line_.repo.value);
    peek("t_abs", line_.t_abs);
    peek("t_rel", line_.t_rel, older_t_rel);
    peek("nesting", line_.nesting);
    boost::mp11::mp_with_index<boost::mp11::mp_size<Events>::value + 1>(
        find_event<Events>(line_.event_name),
        [this](auto index) { this->template read_event<index>(); });
    if (reader_.ran_out()) return fail("has lists of too many items");
    if (!reader_.cut_numbers().empty()) [[unlikely]]
      note_cut_numbers();
    collect_others();
    return &line_;
  }

  template <std::size_t Index>
  void read_event() {
    if constexpr (Index < boost::mp11::mp_size<Events>::value) {
      using event_type = boost::mp11::mp_at_c<Events, Index>;
      auto& event = line_.event.template emplace<Index + 1>();
      for_each_member<event_type>([&](auto member) {
        auto& value = event.*member.pointer;
        constexpr std::string_view older = older_name(decltype(member)::name);
        if (take(member.name, value) || take(older, value)) return;
        // A text that is absent on the wire is a null view, whatever the writer's default is.
        if constexpr (std::is_same_v<decltype(value), std::string_view&>) value = {};
      });
    }
  }

  /// The name that the serializer of Git Credential Manager gives to a member without a name.
  static constexpr std::string_view older_t_rel = "RelativeTime";
  /// In version 1 `signo` was called `signal`.
  static constexpr std::string_view older_name(std::string_view name) noexcept {
    if (name == "signo") return "signal";
    if (name == "t_rel") return older_t_rel;
    return {};
  }

  /// Stores the value of a member if the line has it with the right type.
  template <class T>
  [[gnu::always_inline]] bool take(std::string_view name, T& to) {
    found_member* const entry = find(name);
    if (entry == nullptr || entry->is_taken || !reader_.read(entry->member.value, to)) return false;
    entry->is_taken = true;
    ++taken_;
    return true;
  }

  /// Stores the value of a member as `take` does, but leaves it for the event's own members.
  template <class T>
  [[gnu::always_inline]] void peek(std::string_view name, std::optional<T>& to,
                                   std::string_view older = {}) {
    found_member* const expected = next_;
    found_member const* entry = find(name);
    if (entry == nullptr) entry = find(older);
    T value{};
    if (entry != nullptr && reader_.read(entry->member.value, value)) to = value;
    next_ = expected;
  }

  /// Undoes the latest `take`: the text has the right type but can't be used.
  void give_back() noexcept {
    --taken_;
    next_[-1].is_taken = false;
  }

  /// Looks first where the member is expected: most members come in the order of the description.
  /// An empty name finds nothing. Inlined, so that the compiler knows the name.
  [[gnu::always_inline]] inline found_member* find(std::string_view name) noexcept {
    if (name.empty()) return nullptr;
    found_member* const expected = next_;
    if (expected != members_end_ && is_called(*expected, name)) [[likely]] {
      ++next_;
      return expected;
    }
    return (names_ & mark_of(name)) == 0 ? nullptr : search(name);
  }

  [[gnu::noinline]] found_member* search(std::string_view name) noexcept {
    for (found_member* member = members_.data(); member != members_end_; ++member) {
      if (!is_called(*member, name)) continue;
      next_ = member + 1;
      return member;
    }
    return nullptr;
  }

  [[gnu::always_inline]] static bool is_called(found_member const& entry,
                                               std::string_view name) noexcept {
    return entry.member.name.size() == name.size() &&
           std::memcmp(entry.member.name.data(), name.data(), name.size()) == 0;
  }

  std::size_t count_of_members() const noexcept {
    return static_cast<std::size_t>(members_end_ - members_.data());
  }

  /// Makes room for more members; false when the line has more than any line may have.
  [[gnu::noinline]] bool grow() {
    constexpr std::size_t usual_members = 32;
    std::size_t const size = members_.size();
    if (size > most_members) return false;
    members_.resize(size == 0 ? usual_members : std::min(2 * size, most_members + 1));
    members_end_ = members_.data() + size;
    room_end_ = members_.data() + members_.size();
    return true;
  }

  /// Names the members with numbers out of range. A code is kept whole: exit codes of Windows are.
  [[gnu::cold]] void note_cut_numbers() noexcept {
    cut_names_.clear();
    for (std::string_view const text : reader_.cut_numbers())
      if (std::string_view const name = name_of(text); name == "code" && take_wide_code(text))
        continue;
      else
        cut_names_.add(name);
    line_.cut_numbers = cut_names_.all();
  }
  /// The name of the member with a value, or around it.
  std::string_view name_of(std::string_view text) const noexcept {
    for (found_member const* entry = members_.data(); entry != members_end_; ++entry) {
      std::string_view const value = entry->member.value.text;
      bool const is_behind = std::less_equal<>{}(value.data(), text.data());
      if (is_behind && std::less<>{}(text.data(), value.data() + value.size()))
        return entry->member.name;
    }
    return "value";
  }
  bool take_wide_code(std::string_view text) noexcept {
    std::int64_t code = 0;
    if (!number_from(text, code)) return false;
    line_.wide_code = code;
    return true;
  }

  void collect_others() {
    others_.clear();
    if (taken_ != count_of_members())
      for (found_member const* entry = members_.data(); entry != members_end_; ++entry)
        if (!entry->is_taken) others_.push_back(entry->member);
    taken_ = 0;
    line_.others = other_members{others_};
    if (auto* const other = std::get_if<other_event>(&line_.event))
      *other = {line_.event_name, line_.others};
  }

  occurrence_type const* fail(char const* problem) noexcept {
    taken_ = 0;
    problem_ = problem;
    return nullptr;
  }

  event_memory memory_;
  json_reader reader_{memory_.resource()};
  time_reader times_;
  std::vector<found_member> members_;    ///< room for those of a line
  found_member* members_end_ = nullptr;  ///< of the line's own
  found_member* room_end_ = nullptr;
  std::vector<json_member> others_;
  cut_numbers cut_names_;
  std::uint64_t names_ = 0;       ///< marks of the members' names
  found_member* next_ = nullptr;  ///< place where the next member is expected
  std::size_t taken_ = 0;
  occurrence_type line_{};
  char const* problem_ = "";
};

using decoder = basic_decoder<>;

}}}  // namespace trace2::v0::read
