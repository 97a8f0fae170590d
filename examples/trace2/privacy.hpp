// What a command shows of the texts of a trace: all, all but secrets, or none.
#pragma once

#include <trace2/read/anonymiser.hpp>
#include <trace2/read/event_rewriter.hpp>
#include <trace2/read/occurrence.hpp>

#include <optional>

#include "redaction.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

enum class privacy : unsigned char {
  open,      ///< as the writer has left it
  redacted,  ///< without secrets that the writer has left
  anonymous  ///< numbers instead of texts
};

/// Adds the option of all commands whose output may go to others.
inline void add_privacy(CLI::App& command, bool& is_anonymous) {
  command.add_flag("--anonymise,--anonymize", is_anonymous,
                   "Replace hosts, users, paths, arguments, messages and texts "
                   "among values by numbers");
}

/// What replaces texts, and what lets it see them.
template <class Texts>
struct event_change {
  Texts texts{};
  trace2::read::event_rewriter<Texts> rewriter{texts};
  event_change() = default;
  event_change(event_change const&) = delete;
  event_change& operator=(event_change const&) = delete;
};

/// Changes events on their way to a visitor. Equal texts become equal texts as long as it lives.
class private_events {
 public:
  explicit private_events(privacy as) {
    if (as == privacy::anonymous) anonymous_.emplace();
    if (as == privacy::redacted) redacted_.emplace();
  }

  /// Whether events stay what they are.
  bool is_open() const noexcept { return !anonymous_ && !redacted_; }

  /// The event as it may be shown, valid until the next call, and as long as the one it is made of.
  trace2::read::occurrence const& shown(trace2::read::occurrence const& event) {
    if (anonymous_) return anonymous_->rewriter(event);
    return redacted_ ? redacted_->rewriter(event) : event;
  }

 private:
  std::optional<event_change<trace2::read::anonymiser>> anonymous_;
  std::optional<event_change<redaction>> redacted_;
};

}  // namespace trace2_program
