#include "model/model_tasks.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model_builder.hpp"
#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"

namespace model_tasks_test {

namespace tr = trace2::read;
using namespace support::tasks;  // NOLINT(google-build-using-namespace)
using support::modelled;

namespace {

/// "(name [count] total self waited inner…)", in milliseconds.
std::string shape(modelled const& made, trace2::program::node_index node) {
  static constexpr char const* kinds[] = {"", "wait ", "run "};
  trace2::program::region_node const& of = made.trace.regions[node];
  std::string text = "(" + std::string{kinds[static_cast<int>(of.kind)]} +
                     std::string{made.labels[of.label].name} + " " + std::to_string(of.count) +
                     " " + std::to_string(of.total / ns(1'000'000)) + " " +
                     std::to_string(of.self() / ns(1'000'000)) + " " +
                     std::to_string(of.waited / ns(1'000'000));
  for (trace2::program::node_index inner = of.first_child; inner != trace2::program::no_node;
       inner = made.trace.regions[inner].next)
    text += " " + shape(made, inner);
  return text + ")";
}
std::string shape_of_task(modelled const& made, std::size_t task) {
  return shape(made, made.trace.tasks.at(task).root);
}

}  // namespace

TEST_CASE("tasks have trees of their own, with running told from waiting", "[read]") {
  modelled const made{pool()};
  REQUIRE(made.trace.tasks.size() == 2);
  // 380 = 250 in dns + 50 own + 80 until the first run; 250 = 150 + 100 between the runs.
  CHECK(shape_of_task(made, 0) == "(fetch 1 380 50 80 (dns 1 250 150 100))");
  CHECK(shape_of_task(made, 1) == "(compile 1 870 400 470)");
  CHECK(made.trace.tasks[0].place == made.trace.threads[0].root);
  auto const& sums = made.sum_of(made.trace.task_sums, "c/fetch");
  CHECK(sums.totals.sum() == ns(380'000'000));
  CHECK(sums.running == ns(200'000'000));
  CHECK(sums.waiting == ns(180'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "c/dns").self == ns(150'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "c/join").self == ns(0));
}

TEST_CASE("the time of a thread is that of its regions and of the tasks that it ran", "[read]") {
  modelled const made{pool()};
  REQUIRE(made.trace.threads.size() == 3);
  CHECK(
      shape(made, made.trace.threads[0].root).ends_with(" 1 1000 100 0 (wait join 1 900 900 0))"));
  // "dns" was in all of the first run, and in 50 of the 100 ms of the second one.
  CHECK(shape(made, made.trace.threads[1].root)
            .ends_with(" 1 900 800 0 (run fetch 1 100 0 0 (dns 0 100 100 0)))"));
  CHECK(shape(made, made.trace.threads[2].root)
            .ends_with(" 1 900 400 0 (run fetch 1 100 50 0 (dns 0 50 50 0)) (run compile 1 400 400 "
                       "0))"));
}

TEST_CASE("a task lies in the place that began it", "[read]") {
  modelled const made{
      process(line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"r")") +
              begin(1, "00:00:00.1", "outer") + enter(1, "00:00:00.2", "step", 1, "main") +
              begin(2, "00:00:00.3", "part", 1) + begin(3, "00:00:00.3", "part", 1) +
              run(1, "00:00:00.4", first) + begin(4, "00:00:00.4", "spawned", 0, first) +
              line("region_leave", "00:00:00.5", R"(,"nesting":1)"))};
  REQUIRE(made.trace.tasks.size() == 3);
  trace2::program::region_node const& root = made.trace.regions[made.trace.tasks[0].root];
  CHECK(made.trace.regions[made.trace.tasks[0].place].label ==
        made.trace.regions[made.trace.regions[made.trace.threads[0].root].first_child].label);
  CHECK(made.trace.tasks[1].place == root.first_child);
  CHECK(made.trace.tasks[2].place == root.first_child);
  trace2::program::region_node const& part = made.trace.regions[made.trace.tasks[1].root];
  CHECK(part.count == 2);
  CHECK(part.incomplete == 2);
  CHECK(part.total == ns(1'400'000'000));
}

TEST_CASE("single tasks are kept with their stretches, links and parents", "[read]") {
  modelled const made{pool(link(7, "00:00:00.01", "waits_for", 1))};
  auto const& all = made.trace.task_times;
  REQUIRE(all.tasks.size() == 2);
  CHECK(all.tasks[0].message == "a.c");
  CHECK(all.tasks[0].end - all.tasks[0].begin == ns(380'000'000));
  REQUIRE(all.stretches.size() == 3);
  CHECK(all.stretches[1].task == 0);
  CHECK(all.stretches[1].end - all.stretches[1].begin == ns(100'000'000));
  REQUIRE(all.links.size() == 1);
  CHECK(all.links[0].task == 1);
  CHECK(all.links[0].other == 0);
  CHECK(all.links[0].kind == tr::task_link_kind::waits_for);
  REQUIRE(all.waits.size() == 1);
  CHECK(all.waits[0].end - all.waits[0].begin == ns(900'000'000));
  CHECK(made.trace.task_faults[static_cast<std::size_t>(tr::task_fault::not_begun)] == 1);
}

TEST_CASE("tasks whose beginnings are missing have sums of their own, whose names say so",
          "[read]") {
  modelled const made{process(begin(1, "00:00:00.1", "a") +
                              end(1, "00:00:00.2", "a", "main", R"(,"t_rel":0.1)") +
                              run(2, "00:00:00.2", "main") + pause(2, "00:00:00.4", "main") +
                              leave(2, "00:00:00.5", "r", 1, "main", R"(,"t_rel":0.3)") +
                              end(2, "00:00:00.5", "a", "main", R"(,"t_rel":0.3)") +
                              end(3, "00:00:00.6", "b", "main", R"(,"t_rel":0.1)"))};
  CHECK(made.sum_of(made.trace.task_sums, "c/a").totals.sum() == ns(100'000'000));
  CHECK(made.sum_of(made.trace.task_sums, "c/a (begun before)").totals.sum() == ns(300'000'000));
  CHECK(made.sum_of(made.trace.task_sums, "c/b (begun before)").totals.sum() == ns(100'000'000));
  CHECK(shape_of_task(made, 1) == "((begun before) 1 300 0 0 (r 1 300 200 100))");
}

TEST_CASE("the sums of a task say how many of its kind have no end", "[read]") {
  modelled const made{process(begin(1, "00:00:00.1", "a") + end(1, "00:00:00.2", "a") +
                              begin(2, "00:00:00.3", "a") + begin(3, "00:00:00.4", "a"))};
  auto const& sums = made.sum_of(made.trace.task_sums, "c/a");
  CHECK(sums.totals.count() == 3);
  CHECK(sums.incomplete == 2);
}

TEST_CASE("a link may name a task that begins later", "[read]") {
  modelled const made{process(begin(1, "00:00:00.1", "a") + link(1, "00:00:00.1", "waits_for", 2) +
                              link(1, "00:00:00.1", "waits_for", 9) + begin(2, "00:00:00.2", "b"))};
  REQUIRE(made.trace.task_times.links.size() == 2);
  CHECK(made.trace.task_times.links[0].other == 1);
  CHECK(made.trace.task_times.links[1].other == trace2::program::task_history::none);
}

TEST_CASE("what finds no room is counted, and sums count everything", "[read]") {
  std::string lines;
  for (int i = 1; i <= 20; ++i)
    lines +=
        begin(i, "00:00:00.1", std::string{"l"}.append(std::to_string(i))) +
        end(i, "00:00:00.2", std::string{"l"}.append(std::to_string(i)), "main", R"(,"t_rel":0.1)");
  modelled const made{process(lines), {.tasks = 5}};
  CHECK(made.trace.tasks.size() == 5);
  CHECK(made.trace.missing.tasks == 15);
  CHECK(made.trace.task_sums.size() == 20);
}

TEST_CASE("very many tasks take bounded memory", "[read]") {
  trace2::program::task_history history;
  trace2::program::task_history_builder builder{history};
  tr::open_task task;
  std::string const message = "message";
  task.kept_message = &message;
  for (task.id = 1; task.id <= 1'000'000; ++task.id) {
    task.parent = task.id - 1;
    if (auto const index = builder.began(0, task, 100);
        index != trace2::program::task_history::none)
      builder.ran(index, moment_ns(0), moment_ns(1));
  }
  CHECK(history.tasks.size() == trace2::program::task_history_builder::most_tasks);
  CHECK(history.tasks.size() + history.left_out == 1'000'000);
  CHECK(history.tasks[1].parent == 0);
}

}  // namespace model_tasks_test
