// Handlers of Boost.Asio as tasks:
//
//     socket.async_read_some(buffer, trace2::as_task("net", "read", handler));
//
// The task begins with the operation and ends when the handler has returned: until a thread of the
// io_context runs the handler, the task waits. Executor, allocator and cancellation slot stay those
// of the handler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/task/work.hpp>

#include <boost/asio/associator.hpp>

template <template <class, class> class Associator, class Tracer, class Handler, class Default>
struct boost::asio::associator<Associator, trace2::basic_task_work<Tracer, Handler>, Default>
    : Associator<Handler, Default> {
  static auto get(trace2::basic_task_work<Tracer, Handler> const& of) noexcept {
    return Associator<Handler, Default>::get(of.work());
  }
  static auto get(trace2::basic_task_work<Tracer, Handler> const& of,
                  Default const& otherwise) noexcept {
    return Associator<Handler, Default>::get(of.work(), otherwise);
  }
};
