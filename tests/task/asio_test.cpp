#if __has_include(<boost/asio/associator.hpp>)
#  include <trace2/task/asio.hpp>

#  include <boost/asio/bind_executor.hpp>
#  include <boost/asio/io_context.hpp>
#  include <boost/asio/post.hpp>
#  include <boost/asio/strand.hpp>

#  include <string>

#  include "support/brief.hpp"
#  include "support/catch.hpp"

namespace asio_test {

using support::brief_session;

TEST_CASE("a handler is a task from its operation to its return") {
  brief_session session;
  boost::asio::io_context context;
  boost::asio::post(context, trace2::as_task("net", "read", [] { trace2::data("c", "k", 1); }));
  CHECK(session.events().find("task_run") == std::string::npos);
  context.run();
  std::string const lines = session.events();
  CHECK(lines.find("task_run") < lines.find("\"k\""));
  CHECK(lines.find("\"k\"") < lines.find("task_end"));
}

TEST_CASE("the executor of a handler stays its own") {
  boost::asio::io_context context;
  boost::asio::strand<boost::asio::io_context::executor_type> const strand{context.get_executor()};
  bool is_inside = false;
  auto const handler =
      boost::asio::bind_executor(strand, [&] { is_inside = strand.running_in_this_thread(); });
  boost::asio::post(context, trace2::as_task("net", "read", handler));
  context.run();
  CHECK(is_inside);
}

}  // namespace asio_test
#endif
