// Handlers of Boost.Asio as tasks: a timer's handler waits with the timer, and runs on one of the
// threads that run the context.
#include <trace2/task/asio.hpp>
#include <trace2/trace2.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <thread>

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  boost::asio::io_context context;
  boost::asio::steady_timer timer{context, std::chrono::milliseconds{5}};
  bool has_waited = false;
  timer.async_wait(
      trace2::as_task("example", "timer", [&](boost::system::error_code const& failed) {
        TRACE2_REGION("example", "handle");
        has_waited = !failed;
        boost::asio::post(context, trace2::as_task("example", "afterwards", [] {}));
      }));
  {
    std::jthread const other{[&context] { context.run(); }};
    context.run();
  }
  return trace.exit(has_waited ? 0 : 1);
}
