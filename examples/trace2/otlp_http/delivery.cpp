// Defines what delivery.hpp, spool.hpp, sending.hpp, send.hpp declare.
#include "otlp_http/delivery.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/value/sha256.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "convert/otlp.hpp"
#include "convert/otlp_schema.hpp"
#include "input/inputs.hpp"
#include "input/selection_text.hpp"
#include "otlp_http/batch.hpp"
#include "otlp_http/gzip.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/sending.hpp"
#include "otlp_http/spool.hpp"
#include "output/messages.hpp"

namespace trace2::program::otlp_http {

// ---- delivery.hpp ----

delivery::delivery(settings const& of, surroundings& in)
    : settings_{of},
      in_{in},
      client_{of, in},
      spool_{of.spool, of.spool_limit, of.url},
      batch_{of.of, of.as, of.is_gzip} {}

void delivery::resume() {
  is_any_waiting_ = false;
  failed_in_a_row_ = 0;
  spool_.send([this](message const& what, spool::entry const& of) { return send_again(what, of); },
              [this](std::string const& problem) {
                if (!std::exchange(has_said_spool_, true)) in_.tell(problem);
              });
  bool const waits = failed_in_a_row_ != 0;
  next_look_ = waits ? clock::now() + between_probes : clock::time_point::min();
}

std::optional<delivery::clock::time_point> delivery::due() const {
  if (!is_any_waiting_) return {};
  return is_down_ ? next_probe_ : next_look_;
}

void delivery::send(message const& what) {
  // While nobody accepts messages, one after some time finds out whether this is still so.
  bool const is_hopeless = needs_settings_ && !in_.goes_on();
  if (is_down_ && (is_hopeless || clock::now() < next_probe_)) return keep(what);
  verdict const result = deliver(what, settings_.retry_for);
  is_answered(result) ? note(result, what) : keep(what, result.is_perhaps_of_message);
}

void delivery::flush() {
  if (!batch_.is_empty()) send(batch_.take());
}

void delivery::follow(delivery const& other) {
  if (!other.is_down_ || is_down_ || other.settings_.shown() != settings_.shown()) return;
  is_down_ = true;
  down_because_ = other.down_because_;
  next_probe_ = other.next_probe_;
}

bool delivery::is_whole() const noexcept {
  return rejected_.items + unknown_.items + lost_.items == 0 && !needs_settings_;
}

void delivery::report() const {
  std::string const to = settings_.shown();
  if (resent_ != 0) say(to + ": has got " + counted(resent_, noun()) + " of earlier calls");
  if (kept_.items != 0)
    say(to + ": " + kept_.reason + "; " + counted(kept_.items, noun()) + " " +
        (kept_.items == 1 ? "is" : "are") + " kept in " + spool_.path() +
        ", and will be sent by the next call");
  if (waiting_.items != 0)
    say(to + ": " + waiting_.reason + "; " + counted(waiting_.items, noun()) +
        " of earlier calls " + (waiting_.items == 1 ? "waits" : "wait") + " in " + spool_.path());
  if (rejected_.items != 0)
    say(to + ": rejected " + counted(rejected_.items, noun()) + because(rejected_));
  else if (!rejected_.reason.empty())
    say(to + ": warns: " + rejected_.reason);
  if (unknown_.items != 0)
    say(to + ": did perhaps not accept " + counted(unknown_.items, noun()) + because(unknown_));
  if (unwanted_.items != 0)
    say(to + ": takes no metrics (" + unwanted_.reason + "); " + counted(unwanted_.items, noun()) +
        " left out. OTEL_METRICS_EXPORTER=none sends none");
  if (lost_.items != 0) say(to + ": " + counted(lost_.items, noun()) + " lost" + because(lost_));
}

void delivery::tally::add(std::uint64_t more, std::string const& why) {
  items += more;
  if (reason.empty()) reason = why;
}

char const* delivery::noun() const noexcept {
  return settings_.of == signal::traces ? "span" : "data point";
}

std::string delivery::because(tally const& of) {
  return of.reason.empty() ? std::string{} : ": " + of.reason;
}

bool delivery::is_answered(verdict const& of) noexcept {
  return of.is != verdict::kind::again && of.is != verdict::kind::later;
}

spool::fate delivery::send_again(message const& what, spool::entry const& of) {
  using fate = spool::fate;
  constexpr unsigned enough = 3;
  bool const was_down = is_down_;
  bool const is_tried = in_.has_time() && failed_in_a_row_ < enough;
  verdict const result =
      is_tried ? deliver(what, of.goes_last() ? no_time : settings_.retry_for) : verdict{};
  if (is_tried && is_answered(result)) {
    failed_in_a_row_ = 0;
    take_off(what, of);
    if (!of.is_own && result.is == verdict::kind::accepted) resent_ += what.items - result.rejected;
    note(result, what);
    return fate::removed;
  }
  is_any_waiting_ = true;
  if (!is_tried) return fate::stays;
  ++failed_in_a_row_;
  if (of.goes_last()) is_down_ = was_down;
  if (of.goes_last() && of.since + settings_.keep < std::time(nullptr)) {
    take_off(what, of);
    lost_.add(what.items,
              result.reason + "; given up after " + std::to_string(of.failures + 1) + " attempts");
    tell_of_trouble();
    return fate::removed;
  }
  if (!of.is_own) waiting_.add(what.items, result.reason);
  return result.is_perhaps_of_message ? fate::fails : fate::stays;
}

void delivery::take_off(message const& what, spool::entry const& of) noexcept {
  if (of.is_own) kept_.items -= std::min(kept_.items, what.items);
}

verdict delivery::deliver(message const& what, std::chrono::milliseconds patience) {
  bool const was_down = is_down_;
  auto const end = clock::now() + (was_down ? no_time : patience);
  for (backoff waits;;) {
    answer const got = client_.post(what);
    verdict result = judge(got, what, settings_.of);
    is_down_ = !is_answered(result);
    needs_settings_ = result.is == verdict::kind::later;
    if (was_down && !is_down_) next_look_ = clock::time_point::min();
    if (!is_down_) return result;
    auto const wait = waits.next(got.retry_after);
    bool is_last = needs_settings_ || clock::now() + wait > end;
    if (!is_last) {
      if (!std::exchange(has_said_, true))
        in_.tell(settings_.shown() + ": " + result.reason + "; trying again");
      is_last = !in_.wait(wait);
    }
    if (is_last) {
      down_because_ = result.reason;
      next_probe_ = clock::now() + std::max<clock::duration>(wait, between_probes);
      return result;
    }
  }
}

void delivery::note(verdict const& result, message const& what) {
  switch (result.is) {
    case verdict::kind::accepted:
      rejected_.add(result.rejected, result.reason);
      break;
    case verdict::kind::unwanted:
      unwanted_.add(what.items, result.reason);
      break;
    case verdict::kind::unknown:
      unknown_.add(what.items, result.reason);
      break;
    default:
      lost_.add(what.items, result.reason);
  }
  tell_of_trouble();
}

void delivery::keep(message const& what, bool is_failure) {
  std::string const problem = spool_.put(what, is_failure ? 1 : 0);
  if (problem.empty())
    kept_.add(what.items, down_because_);
  else
    lost_.add(what.items, down_because_ + "; " + problem);
  is_any_waiting_ = is_any_waiting_ || problem.empty();
  tell_of_trouble();
}

void delivery::tell_of_trouble() {
  if (!in_.goes_on()) return;
  std::string const to = settings_.shown() + ": ";
  if (kept_.items != 0 && !std::exchange(has_said_kept_, true))
    in_.tell(to + kept_.reason + "; what it does not accept is kept in " + spool_.path());
  for (tally const* const of : {&rejected_, &unknown_, &lost_})
    if (of->items != 0 && !std::exchange(has_said_lost_, true))
      in_.tell(to + "not all is accepted" + because(*of) + "; further ones are counted");
}

// ---- spool.hpp ----

spool::spool(std::string const& directory, std::uint64_t limit, std::string_view url)
    : limit_{limit} {
  if (directory.empty()) return;
  path_ = directory + "/" + name_of(url);
  began_ = own_name();
}

std::string spool::put(message const& what, std::uint64_t failures) {
  if (path_.empty()) return "there is no spool";
  std::string const partial = path_ + "/." + own_name() + std::string{partial_end};
  if (int const error = make_directories(); error != 0) return path_ + ": " + std::strerror(error);
  std::uint64_t used = 0;
  for (entry const& known : entries()) used += known.size;
  if (used + what.body.size() > limit_)
    return "the spool " + path_ + " is full (" + std::to_string(limit_ >> 20) + " MiB)";
  int const fd = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return path_ + ": " + std::strerror(errno);
  int error = -read::write_all(fd, what.body);
  if (error == 0 && ::fsync(fd) != 0) error = errno;
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(partial.c_str(), name_of(what, failures).c_str()) != 0)
    error = errno;
  if (error != 0) {
    ::unlink(partial.c_str());
    return path_ + ": " + std::strerror(error);
  }
  ++count_;
  return {};
}

std::string spool::name_of(std::string_view url) {
  trace2::sha256 const digest{url};
  char digits[17];
  std::snprintf(digits, sizeof digits, "%08" PRIx32 "%08" PRIx32, digest.word(0), digest.word(1));
  return digits;
}

bool spool::is_message(std::string_view name) noexcept {
  return !name.starts_with('.') &&
         (name.find(".json") != name.npos || name.find(".pb") != name.npos);
}

int spool::make_directories() const {
  int error = 0;
  for (std::size_t at = 0; at != path_.npos;) {
    at = path_.find('/', at + 1);
    if (::mkdir(path_.substr(0, at).c_str(), 0700) != 0 && errno != EEXIST && error == 0)
      error = errno;
  }
  // Of those above, some may be nobody's to make, and there all the same.
  return ::access(path_.c_str(), F_OK) == 0 ? 0 : error;
}

std::string spool::own_name() const {
  auto const now = std::chrono::system_clock::now().time_since_epoch();
  std::string time = std::to_string(std::chrono::nanoseconds{now}.count());
  time.insert(0, time.size() < 20 ? 20 - time.size() : 0, '0');
  return time + "-" + std::to_string(::getpid()) + "-" + std::to_string(count_);
}

bool spool::is_own(std::string_view name) const {
  return name >= began_ && name.find("-" + std::to_string(::getpid()) + "-") != name.npos;
}

std::string spool::name_of(message const& what, std::uint64_t failures) const {
  return path_ + "/" + own_name() + "." + std::to_string(what.items) +
         (failures == 0 ? "" : "." + std::to_string(failures)) +
         (what.as == encoding::json ? ".json" : ".pb") + (what.is_gzip ? ".gz" : "");
}

std::pair<std::uint64_t, std::uint64_t> spool::numbers_in(std::string_view name) noexcept {
  std::uint64_t numbers[2] = {};
  for (std::uint64_t& number : numbers) {
    name.remove_prefix(std::min(name.find('.') + 1, name.size()));
    std::from_chars(name.data(), name.data() + name.size(), number);
  }
  return {numbers[0], numbers[1]};
}

void spool::note_failure(entry const& of) const {
  std::string name = of.name;
  std::size_t const items = name.find('.');
  std::size_t const kind = std::min(name.find(".json"), name.find(".pb"));
  auto const [count, failures] = numbers_in(name);
  if (items == name.npos || kind == name.npos || items > kind) return;
  name.replace(items, kind - items,
               "." + std::to_string(count) + "." + std::to_string(failures + 1));
  std::rename((path_ + "/" + of.name).c_str(), (path_ + "/" + name).c_str());
}

std::vector<spool::entry> spool::entries(std::vector<std::string>* useless) const {
  std::vector<entry> found;
  std::error_code error;
  std::filesystem::directory_iterator at{path_, error};
  for (; !error && at != std::filesystem::directory_iterator{}; at.increment(error)) {
    std::string name = at->path().filename().string();
    struct ::stat of{};
    if (!is_message(name) || ::lstat(at->path().c_str(), &of) != 0) continue;
    if (S_ISREG(of.st_mode))
      found.push_back({name, static_cast<std::uint64_t>(of.st_size), of.st_mtime,
                       numbers_in(name).second, is_own(name)});
    else if (useless != nullptr)
      useless->push_back(name + " (no plain file)");
  }
  std::sort(found.begin(), found.end(), [](entry const& a, entry const& b) {
    return std::pair{a.goes_last(), std::string_view{a.name}} <
           std::pair{b.goes_last(), std::string_view{b.name}};
  });
  return found;
}

std::optional<message> spool::read(entry const& known, std::string& problem) const {
  problem = "longer than " + std::to_string(longest_message >> 20) + " MiB";
  if (known.size > longest_message) return {};
  owned_descriptor const fd{
      ::open((path_ + "/" + known.name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  problem = fd ? "its size changes" : std::strerror(errno);
  if (!fd) return {};
  message found;
  found.body.resize(known.size);
  std::size_t size = 0;
  for (::ssize_t part = 1; part > 0 && size < known.size;
       size += static_cast<std::size_t>(std::max<::ssize_t>(part, 0)))
    part = ::read(fd.get(), found.body.data() + size, known.size - size);
  if (size != known.size) return {};
  std::string_view const name = known.name;
  found.items = numbers_in(name).first;
  found.is_gzip = name.ends_with(".gz");
  found.as = name.find(".json") != name.npos ? encoding::json : encoding::protobuf;
  return found;
}

void spool::remove_partial() const {
  constexpr std::time_t age = 3'600;
  std::error_code error;
  std::filesystem::directory_iterator at{path_, error};
  for (; !error && at != std::filesystem::directory_iterator{}; at.increment(error)) {
    struct ::stat of{};
    if (at->path().native().ends_with(partial_end) && ::lstat(at->path().c_str(), &of) == 0 &&
        of.st_mtime + age < std::time(nullptr))
      ::unlink(at->path().c_str());
  }
}

// ---- sending.hpp ----

sending::sending(endpoints const& to, surroundings& in) : traces_{to.traces, in} {
  if (to.metrics) metrics_.emplace(*to.metrics, in);
}

void sending::resume() {
  traces_.resume();
  if (metrics_ && !traces_.is_down()) metrics_->resume();
}

bool sending::append(otlp_event const& event, std::string& to) { return traces_.append(event, to); }

bool sending::take(otlp_metrics_message const& metrics) {
  if (!metrics_) return true;
  metrics_->follow(traces_);
  return metrics_->take(metrics);
}

std::optional<delivery::clock::time_point> sending::due() const {
  auto const of_traces = traces_.due();
  // While the receiver of spans is down, that of metrics waits with it.
  if (!metrics_ || (of_traces && traces_.is_down())) return of_traces;
  auto const of_metrics = metrics_->due();
  return of_traces && of_metrics ? std::min(of_traces, of_metrics)
         : of_traces             ? of_traces
                                 : of_metrics;
}

void sending::send(signal of, message const& what) {
  if (of == signal::traces) return traces_.send(what);
  if (!metrics_) return;
  metrics_->follow(traces_);
  metrics_->send(what);
}

void sending::flush() {
  traces_.flush();
  if (!metrics_) return;
  metrics_->follow(traces_);
  metrics_->flush();
}

bool sending::is_whole() const noexcept {
  return traces_.is_whole() && (!metrics_ || metrics_->is_whole());
}

void sending::report() const {
  traces_.report();
  if (metrics_) metrics_->report();
}

// ---- send.hpp ----

std::optional<endpoints> settings_of(options const& from) {
  settings_reader of_traces{signal::traces};
  settings_reader of_metrics{signal::metrics};
  auto traces = of_traces.read(from);
  bool const is_measured = of_metrics.is_wanted(from);
  auto metrics = is_measured ? of_metrics.read(from) : std::nullopt;
  if (traces && (metrics || !is_measured)) return endpoints{std::move(*traces), std::move(metrics)};
  say(traces ? of_metrics.reason() : of_traces.reason());
  return {};
}

followed send(endpoints const& of, std::optional<trace_parent> outer, chosen_trace& chosen,
              surroundings& in) {
  sending to{of, in};
  to.resume();
  read::label_table labels;
  otlp spans{to, labels, std::move(outer), batch::most_bytes};
  spans.add_to_resources(of.traces.resource_attributes());
  followed result = follow(chosen, spans, labels);
  to.flush();
  to.report();
  result = report_left_out(spans.left_out(), result);
  return to.is_whole() || result == followed::nothing ? result : followed::partly;
}

}  // namespace trace2::program::otlp_http
