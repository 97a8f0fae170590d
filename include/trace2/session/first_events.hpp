// The events that each trace begins with (R-LIFE-02): what the program is and how it was called.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/main_argument.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/inheritance.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/session/ancestry.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/verb/command.hpp>
#include <trace2/verb/parameter.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Their contents, which the process keeps: a forked child repeats these events with its own id,
/// and so does each file that is opened later.
class first_events {
 public:
  /// Null when memory ran out.
  [[gnu::cold]] static first_events const* keep(session_parts const& parts, arguments const& argv,
                                                session_options const& options,
                                                call_site at) noexcept {
    auto* const events = leaked<first_events>::make();
    if (events == nullptr) return nullptr;
    int index = 0;
    argv.for_each([&](std::string_view item) {
      events->argv_.push_back(events->texts_.keep(main_argument(item, index++)));
    });
    events->parts_ = &parts;
    events->at_ = at;
    events->options_ = options;
    events->options_.program_version = events->texts_.keep(options.program_version.or_empty());
    events->options_.settings = {};
    if (!events->texts_.failed() && !events->argv_.failed()) return events;
    leaked<first_events>::give_back(*events);
    return nullptr;
  }

  session_parts const& parts() const noexcept { return *parts_; }
  /// The options of the session, without the source of its settings, which the settings keep.
  session_options const& options() const noexcept { return options_; }

  /// Publishes them to all targets.
  template <class Targets>
  [[gnu::cold]] void publish() const noexcept {
    if (call_context const s; s) {
      emitter<Targets>::publish(version(), s, at_);
      emitter<Targets>::publish_too_many_files(s, at_);
    }
    verb::command<Targets>{}.cmd_start(argv_, at_);
    publish_context<Targets>();
    if (!options_.ancestry) return;
    ancestry names;
    read_ancestry(names);
    if (names.size() != 0) verb::command<Targets>{}.cmd_ancestry(names, at_);
  }

  /// Publishes the first two to one target, by a setup that other threads don't see yet.
  template <class Targets, class Target>
  [[gnu::cold]] void publish_by(auto& setup, call_context const& s) const noexcept {
    using emitter = detail::emitter<Targets>;
    emitter::template publish_by<Target>(setup, version(), s, at_);
    emitter::template publish_by<Target>(
        setup, event::start{.t_abs = s.t_abs(), .argv = redacted_list(s.memory(), argv_)}, s, at_);
  }

 private:
  friend class leaked<first_events>;
  first_events() noexcept = default;

  /// The outermost process tells which trace context it was given, for exporters: the environment
  /// has the one for its children by now.
  template <class Targets>
  [[gnu::cold]] void publish_context() const noexcept {
    auto const* const trace_context = this_process.trace_context.load_acquire();
    auto const* const given = this_process.inherited_context.load_acquire();
    if (trace_context != nullptr && given != nullptr && trace_context->is_context(given->view()) &&
        this_process.identity.load_acquire()->parent().empty())
      verb::parameter<Targets>{}.def_param(trace_parent_variable, given->view(), scope::command,
                                           at_);
  }

  event::version version() const noexcept { return {.exe = options_.program_version}; }

  session_parts const* parts_ = &no_parts;
  text_store texts_;
  basic_buffer<std::string_view> argv_;
  call_site at_;
  session_options options_;
};

}}}  // namespace trace2::v0::detail
