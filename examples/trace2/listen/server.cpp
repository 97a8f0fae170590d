// Defines what listener.hpp, server.hpp, connections.hpp, datagrams.hpp, received_trace.hpp,
// senders.hpp, sender.hpp, intake.hpp, endpoint.hpp, address.hpp, bound_path.hpp,
// service_manager.hpp, signals.hpp, input_pipe.hpp, line_cutter.hpp, lingering.hpp, readiness.hpp,
// waiting_lines.hpp declare.
#include "listen/server.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "listen/address.hpp"
#include "listen/bound_path.hpp"
#include "listen/connections.hpp"
#include "listen/datagrams.hpp"
#include "listen/endpoint.hpp"
#include "listen/input_pipe.hpp"
#include "listen/intake.hpp"
#include "listen/limits.hpp"
#include "listen/line_cutter.hpp"
#include "listen/lingering.hpp"
#include "listen/readiness.hpp"
#include "listen/received_trace.hpp"
#include "listen/senders.hpp"
#include "listen/service_manager.hpp"
#include "listen/signals.hpp"
#include "listen/waiting_lines.hpp"
#include "otlp_http/batch.hpp"
#include "otlp_http/message.hpp"
#include "summary/summarize.hpp"
#include "system/owned_descriptor.hpp"
#include "system/posix/same_file.hpp"
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace trace2::program::listening {

// ---- listener.hpp ----

std::unique_ptr<listener> make_listener(listener_options options) {
  return std::make_unique<server>(std::move(options));
}

// ---- server.hpp ----

server::server(listener_options options)
    : options_{std::move(options)},
      connections_{ready_, intake_, losses_, {options_.is_for_all}},
      datagrams_{intake_, senders_, losses_, {options_.is_for_all}},
      trace_{options_.selection, options_.shown_as, losses_,
             [this](finished_command const& command) { tell(command); }} {
  ready_.add(signals_.fd(), of_signals);
  if (!options_.command.empty())
    executor_.emplace(options_.command, signals_.mask_before(), losses_);
}

void server::add(endpoint at) {
  ready_.add(at.socket.get(), of_endpoints + endpoints_.size());
  endpoints_.push_back(std::move(at));
}

void server::add_input() {
  if (!input_) input_.emplace(ready_, intake_, of_input);
}

std::string server::keep(keeping how) {
  kept_ = std::make_unique<kept_files>(std::move(how), losses_);
  return kept_->open();
}

std::string server::send_to(otlp_http::endpoints const& to) {
  forwarding_ =
      std::make_unique<forwarding>(to, options_.selection.needs_ends(), trace_.labels(), losses_);
  trace_.give_to(forwarding_->spans());
  ready_.add(forwarding_->fd(), of_forwarding);
  return forwarding_->start();
}

void server::run() {
  while (!is_ending_) {
    for (::epoll_event const& event : ready_.wait(patience())) take(event.data.u64);
    if (input_) {
      if (input_->is_file()) input_->read();
      if (input_->is_over() && endpoints_.empty()) is_ending_ = true;
    }
    connections_.relieve();
    look(clock::now() + share);
    if (input_) input_->go_on();
    look_after();
    show();
    if (screen_.is_closed()) is_ending_ = true;
  }
  end();
}

model server::complete() {
  auto result = trace_.complete();
  if (forwarding_ != nullptr) forwarding_->end();
  screen_.flush();
  return result;
}

int server::patience() const {
  int const own = patience_without_spans();
  if (forwarding_ == nullptr) return own;
  auto const earlier = [](int a, int b) {
    return a < 0 || b < 0 ? std::max(a, b) : std::min(a, b);
  };
  return earlier(own, earlier(trace_.patience(), forwarding_->spans().patience()));
}

int server::patience_without_spans() const noexcept {
  if (!intake_.waiting().empty() || (input_ && input_->is_file())) return 0;
  if (kept_ != nullptr && kept_->has_work()) return 0;
  if (screen_.has_unwritten()) return 50;
  if (is_any_shown_ || is_picture_old_) return static_cast<int>(picture.count());
  if (!senders_.empty()) return 2'000;
  return -1;
}

void server::take(std::uint64_t number) {
  if (number >= of_endpoints)
    take_from(endpoints_[number - of_endpoints]);
  else if (number >= first_connection)
    connections_.read(number);
  else if (number == of_signals)
    take_signals();
  else if (number == of_input)
    input_->read();
  else
    say_told();
}

bool server::take_from(endpoint const& at) {
  return at.is_stream ? connections_.accept_from(at.socket.get())
                      : datagrams_.read(at.socket.get());
}

void server::take_signals() {
  while (int const signal = signals_.next())
    if (signal == SIGINT || signal == SIGTERM)
      is_ending_ = true;
    else if (signal == SIGHUP && kept_ != nullptr)
      kept_->reopen();
    else if (signal == SIGCHLD && executor_)
      executor_->go_on();
}

void server::look(clock::time_point until) {
  waiting_lines& waiting = intake_.waiting();
  while (!waiting.empty()) {
    waiting_lines::piece const piece = waiting.take();
    if (!piece.lines.empty()) trace_.take(piece.writer, piece.lines);
    if (piece.is_last)
      trace_.end(piece.writer, [&](auto const& process) {
        return is_ending_ ? 0 : senders_.heir_of(process, piece.process);
      });
    is_picture_old_ = screen_.is_terminal();
    if (clock::now() >= until) return;
  }
}

void server::look_after() {
  constexpr unsigned seldom = 16;
  if (kept_ != nullptr && kept_->has_work() &&
      (intake_.waiting().empty() || ++turns_ % seldom == 0))
    kept_->step();
  if (forwarding_ != nullptr) {
    trace_.look_after();
    forwarding_->spans().send_old();
  }
  auto const now = clock::now();
  if (senders_.empty() || now < next_search_) return;
  next_search_ = now + search;
  senders_.look();
}

void server::tell(finished_command const& command) {
  screen_.line(line_of(command, screen_.width()));
  if (!executor_) return;
  // The output of the user's command comes below.
  if (screen_.is_terminal()) screen_.clear();
  executor_->run(command);
}

void server::say_apart(std::string const& message) {
  screen_.clear();
  say(message);
}

void server::say_told() {
  for (std::string const& message : forwarding_->take_told()) say_apart(message);
}

void server::show() {
  auto const now = clock::now();
  if (screen_.takes_picture() && (now >= next_picture_ || screen_.has_unwritten())) {
    next_picture_ = now + picture;
    is_picture_old_ = false;
    screen_.live(lines_of_running());
  }
  screen_.flush();
}

std::vector<std::string> server::lines_of_running() {
  using namespace std::chrono;
  std::vector<std::string> lines;
  read::moment const now{read::nanoseconds{
      duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count()}};
  std::size_t const width = screen_.width();
  std::size_t const others =
      trace_.watch().each_running(screen_.live_lines(), [&](running_command const& one) {
        std::string doing = read::shown_text(one.doing);
        if (!doing.empty()) doing += "\u2026";
        lines.push_back(options_.style.dim(columns(time_of_day(one.begin), ">",
                                                   std::max(now - one.begin, read::no_time),
                                                   one.command, one.place, doing, width)));
      });
  if (others != 0)
    lines.push_back(options_.style.dim("... " + std::to_string(others) + " more run"));
  is_any_shown_ = !lines.empty();
  return lines;
}

void server::end() {
  screen_.clear();
  screen_.be_patient(std::chrono::seconds{2});
  // Writers that never stop don't keep it.
  constexpr int most_rounds = 64;
  for (endpoint const& at : endpoints_)
    for (int i = 0; i < most_rounds && take_from(at); ++i) look(clock::time_point::max());
  endpoints_.clear();
  connections_.end_all([this] { look(clock::time_point::max()); });
  if (input_) input_->end();
  senders_.end_all();
  look(clock::time_point::max());
  if (kept_ != nullptr) kept_->end();
  // The next steps may wait for readers of the output, or for commands of the user.
  signals_.release();
  screen_.finish();
  if (executor_) executor_->end();
}

// ---- connections.hpp ----

bool admission::admits(::uid_t user) const noexcept {
  return is_for_all || user == 0 || user == ::geteuid();
}

std::size_t room_for_connections() noexcept {
  constexpr std::size_t own = 64;  // descriptors of this program
  struct ::rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return own;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  ::getrlimit(RLIMIT_NOFILE, &files);
  std::size_t const all = files.rlim_cur;
  return all < 2 * own ? all / 2 : std::min(all - own, most_clients);
}

bool connections::accept_from(int socket) {
  constexpr int at_once = 64;
  relieve();
  for (int i = 0; i < at_once; ++i) {
    owned_descriptor fd{::accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
    if (!fd) {
      // The system has no room for more, and would report the connection again and again.
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
        ::poll(nullptr, 0, 1);
      return false;
    }
    ::ucred sender{};
    ::socklen_t size = sizeof sender;
    if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &sender, &size) != 0) continue;
    if (!who_.admits(sender.uid)) {
      lost_.add(loss::foreign, "user " + std::to_string(sender.uid));
      continue;
    }
    if (all_.size() >= most_ && !make_room()) {
      lost_.add(loss::refused, "process " + std::to_string(sender.pid));
      continue;
    }
    add(std::move(fd), sender.pid);
  }
  return true;
}

void connections::read(writer_id number) {
  auto const found = all_.find(number);
  if (found == all_.end() || to_.is_full()) return;
  constexpr int most_pieces = 4;
  for (int i = 0; i < most_pieces; ++i) {
    ::ssize_t const got = ::recv(found->second.fd.get(), room_.data(), room_.size(), 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return close(found);
    if (got < 0) return;
    bool const is_any =
        to_.take(number, found->second.cutter, {room_.data(), static_cast<std::size_t>(got)});
    if (is_any) note_line(found->second);
    if (to_.waiting().size_of(number) > waiting_of_client) return cut_off(found);
    if (static_cast<std::size_t>(got) < room_.size()) return;
  }
}

void connections::relieve() {
  while (to_.is_full() && !all_.empty()) {
    auto largest = all_.begin();
    for (auto each = all_.begin(); each != all_.end(); ++each)
      if (size_of(*each) > size_of(*largest)) largest = each;
    // Waiting lines are looked at soon. Nothing but their end takes the beginnings of lines away.
    if (size_of(*largest) < fair && !to_.waiting().empty()) return;
    cut_off(largest);
  }
}

std::size_t connections::size_of(table::value_type const& of) const noexcept {
  return to_.waiting().size_of(of.first) + of.second.cutter.size();
}

void connections::add(owned_descriptor fd, ::pid_t process) {
  writer_id const number = first_connection + count_++;
  if (!ready_.add(fd.get(), number)) return lost_.add(loss::refused);
  connection& added = all_.emplace(number, connection{std::move(fd), process}).first->second;
  added.place = silent_.insert(silent_.end(), number);
  ++of_process_[process];
}

void connections::note_line(connection& of) {
  auto& from = of.has_spoken ? spoken_ : silent_;
  spoken_.splice(spoken_.end(), from, of.place);
  of.has_spoken = true;
}

bool connections::make_room() {
  while (!silent_.empty()) {
    writer_id const number = silent_.front();
    read(number);
    auto const found = all_.find(number);
    if (found == all_.end()) return true;
    if (found->second.has_spoken) continue;
    lost_.add(loss::idle, "process " + std::to_string(found->second.process));
    close(found);
    return true;
  }
  int left = 64;
  for (writer_id const number : spoken_) {
    auto const found = all_.find(number);
    if (of_process_[found->second.process] <= crowd) {
      if (--left == 0) return false;
      continue;
    }
    lost_.add(loss::idle, "process " + std::to_string(found->second.process));
    close(found);
    return true;
  }
  return false;
}

void connections::cut_off(table::iterator one) {
  lost_.add(loss::slow_reading, "process " + std::to_string(one->second.process));
  // The beginning of a line would keep its room.
  to_.forget(one->second.cutter);
  close(one);
}

void connections::close(table::iterator one) {
  connection& of = one->second;
  to_.end(one->first, of.cutter, of.process);
  (of.has_spoken ? spoken_ : silent_).erase(of.place);
  if (auto const found = of_process_.find(of.process); --found->second == 0)
    of_process_.erase(found);
  ready_.remove(of.fd.get());
  all_.erase(one);
}

// ---- datagrams.hpp ----

void datagrams::prepare(int socket) noexcept {
  int const yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
}

bool datagrams::read(int socket) {
  constexpr int at_once = 256;
  std::string lines;
  ::pid_t from = 0;
  bool may_be_more = true;
  for (int i = 0; i < at_once && may_be_more; ++i) {
    ::pid_t sender = 0;
    std::size_t size = 0;
    may_be_more = receive(socket, sender, size);
    if (size == 0) continue;
    // The sender of a datagram may lose it; the writer of a connection would wait for room.
    if (to_.size() > waiting_of_all / 2) {
      lost_.add(loss::dropped_datagram);
      continue;
    }
    if (sender != from || lines.size() > most_at_once)
      hand_over(std::exchange(from, sender), lines);
    lines.append(room_.data(), size);
    if (lines.back() != '\n') lines += '\n';
  }
  hand_over(from, lines);
  return may_be_more;
}

bool datagrams::receive(int socket, ::pid_t& sender, std::size_t& size) {
  // There is room for nothing else, so that nobody hands over descriptors.
  alignas(::cmsghdr) char control[CMSG_SPACE(sizeof(::ucred))];
  ::iovec whole{room_.data(), room_.size()};
  ::msghdr message{};
  message.msg_iov = &whole;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ::ssize_t const got = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return false;
  ::ucred of{};
  ::cmsghdr const* const first = CMSG_FIRSTHDR(&message);
  bool const is_known = first != nullptr && first->cmsg_type == SCM_CREDENTIALS;
  if (is_known) std::memcpy(&of, CMSG_DATA(first), sizeof of);
  if (!is_known || !who_.admits(of.uid)) {
    lost_.add(loss::foreign);
  } else if ((message.msg_flags & MSG_TRUNC) != 0) {
    lost_.add(loss::cut_datagram);
  } else {
    sender = of.pid;
    size = static_cast<std::size_t>(got);
  }
  return true;
}

void datagrams::hand_over(::pid_t from, std::string& lines) {
  if (lines.empty()) return;
  to_.take_lines(senders_.watch(from), std::exchange(lines, {}));
}

// ---- received_trace.hpp ----

std::ptrdiff_t resumed_source::read(char* room, std::size_t size) {
  std::string_view const piece = rest_.substr(0, size);
  std::copy(piece.begin(), piece.end(), room);
  rest_.remove_prefix(piece.size());
  position_ += piece.size();
  return static_cast<std::ptrdiff_t>(piece.size());
}

received_trace::received_trace(selection const& of, privacy as, losses& lost,
                               std::function<void(finished_command const&)> tell)
    : lost_{lost},
      chosen_{of.known_early()},
      changes_{as},
      labels_{most_names, names_bytes},
      watch_{labels_, of_summary, of, std::move(tell)},
      tracker_{watch_, labels_, of_tracker},
      events_{source_, "", [this](read::problem const& found) { refuse(found.reason); },
              longest_line} {}

void received_trace::give_to(live_spans& spans) {
  spans_ = &spans;
  watch_.set_finished([this](read::traced_process const& process, bool is_chosen) {
    finished_.emplace_back(process.sid, is_chosen);
  });
}

void received_trace::take(writer_id writer, std::string_view lines) {
  auto const target = read::target_of(lines);
  if (target && *target != read::text_target::event)
    return lost_.add(loss::other_target, {},
                     static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')));
  watch_.set_writer(writer);
  source_.give(lines);
  while (auto const* const event = events_.next()) {
    if (!chosen_.keeps(*event)) continue;
    auto const& shown = changes_.shown(*event);
    if (char const* const refusal = tracker_.take(shown)) refuse(refusal);
    if (spans_ != nullptr) pass_on(shown);
  }
  if (std::size_t const count = watch_.take_given_up(); count != 0)
    lost_.add(loss::given_up, {}, count);
}

void received_trace::look_after() {
  lingering_.take_due(
      lingering::clock::now(),
      [this](std::string const& sid) {
        auto const* const process = tracker_.find(sid);
        return process != nullptr && watch_.has_own_connection(*process);
      },
      [this](std::string const& sid, bool is_chosen) { spans_->finish(sid, is_chosen); });
}

model received_trace::complete() {
  watch_.end();
  tracker_.finish();
  note_finished();
  lingering_.take_due(
      lingering::clock::time_point::max(), [](auto const&) { return false; },
      [this](std::string const& sid, bool is_chosen) { spans_->finish(sid, is_chosen); });
  return watch_.complete();
}

void received_trace::pass_on(read::occurrence const& shown) {
  if (watch_.is_late() && !lingering_.has(std::string{shown.sid}))
    lost_.add(loss::late_event);
  else
    spans_->take(changes_.is_open() ? without_secrets_.shown(shown) : shown);
  note_finished();
}

void received_trace::note_finished() {
  if (finished_.empty()) return;
  auto const now = lingering::clock::now();
  for (auto& [sid, is_chosen] : finished_) lingering_.add(std::move(sid), is_chosen, now);
  finished_.clear();
}

// ---- senders.hpp ----

bool is_running(::pid_t process) noexcept {
#ifdef SYS_pidfd_open
  if (owned_descriptor const of{static_cast<int>(::syscall(SYS_pidfd_open, process, 0))}) {
    ::pollfd end{of.get(), POLLIN, 0};
    return ::poll(&end, 1, 0) == 0;
  }
#endif
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

writer_id senders::watch(::pid_t process) {
  if (process <= 0) return 0;
  if (all_.size() >= most && !all_.contains(process)) return 0;
  all_.insert(process);
  return first_sender_of_datagrams | static_cast<writer_id>(process);
}

writer_id senders::heir_of(read::traced_process const& process, ::pid_t client) {
  bool const goes_on = process.state == read::process_state::running && client > 0 &&
                       process.pid() == static_cast<std::uint32_t>(client) && is_running(client);
  return goes_on ? watch(client) : 0;
}

void senders::look() {
  std::erase_if(all_, [this](::pid_t process) {
    if (is_running(process)) return false;
    end(process);
    return true;
  });
}

void senders::end_all() {
  for (::pid_t const process : all_) end(process);
  all_.clear();
}

void senders::end(::pid_t process) {
  line_cutter none;
  to_.end(first_sender_of_datagrams | static_cast<writer_id>(process), none);
}

// ---- intake.hpp ----

bool intake::take(writer_id writer, line_cutter& cutter, std::string_view bytes) {
  std::size_t const before = cutter.size();
  std::string lines = cutter.take(bytes, longest_line);
  begun_ += cutter.size() - before;
  if (std::size_t const count = cutter.take_too_long(); count != 0)
    lost_.add(loss::long_line, {}, count);
  bool const is_any = !lines.empty();
  if (is_any) take_lines(writer, std::move(lines));
  return is_any;
}

void intake::take_lines(writer_id writer, std::string lines) {
  if (keep_) keep_(lines);
  waiting_.add(writer, std::move(lines));
}

void intake::end(writer_id writer, line_cutter& cutter, ::pid_t process) {
  if (!cutter.begun().empty()) {
    lost_.add(loss::cut_line);
    take_lines(writer, std::string{cutter.begun()}.append("\n"));
  }
  begun_ -= cutter.size();
  waiting_.add_end(writer, process);
}

void intake::forget(line_cutter& cutter) {
  begun_ -= cutter.size();
  cutter.forget();
}

// ---- endpoint.hpp ----

std::string endpoint::open(address const& at) {
  is_stream = at.of == address::kind::stream;
  socket.reset(
      ::socket(AF_UNIX, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return std::strerror(errno);
  if (!is_stream) datagrams::prepare(socket.get());
  auto bound = std::make_unique<bound_path>(at.path);
  if (std::string reason = bound->bind(socket.get()); !reason.empty()) return reason;
  path = std::move(bound);
  if (is_stream && ::listen(socket.get(), SOMAXCONN) != 0) return std::strerror(errno);
  return {};
}

// ---- address.hpp ----

std::optional<address> parse_address(std::string_view text, std::string& reason) {
  reason = " is no address such as af_unix:/run/user/1000/trace2.sock";
  if (text == "-") return address{};
  auto const drop = [&text](std::string_view front) {
    bool const is_there = text.starts_with(front);
    if (is_there) text.remove_prefix(front.size());
    return is_there;
  };
  if (!drop("af_unix:")) return {};
  bool const is_stream = drop("stream:");
  bool const is_datagram = !is_stream && drop("dgram:");
  if (!text.starts_with('/') || text.find('\0') != text.npos) return {};
  if (text.size() > most_of_path) {
    reason = ": the path of a socket has at most " + std::to_string(most_of_path) +
             " bytes, and this one " + std::to_string(text.size());
    return {};
  }
  return address{is_datagram ? address::kind::datagram : address::kind::stream, std::string{text}};
}

// ---- bound_path.hpp ----

sockaddr_un socket_address(std::string const& path) noexcept {
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, path.data(), path.size());
  return to;
}

bound_path::~bound_path() {
  struct ::stat now{};
  if (is_bound_ && ::lstat(path_.c_str(), &now) == 0 && is_same_file(now, bound_))
    ::unlink(path_.c_str());
  if (lock_) ::unlink(lock_path_.c_str());
}

std::string bound_path::bind(int socket) {
  if (std::string reason = lock(); !reason.empty()) return reason;
  if (std::string reason = clear_away(); !reason.empty()) return reason;
  sockaddr_un const to = socket_address(path_);
  ::mode_t const before = ::umask(0177);
  int const error =
      ::bind(socket, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0 ? errno : 0;
  ::umask(before);
  if (error == EADDRINUSE) return "another program was quicker to listen there";
  if (error != 0) return std::strerror(error);
  is_bound_ = ::lstat(path_.c_str(), &bound_) == 0;
  return {};
}

std::string bound_path::lock() {
  constexpr int attempts = 100;
  for (int i = 0; i < attempts; ++i) {
    owned_descriptor file{
        ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600)};
    if (!file) return lock_path_ + ": " + std::strerror(errno);
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
      return errno == EWOULDBLOCK ? "another trace2 listens there" : std::strerror(errno);
    struct ::stat held{};
    struct ::stat named{};
    if (::fstat(file.get(), &held) == 0 && ::lstat(lock_path_.c_str(), &named) == 0 &&
        is_same_file(held, named)) {
      lock_ = std::move(file);
      return {};
    }
  }
  return "other listeners come and go there";
}

bool bound_path::is_alive(std::string const& path) noexcept {
  for (int const type : {SOCK_STREAM, SOCK_DGRAM}) {
    owned_descriptor const probe{::socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    sockaddr_un const to = socket_address(path);
    if (::connect(probe.get(), reinterpret_cast<sockaddr const*>(&to), sizeof to) == 0) return true;
    if (errno != ECONNREFUSED && errno != EPROTOTYPE && errno != ENOENT) return true;
  }
  return false;
}

std::string bound_path::clear_away() const {
  struct ::stat found{};
  if (::lstat(path_.c_str(), &found) != 0)
    return errno == ENOENT ? std::string{} : std::strerror(errno);
  if (!S_ISSOCK(found.st_mode)) return "is no socket, and stays as it is";
  if (is_alive(path_)) return "another program listens there";
  std::string const aside = path_ + ".old." + std::to_string(::getpid());
  if (::rename(path_.c_str(), aside.c_str()) != 0)
    return errno == ENOENT ? std::string{} : std::strerror(errno);
  struct ::stat moved{};
  bool const is_the_one = ::lstat(aside.c_str(), &moved) == 0 && is_same_file(found, moved);
  if (!is_the_one) {
    bool const is_back = ::link(aside.c_str(), path_.c_str()) == 0;
    if (is_back) ::unlink(aside.c_str());
    return "another program has begun to listen there";
  }
  return ::unlink(aside.c_str()) == 0 ? std::string{} : std::strerror(errno);
}

// ---- service_manager.hpp ----

std::string take_sockets(std::vector<endpoint>& to) {
  constexpr int first = 3;
  constexpr int most = 100;
  auto const number = [](char const* name) {
    char const* const value = std::getenv(name);
    int result = -1;
    if (value == nullptr) return result;
    char const* const end = value + std::strlen(value);
    auto const [rest, error] = std::from_chars(value, end, result);
    return error == std::errc{} && rest == end ? result : -1;
  };
  int const count = number("LISTEN_PID") == ::getpid() ? number("LISTEN_FDS") : 0;
  for (char const* const name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(name);
  if (count <= 0) return "no socket was handed over (LISTEN_FDS)";
  if (count > most) return "too many sockets were handed over (LISTEN_FDS)";
  for (int fd = first; fd < first + count; ++fd) {
    std::string const name = "socket " + std::to_string(fd);
    auto const option = [fd](int which) {
      int value = -1;
      ::socklen_t size = sizeof value;
      return ::getsockopt(fd, SOL_SOCKET, which, &value, &size) == 0 ? value : -1;
    };
    int const type = option(SO_TYPE);
    bool const is_listener = type == SOCK_STREAM && option(SO_ACCEPTCONN) == 1;
    if (option(SO_DOMAIN) != AF_UNIX || (!is_listener && type != SOCK_DGRAM))
      return name + ": is no Unix socket at which streams or datagrams arrive";
    endpoint added;
    added.is_stream = is_listener;
    added.socket.reset(fd);
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    if (!is_listener) datagrams::prepare(fd);
    to.push_back(std::move(added));
  }
  return {};
}

void notify(std::string_view state) {
  char const* const path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || (*path != '/' && *path != '@')) return;
  std::size_t const size = std::strlen(path);
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  if (size >= sizeof to.sun_path) return;
  std::memcpy(to.sun_path, path, size);
  if (*path == '@') to.sun_path[0] = '\0';
  owned_descriptor const fd{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  auto const whole = static_cast<::socklen_t>(offsetof(sockaddr_un, sun_path) + size);
  ::sendto(fd.get(), state.data(), state.size(), MSG_NOSIGNAL,
           reinterpret_cast<sockaddr const*>(&to), whole);
}

// ---- signals.hpp ----

signals::signals() noexcept {
  ::sigset_t taken;
  sigemptyset(&taken);
  for (int const signal : {SIGINT, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&taken, signal);
  for (int const signal : {SIGTERM, SIGCHLD, SIGWINCH}) sigaddset(&taken, signal);
  ::sigprocmask(SIG_BLOCK, &taken, &before_);
  fd_.reset(::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
}

void signals::release() noexcept {
  while (next() != 0) continue;
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int signals::next() noexcept {
  ::signalfd_siginfo taken{};
  return ::read(fd_.get(), &taken, sizeof taken) == sizeof taken ? static_cast<int>(taken.ssi_signo)
                                                                 : 0;
}

bool signals::is_ignored(int signal) noexcept {
  struct ::sigaction now{};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// ---- input_pipe.hpp ----

input_pipe::input_pipe(readiness& ready, intake& to, writer_id number)
    : ready_{ready}, to_{to}, number_{number} {
  follow();
}

void input_pipe::read() {
  if (is_over_ || is_held_) return;
  ::ssize_t const got = ::read(STDIN_FILENO, room_.data(), room_.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) return end();
  to_.take(number_, cutter_, {room_.data(), static_cast<std::size_t>(got)});
  if (to_.waiting().size_of(number_) > waiting_of_client / 4) hold();
}

void input_pipe::go_on() {
  if (!is_held_ || to_.waiting().size_of(number_) > waiting_of_client / 8) return;
  is_held_ = false;
  follow();
}

void input_pipe::end() {
  if (is_over_) return;
  is_over_ = true;
  leave();
  to_.end(number_, cutter_);
}

void input_pipe::leave() {
  if (is_in_set_) ready_.remove(STDIN_FILENO);
  is_in_set_ = false;
}

void input_pipe::hold() {
  is_held_ = true;
  leave();
}

// ---- line_cutter.hpp ----

std::string line_cutter::take(std::string_view bytes, std::size_t longest) {
  std::string lines;
  if (is_skipping_) {
    std::size_t const end = bytes.find('\n');
    if (end == bytes.npos) return lines;
    is_skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
  std::size_t const whole = bytes.rfind('\n') + 1;  // 0 without a line feed
  std::string_view const rest = bytes.substr(whole);
  if (whole != 0) {
    lines.reserve(begun_.size() + whole);
    lines.append(begun_).append(bytes.substr(0, whole));
    // Thousands of silent writers would keep memory that others need.
    forget();
  }
  begun_.append(rest);
  if (begun_.size() > longest) {
    ++too_long_;
    is_skipping_ = true;
    forget();
  }
  return lines;
}

// ---- lingering.hpp ----

void lingering::add(std::string sid, bool is_chosen, clock::time_point now) {
  if (!known_.emplace(sid, command{is_chosen, now + longest}).second) return;
  order_.emplace_back(now + patience, std::move(sid));
}

std::optional<bool> lingering::take(std::string const& sid) {
  auto const found = known_.find(sid);
  if (found == known_.end()) return {};
  bool const is_chosen = found->second.is_chosen;
  known_.erase(found);
  return is_chosen;
}

int lingering::wait(clock::time_point now) const {
  return known_.empty() ? -1 : milliseconds_until(order_.front().first, now);
}

// ---- readiness.hpp ----

int milliseconds_until(std::chrono::steady_clock::time_point at,
                       std::chrono::steady_clock::time_point now) {
  auto const left = std::chrono::ceil<std::chrono::milliseconds>(at - now);
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

std::span<::epoll_event const> readiness::wait(int milliseconds) noexcept {
  int const count =
      ::epoll_wait(set_.get(), ready_.data(), static_cast<int>(ready_.size()), milliseconds);
  return {ready_.data(), count < 0 ? 0 : static_cast<std::size_t>(count)};
}

bool readiness::change(int how, int fd, std::uint64_t number) noexcept {
  ::epoll_event wanted{};
  wanted.events = EPOLLIN;
  wanted.data.u64 = number;
  return ::epoll_ctl(set_.get(), how, fd, &wanted) == 0;
}

// ---- waiting_lines.hpp ----

std::size_t waiting_lines::size_of(writer_id writer) const noexcept {
  auto const found = sizes_.find(writer);
  return found == sizes_.end() ? 0 : found->second;
}

waiting_lines::piece waiting_lines::take() {
  piece first = std::move(pieces_.front());
  pieces_.pop_front();
  std::size_t const taken = size_of(first);
  size_ -= taken;
  auto const found = sizes_.find(first.writer);
  if ((found->second -= taken) == 0) sizes_.erase(found);
  return first;
}

void waiting_lines::push(piece next) {
  std::size_t const more = size_of(next);
  size_ += more;
  sizes_[next.writer] += more;
  pieces_.push_back(std::move(next));
}

}  // namespace trace2::program::listening
