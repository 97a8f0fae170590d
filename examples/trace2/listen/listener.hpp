// What "trace2 listen" asks of its event loop.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>

#include <memory>
#include <string>

#include "anonymise/privacy.hpp"
#include "input/selection.hpp"
#include "listen/endpoint.hpp"
#include "listen/keeping.hpp"
#include "listen/losses.hpp"
#include "model/model.hpp"
#include "otlp_http/settings.hpp"
#include "output/table.hpp"

namespace trace2::program::listening {

struct listener_options {
  program::selection selection{};
  privacy shown_as = privacy::open;
  bool is_for_all = false;  ///< also takes the lines of other users
  text_style style{};
  std::string command{};  ///< of the user, for each match; may be empty
};

class listener {
 public:
  listener() = default;
  listener(listener const&) = delete;
  listener& operator=(listener const&) = delete;
  virtual ~listener() = default;

  virtual void add(endpoint at) = 0;
  virtual void add_input() = 0;

  /// Keeps what arrives from now on. Empty, or the reason why it can't be kept.
  virtual std::string keep(keeping how) = 0;

  /// Sends the spans of what finishes from now on. Empty, or the reason why it can't. `to` lives
  /// longer.
  virtual std::string send_to(otlp_http::endpoints const& to) = 0;

  /// Listens until a signal ends it, or until standard input does if there is nothing else.
  virtual void run() = 0;

  /// The received trace, for the summary. Call once, after `run`.
  virtual model complete() = 0;

  /// Waits for what is being sent, seconds at most but for a disk that hangs, and says what has
  /// become of it. Call it behind `complete`. False if something was neither accepted nor kept.
  virtual bool finish_sending() = 0;

  virtual losses const& lost() const noexcept = 0;
  virtual read::label_table const& labels() const noexcept = 0;
  /// Why the output takes no more, as an errno value; 0 if it does.
  virtual int error() const noexcept = 0;
};

/// A listener of one thread (server.hpp).
std::unique_ptr<listener> make_listener(listener_options options);

}  // namespace trace2::program::listening
