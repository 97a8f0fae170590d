// Several benchmarks in one run, told apart by phases. See what each took with
// TRACE2_EVENT=$PWD/phases.event ./phases && trace2 summary phases.event
#include <trace2/trace2.hpp>

#include <map>
#include <string>
#include <thread>

namespace {

trace2::counter const bytes{"db", "bytes"};
trace2::timer const puts{"db", "put"};
trace2::timer const gets{"db", "get"};

class database {
 public:
  void put(int key, std::string value) {
    TRACE2_TIMER(puts);
    TRACE2_COUNTER_ADD(bytes, value.size());
    values_[key] = std::move(value);
  }
  std::size_t get(int key) const {
    TRACE2_TIMER(gets);
    auto const found = values_.find(key);
    std::size_t const size = found == values_.end() ? 0 : found->second.size();
    TRACE2_COUNTER_ADD(bytes, size);
    return size;
  }

 private:
  std::map<int, std::string> values_;
};

constexpr int keys = 50'000;

std::size_t read_all(database const& data, int step) {
  TRACE2_REGION_WITH_SUMS("bench", "reader");  // what this thread did in it
  std::size_t sum = 0;
  for (int i = 0; i < keys; ++i) sum += data.get(static_cast<int>(i * 1LL * step % keys));
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  database data;
  trace2::phase bench{"bench", "fill in order"};
  for (int i = 0; i < keys; ++i) data.put(i, std::string(100, 'x'));
  bench.next("bench", "overwrite at random");  // from here on, without a gap
  for (int i = 0; i < keys; ++i) data.put(static_cast<int>(i * 7919LL % keys), "short");
  bench.next("bench", "read in two threads");
  std::thread other{[&] {
    TRACE2_THREAD("reader");
    read_all(data, 7919);
  }};
  std::size_t const sum = read_all(data, 1);
  other.join();
  bench.end();
  return trace.exit(sum == 5 * keys ? 0 : 1);
}
