#include <trace2/read/decoder.hpp>

#include <boost/mp11/list.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace decoder_test {

namespace event = trace2::event;
using trace2::duration;

namespace {

constexpr std::string_view common =
    R"("sid":"S","thread":"main","time":"2000-01-01T00:00:00.000001Z","file":"a.c","line":7)";

std::string line_of(std::string_view name, std::string_view members = "") {
  std::string line = R"({"event":")";
  return line.append(name).append("\",").append(common).append(members).append("}");
}

/// Decodes a line and keeps the texts that the result refers to.
class decoded {
 public:
  explicit decoded(std::string text) : text_{std::move(text)}, line_{decoder_.decode(text_)} {
    INFO(text_);
    INFO(decoder_.problem());
    REQUIRE(line_ != nullptr);
  }

  trace2::read::occurrence const* operator->() const { return line_; }
  template <class Event>
  Event const& as() const {
    auto const* const event = line_->get<Event>();
    REQUIRE(event != nullptr);
    return *event;
  }
  std::string others() const {
    std::string all;
    for (auto const& [name, value] : line_->others)
      all.append(name).append("=").append(value.text).append(";");
    return all;
  }

 private:
  std::string text_;
  trace2::read::decoder decoder_;
  trace2::read::occurrence const* line_;
};

std::string problem_of(std::string_view text) {
  trace2::read::decoder decoder;
  REQUIRE(decoder.decode(text) == nullptr);
  return decoder.problem();
}

struct frobbed {
  static constexpr std::string_view event_name = "frobbed";
  std::string_view what{};
  int times{};
};
BOOST_DESCRIBE_STRUCT(frobbed, (), (what, times))

}  // namespace

TEST_CASE("the members that all events share are read", "[read][R-EVT-02]") {
  decoded const line{line_of("cmd_mode", R"(,"repo":2,"name":"branch")")};
  CHECK(line->event_name == "cmd_mode");
  CHECK(line->sid == "S");
  CHECK(line->thread == "main");
  CHECK(line->wall == moment_ns(946'684'800'000'001'000));
  CHECK(line->file == "a.c");
  CHECK(line->line == 7);
  CHECK(line->repo.value == 2);
  CHECK(line.as<event::cmd_mode>().name == "branch");
  CHECK(line.others().empty());
}

TEST_CASE("brief lines have neither time nor place", "[read][R-EVT-03][R-EVT-04]") {
  decoded const line{R"({"event":"exit","sid":"S","thread":"main","t_abs":0.5,"code":3})"};
  CHECK_FALSE(line->wall.has_value());
  CHECK(line->file.data() == nullptr);
  CHECK_FALSE(line->repo.has_value());
  CHECK(line.as<event::exit>().t_abs == duration::microseconds(500'000));
  CHECK(line.as<event::exit>().code == 3);
}

TEST_CASE("every event gets its own members", "[read][R-EVT-05]") {
  CHECK(decoded{line_of("version", R"(,"evt":"4","exe":"2.55")")}.as<event::version>().exe ==
        "2.55");
  decoded const child{line_of("child_start",
                              R"(,"child_id":1,"child_class":"hook","hook_name":"h",)"
                              R"("cd":"/d","use_shell":true,"argv":["a","b"])")};
  CHECK(child.as<event::child_start>().hook_name == "h");
  CHECK(child.as<event::child_start>().use_shell);
  CHECK(child.as<event::child_start>().argv.count == 2);
  decoded const leave{
      line_of("region_leave", R"(,"t_rel":0.25,"nesting":2,"category":"c","label":"l")")};
  CHECK(leave.as<event::region_leave>().t_rel == duration::microseconds(250'000));
  CHECK(leave.as<event::region_leave>().msg.data() == nullptr);
  CHECK(leave->nesting == 2);
  CHECK(leave->t_rel == duration::microseconds(250'000));
  decoded const json{line_of("data_json", R"(,"t_abs":1.0,"t_rel":0.5,"nesting":1,"category":"c",)"
                                          R"("key":"k","value":{"a": [1]})")};
  CHECK(std::string_view{json.as<event::data_json>().value.text} == R"({"a": [1]})");
  decoded const timer{line_of("th_timer", R"(,"category":"c","name":"n","intervals":3,)"
                                          R"("t_total":0.3,"t_min":0.05,"t_max":0.2)")};
  CHECK(timer.as<event::th_timer>().intervals == 3);
  CHECK(timer.as<event::th_timer>().t_max == duration::microseconds(200'000));
  CHECK(decoded { line_of("too_many_files") } -> get<event::too_many_files>() != nullptr);
}

TEST_CASE("members may come in any order", "[read]") {
  decoded const line{R"({"code":4,"thread":"t","t_abs":1.5,"sid":"S","event":"exit"})"};
  CHECK(line->thread == "t");
  CHECK(line.as<event::exit>().code == 4);
  CHECK(line.as<event::exit>().t_abs == duration::microseconds(1'500'000));
}

TEST_CASE("an absent text is null, not what the writer's struct begins with", "[read]") {
  decoded const line{line_of("child_start", R"(,"child_id":0,"use_shell":false,"argv":[])")};
  CHECK(line.as<event::child_start>().child_class.data() == nullptr);
  CHECK(line.as<event::child_start>().hook_name.data() == nullptr);
}

TEST_CASE("version 1 called the number of a signal by another name", "[read][R-DIS-01]") {
  decoded const line{line_of("signal", R"(,"t_abs":0.1,"signal":13)")};
  CHECK(line.as<event::signal>().signo == 13);
  CHECK(line.others().empty());
}

TEST_CASE("lines of Git Credential Manager are understood", "[read]") {
  decoded const line{
      R"({"event":"region_leave","sid":"a/b","thread":"main","time":"2023-04-05T06:07:08.1234567+00:00",)"
      R"("file":"x.cs","line":1,"depth":2,"t_abs":1.25,"repo":1,"nesting":1,"category":"c",)"
      R"("label":"l","msg":"m","RelativeTime":0.75})"};
  CHECK(line->wall == moment_ns(1'680'674'828'123'456'000));
  CHECK(line.as<event::region_leave>().t_rel == duration::microseconds(750'000));
  CHECK(line->t_rel == duration::microseconds(750'000));
  CHECK(line->t_abs == duration::microseconds(1'250'000));
  CHECK(line.others() == "depth=2;t_abs=1.25;");
}

TEST_CASE("lines of repo are understood", "[read][R-DAT-04]") {
  decoded const line{
      R"({"event":"data-json","sid":"repo-20230405T060708Z-P00000001","thread":"MainThread",)"
      R"("time":"2023-04-05T06:07:08.000001+00:00Z","key":"k","value":"[1]"})"};
  CHECK(line->wall == moment_ns(1'680'674'828'000'001'000));
  CHECK(line.as<event::data_json>().key == "k");
  CHECK(line.as<event::data_json>().category.data() == nullptr);
  CHECK(std::string_view{line.as<event::data_json>().value.text} == "\"[1]\"");
}

TEST_CASE("what nobody knows is kept", "[read]") {
  decoded const line{line_of("frobbed", R"(,"what":"a\"b","times":2,"sid":"again")")};
  CHECK(std::holds_alternative<trace2::read::other_event>(line->event));
  CHECK(line->event_name == "frobbed");
  CHECK(line.others() == R"(what="a\"b";times=2;sid="again";)");
}

TEST_CASE("a member without a name is kept like any other", "[read]") {
  decoded const line{line_of("exit", R"(,"t_abs":1,"":7)")};
  CHECK(line.as<event::exit>().code == 0);
  CHECK(line.others() == "=7;");
}

TEST_CASE("a value of another type than the event says is kept", "[read]") {
  decoded const line{line_of("exit", R"(,"t_abs":"soon","code":null)")};
  CHECK(line.as<event::exit>().code == 0);
  CHECK(line.others() == R"(t_abs="soon";code=null;)");
  decoded const time{
      R"({"event":"exit","sid":"S","thread":"main","time":"noon","t_abs":1,"code":0})"};
  CHECK_FALSE(time->wall.has_value());
  CHECK(time.others() == R"(time="noon";)");
}

namespace {
std::string names_of(trace2::text_list texts) {
  std::string all;
  for (std::string_view const text : texts) all.append(text).append(";");
  return all;
}
}  // namespace

TEST_CASE("a number out of range becomes the nearest end of the range, and is named", "[read]") {
  decoded const pid{line_of("child_exit", R"(,"child_id":0,"pid":3221225477,"code":0,"t_rel":1.0)")};
  CHECK(pid.as<event::child_exit>().pid == 2'147'483'647);
  CHECK(names_of(pid->cut_numbers) == "pid;");
  decoded const total{line_of("timer", R"(,"category":"c","name":"n","intervals":99999999999,)"
                                       R"("t_total":1e13,"t_min":0.000001,"t_max":1.0)")};
  CHECK(total.as<event::timer>().t_total.in_microseconds() == 1'000'000'000'000'000'000);
  CHECK(total.as<event::timer>().intervals == 99'999'999'999);
  CHECK(names_of(total->cut_numbers) == "t_total;");
  decoded const plain{line_of("atexit", R"(,"t_abs":1.0,"code":2147483647)")};
  CHECK(plain->cut_numbers.empty());
}

TEST_CASE("each number out of range is named once, up to a limit", "[read]") {
  decoded const two{line_of("timer", R"(,"category":"c","name":"n","intervals":3,"t_total":1e13,)"
                                     R"("t_min":0.000001,"t_max":1e13)")};
  CHECK(names_of(two->cut_numbers) == "t_total;t_max;");
  decoded const both{
      line_of("child_exit", R"(,"child_id":99999999999,"pid":3221225477,"code":1,"t_rel":1e13)")};
  CHECK(names_of(both->cut_numbers) == "t_rel;child_id;pid;");
  CHECK(names_of(decoded{line_of("version", R"(,"evt":"3","exe":"1")")}->cut_numbers).empty());
}

TEST_CASE("an exit code out of range is kept whole", "[read]") {
  decoded const code{line_of("atexit", R"(,"t_abs":1.0,"code":3221225477)")};
  CHECK(code.as<event::atexit>().code == 2'147'483'647);
  CHECK((code->wide_code == 3'221'225'477 && code->cut_numbers.empty()));
  decoded const both{line_of("exit", R"(,"t_abs":1e13,"code":-3221225477)")};
  CHECK((both->wide_code == -3'221'225'477 && names_of(both->cut_numbers) == "t_abs;"));
  decoded const more{line_of("exit", R"(,"t_abs":1.0,"code":99999999999999999999)")};
  CHECK((!more->wide_code && names_of(more->cut_numbers) == "code;"));
}

TEST_CASE("a program's own event is decoded like any other", "[read]") {
  trace2::read::basic_decoder<boost::mp11::mp_push_back<trace2::read::builtin_events, frobbed>>
      decoder;
  std::string const text = line_of("frobbed", R"(,"what":"x","times":2,"more":true)");
  auto const* const line = decoder.decode(text);
  REQUIRE(line != nullptr);
  auto const* const own = line->get<frobbed>();
  REQUIRE(own != nullptr);
  CHECK(own->what == "x");
  CHECK(own->times == 2);
  REQUIRE(line->others.size() == 1);
  CHECK(line->others[0].name == "more");
}

TEST_CASE("what is no event says why", "[read]") {
  CHECK(problem_of("") == "is not a JSON object");
  CHECK(problem_of("12:34:56.000000 common-main.c:49 version 2.30") == "is not a JSON object");
  CHECK(problem_of("[1]") == "is not a JSON object");
  CHECK(problem_of(R"({"event":"exit","sid":"S"} x)") == "is not a JSON object");
  CHECK(problem_of(R"({"sid":"S"})") == "has no event name");
  CHECK(problem_of(R"({"event":1,"sid":"S"})") == "has no event name");
  CHECK(problem_of(R"({"event":"exit"})") == "has no session id");
}

TEST_CASE("a decoder goes on after a bad line", "[read]") {
  trace2::read::decoder decoder;
  std::string const good = line_of("exit", R"(,"t_abs":0.5,"code":1,"x":1)");
  for (int round = 0; round < 3; ++round) {
    CHECK(decoder.decode("{") == nullptr);
    CHECK(decoder.decode(R"({"a":1,"event":"exit"})") == nullptr);
    auto const* const line = decoder.decode(good);
    REQUIRE(line != nullptr);
    CHECK(line->others.size() == 1);
  }
}

TEST_CASE("the number of members is limited", "[read]") {
  std::string many = R"({"event":"exit","sid":"S")";
  for (int i = 0; i < 2000; ++i) many += R"(,"m":1)";
  CHECK(problem_of(many + "}") == "has too many members");
}

}  // namespace decoder_test
