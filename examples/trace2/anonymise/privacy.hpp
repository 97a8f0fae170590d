// How much a command shows of the texts of a trace: all, all but secrets, or none.
#pragma once

#include <trace2/read/occurrence.hpp>

#include <memory>

namespace trace2::program {

enum class privacy : unsigned char {
  open,      ///< as the writer has left it
  redacted,  ///< without secrets that the writer has left
  anonymous  ///< numbers instead of texts
};

/// Changes events on their way to a visitor. Equal texts become equal texts as long as it lives.
class private_events {
 public:
  explicit private_events(privacy as);
  ~private_events();

  /// True if events stay what they are.
  bool is_open() const noexcept { return change_ == nullptr; }

  /// The event as it may be shown, valid until the next call, and as long as the one it is made of.
  read::occurrence const& shown(read::occurrence const& event);

 private:
  class change;
  template <class Texts>
  class change_by;

  std::unique_ptr<change> change_;  ///< none if they are open
};

}  // namespace trace2::program
