// A program's own code of each concept, behind all public headers.
#include <trace2/counter.hpp>
#include <trace2/emit.hpp>
#include <trace2/format.hpp>
#include <trace2/phase.hpp>
#include <trace2/sink.hpp>
#include <trace2/task.hpp>
#include <trace2/timer.hpp>
#include <trace2/trace2.hpp>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

enum class color : unsigned char { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)

struct statistics {
  unsigned long long bytes{};
  float ratio{};
  std::vector<int> sizes{};
};
BOOST_DESCRIBE_STRUCT(statistics, (), (bytes, ratio, sizes))

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  static constexpr trace2::event_traits traits{.urgent = true, .frequent = true};
  std::string_view key{};
  color hue{};
  short count{};
  statistics all{};

  void normal(auto& line) const { line << "cache_hit " << trace2::quoted<std::string_view>{key} << ' ' << count; }
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, hue, count, all))

struct names {
  static constexpr std::string_view name = "names";
  template <trace2::event_type Event>
  static constexpr bool wants = true;
  template <trace2::event_type Event>
  static void write(trace2::buffer& out, trace2::format_settings const&,
                    trace2::record<Event> const&) noexcept {
    out.append(Event::event_name);
  }
};
using own_tracer =
    trace2::basic_tracer<true, trace2::target_list<trace2::format::json, names>>;

class counting_sink final : public trace2::sink {
 public:
  void write(std::string_view lines) noexcept override { bytes_ += lines.size(); }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::size_t bytes_ = 0;
};

trace2::counter const files{"index", "files"};
trace2::timer const hashing{"index", "hash"};
trace2::distribution_timer const lookup{"cache", "lookup"};

void use_macros(std::string const& path) {
  TRACE2_REGION("index", "load");
  TRACE2_REGION_F("index", "read", "%s %d", path.c_str(), 3);
  TRACE2_PHASE("bench", "fill");
  TRACE2_TIMER(hashing);
  TRACE2_COUNTER_ADD(files, 1);
  TRACE2_DATA("index", "entries", path.size());
  TRACE2_DATA("index", path, 0.5F);
  TRACE2_DATA_JSON("index", "all", statistics{.bytes = 1});
  TRACE2_EMIT(cache_hit{.key = path});
  TRACE2_ERROR("cannot open '%s'", path.c_str());
  TRACE2_PRINTF("%s", "message");
  TRACE2_CALL(def_param, "jobs", "8");
  auto const interval = lookup.measure();
}

int run(int argc, char** argv) {
  trace2::basic_session<own_tracer> const trace{argc, argv};
  static counting_sink sink;
  sink.write("line\n");
  std::thread{[] {
    TRACE2_THREAD("hash");
    use_macros("path");
  }}.join();
  trace2::child const sort{{.argv = argv}};
  sort.failed();
  return trace.exit(sink.bytes() == 5 ? 0 : 1);
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv, {.program_version = "1"}};
  trace2::cmd_name("warnings");
  return trace.exit(run(argc, argv));
}
