// Defines what kept_files.hpp, kept_name.hpp, gzip_copy.hpp, executor.hpp, outgoing.hpp,
// forwarding.hpp declare.
#include "listen/kept_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>
#include <tuple>
#include <utility>

#include "listen/executor.hpp"
#include "listen/forwarding.hpp"
#include "listen/gzip_copy.hpp"
#include "listen/kept_name.hpp"
#include "listen/outgoing.hpp"
#include "output/left_out.hpp"
#include "system/strangers.hpp"

namespace trace2::program::listening {

// ---- kept_files.hpp ----

std::string kept_files::open() {
  if (std::string reason = open_directory(); !reason.empty()) return reason;
  remove_partial_copies();
  for (std::string const& name : names())
    if (name.ends_with(kept_name::plain_end)) unpacked_.push_back(name);
  if (!begin_file()) return std::strerror(errno);
  prune(0);
  return {};
}

void kept_files::write(std::string_view lines) {
  while (!lines.empty()) {
    if (clock::now() >= end_of_file_) reopen();
    if (size_ + size_of_first(lines) > most_of_file() && size_ != 0) reopen();
    std::string_view const part = lines.substr(0, size_of_part(lines));
    lines.remove_prefix(part.size());
    if (std::string const reason = write_part(part); !reason.empty())
      lost_.add(loss::unkept, reason, part.size());
  }
}

void kept_files::reopen() {
  if (file_ && size_ == 0)
    ::unlinkat(directory_.get(), name_.c_str(), 0);
  else if (file_)
    unpacked_.push_back(name_);
  begin_file();
  prune(0);
}

void kept_files::step() {
  if (copy_ == nullptr && !unpacked_.empty()) {
    copy_ = std::make_unique<gzip_copy>(directory_.get(), unpacked_.front());
    unpacked_.pop_front();
  }
  std::uint64_t const growth = std::min(gzip_copy::most_of_step, 2 * most_of_file());
  if (!has_room_for(growth)) prune(growth);
  if (copy_ != nullptr && has_room_for(growth) && copy_->step()) return;
  copy_.reset();
  prune(0);
}

void kept_files::end() {
  copy_.reset();
  if (file_ && size_ == 0) ::unlinkat(directory_.get(), name_.c_str(), 0);
  file_.reset();
  size_ = 0;
  name_.clear();
  prune(0);
}

std::uint64_t kept_files::most_of_file() const noexcept {
  constexpr std::uint64_t share = 8;
  return std::clamp<std::uint64_t>(how_.most_bytes / share, 1, 64 * mebibyte);
}

std::size_t kept_files::size_of_first(std::string_view lines) noexcept {
  return std::min(lines.find('\n'), lines.size() - 1) + 1;
}

std::size_t kept_files::size_of_part(std::string_view lines) const noexcept {
  std::uint64_t const room = most_of_file() - std::min(size_, most_of_file());
  if (lines.size() <= room) return lines.size();
  std::size_t const end = room == 0 ? lines.npos : lines.rfind('\n', room - 1);
  return end == lines.npos ? size_of_first(lines) : end + 1;
}

std::string kept_files::write_part(std::string_view lines) {
  if (!has_room_for(lines.size() + 1)) prune(lines.size() + 1);
  if (!has_room_for(lines.size() + 1)) return "they are larger than --keep-size";
  constexpr int attempts = 3;
  for (int i = 0; i < attempts && file_; ++i) {
    if (is_torn_ && put("\n")) is_torn_ = false;
    bool const is_written = !is_torn_ && put(lines);
    int const error = is_written ? 0 : errno;
    // Lines in a file without a name are nobody's.
    if (!is_removed(file_)) return is_written ? std::string{} : std::strerror(error);
    lost_.add(loss::removed_file, how_.directory + "/" + name_);
    begin_file();
  }
  return "there is no file";
}

std::string kept_files::open_directory() {
  if (is_strangers(how_.directory)) return of_another_user;
  if (::mkdir(how_.directory.c_str(), 0700) != 0 && errno != EEXIST) return std::strerror(errno);
  directory_.reset(::open(how_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory_) return std::strerror(errno);
  // A lock on the directory itself leaves no file in it.
  if (::flock(directory_.get(), LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? "another trace2 keeps its files there" : std::strerror(errno);
  return {};
}

bool kept_files::is_removed(owned_descriptor const& which) noexcept {
  struct ::stat status{};
  return ::fstat(which.get(), &status) == 0 && status.st_nlink == 0;
}

std::vector<std::string> kept_files::names() const {
  std::vector<std::string> found;
  for_each_name([&found](std::string_view name) {
    if (kept_name::is_ours(name)) found.emplace_back(name);
  });
  std::sort(found.begin(), found.end(), kept_name::is_older);
  return found;
}

void kept_files::remove_partial_copies() const {
  std::vector<std::string> found;
  for_each_name([&found](std::string_view name) {
    bool const is_copy = name.starts_with('.') && name.ends_with(kept_name::packed_end) &&
                         kept_name::is_ours(name.substr(1));
    if (is_copy) found.emplace_back(name);
  });
  for (std::string const& name : found) ::unlinkat(directory_.get(), name.c_str(), 0);
}

bool kept_files::begin_file() {
  file_.reset();
  size_ = 0;
  is_torn_ = false;
  if (is_removed(directory_)) {
    copy_.reset();
    unpacked_.clear();
    sum_ = 0;
    open_directory();
  }
  std::time_t const now = clock::to_time_t(clock::now());
  std::tm local{};
  ::localtime_r(&now, &local);
  char day[kept_name::date_size + 1];
  std::strftime(day, sizeof day, "%Y-%m-%d", &local);
  unsigned number = 1;
  for (std::string const& name : names())
    if (name.starts_with(day)) number = kept_name::number_of(name) + 1;
  ++local.tm_mday;
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_isdst = -1;
  end_of_file_ = clock::from_time_t(std::mktime(&local));
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, "-%04u", number);
  name_ = std::string{day}.append(suffix).append(kept_name::plain_end);
  file_.reset(::openat(directory_.get(), name_.c_str(),
                       O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  // A full disk may have room again.
  if (!file_) end_of_file_ = clock::now() + std::chrono::seconds{1};
  return bool{file_};
}

bool kept_files::put(std::string_view bytes) {
  while (!bytes.empty()) {
    ::ssize_t const done = ::write(file_.get(), bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    size_ += static_cast<std::size_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
    is_torn_ = !bytes.empty();
  }
  return true;
}

bool kept_files::has_room_for(std::uint64_t more) const noexcept {
  return sum_ + in_progress() + more <= how_.most_bytes;
}

std::uint64_t kept_files::in_progress() const noexcept {
  return size_ + (copy_ == nullptr ? 0 : copy_->size());
}

void kept_files::prune(std::uint64_t more) {
  std::vector<std::string> const all = names();
  std::vector<struct ::stat> files(all.size());
  sum_ = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] != name_ &&
        ::fstatat(directory_.get(), all[i].c_str(), &files[i], AT_SYMLINK_NOFOLLOW) == 0)
      sum_ += static_cast<std::uint64_t>(files[i].st_size);
  std::time_t const oldest =
      clock::to_time_t(clock::now()) - static_cast<std::time_t>(how_.most_age);
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool const is_too_old = files[i].st_mtime < oldest;
    if (all[i] == name_ || (!is_too_old && has_room_for(more))) continue;
    if (copy_ != nullptr && copy_->name() == all[i]) copy_.reset();
    if (::unlinkat(directory_.get(), all[i].c_str(), 0) == 0)
      sum_ -= static_cast<std::uint64_t>(files[i].st_size);
  }
}

// ---- kept_name.hpp ----

bool kept_name::is_ours(std::string_view name) noexcept {
  constexpr std::string_view pattern = "0000-00-00-";
  constexpr std::string_view digits = "0123456789";
  if (name.size() <= pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '-' ? name[i] != '-' : digits.find(name[i]) == digits.npos) return false;
  std::string_view const number = number_in(name);
  std::size_t const size = number.size();
  bool const is_number =
      number.find_first_not_of(digits) == number.npos &&
      (size == least_digits || (size > least_digits && size <= most_digits && number[0] != '0'));
  std::string_view const end = name.substr(pattern.size() + size);
  return is_number && (end == plain_end || end == packed_end);
}

std::string_view kept_name::number_in(std::string_view name) noexcept {
  std::string_view const rest = name.substr(date_size + 1);
  return rest.substr(0, rest.find('.'));
}

bool kept_name::is_older(std::string_view one, std::string_view other) noexcept {
  auto const place = [](std::string_view name) {
    return std::tuple{name.substr(0, date_size), number_in(name).size(), name};
  };
  return place(one) < place(other);
}

unsigned kept_name::number_of(std::string_view name) noexcept {
  unsigned number = 0;
  for (char const c : number_in(name)) number = number * 10 + static_cast<unsigned>(c - '0');
  return number;
}

// ---- gzip_copy.hpp ----

gzip_copy::gzip_copy(int directory, std::string name)
    : directory_{directory}, name_{std::move(name)}, copy_name_{"." + name_ + ".gz"} {
  from_.reset(::openat(directory_, name_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  to_.reset(::openat(directory_, copy_name_.c_str(),
                     O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  constexpr int as_gzip = 16;
  constexpr int memory_level = 8;
  is_open_ = from_ && to_ &&
             ::deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip,
                            memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
}

gzip_copy::~gzip_copy() {
  if (is_open_) ::deflateEnd(&state_);
  if (!is_complete_) ::unlinkat(directory_, copy_name_.c_str(), 0);
}

bool gzip_copy::step() {
  if (!is_open_) return false;
  ::ssize_t const got = ::read(from_.get(), in_.data(), in_.size());
  if (got < 0) return errno == EINTR;
  if (!pack(static_cast<unsigned>(got), got == 0 ? Z_FINISH : Z_NO_FLUSH)) return false;
  if (got == 0) complete();
  return got != 0;
}

bool gzip_copy::pack(unsigned size, int flush) {
  state_.next_in = in_.data();
  state_.avail_in = size;
  do {
    state_.next_out = out_.data();
    state_.avail_out = static_cast<uInt>(out_.size());
    ::deflate(&state_, flush);
    if (!write(out_.size() - state_.avail_out)) return false;
  } while (state_.avail_out == 0);
  return true;
}

bool gzip_copy::write(std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    ::ssize_t const more = ::write(to_.get(), out_.data() + done, size - done);
    if (more < 0 && errno != EINTR) return false;
    if (more > 0) done += static_cast<std::size_t>(more);
  }
  size_ += size;
  // fsync(2) at the end holds writers up. The wait is short when the disk has most of the copy by
  // then.
  constexpr std::size_t enough = std::size_t{1} << 20;
  if ((unsent_ += size) >= enough) {
    unsent_ = 0;
    ::sync_file_range(to_.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
  }
  return true;
}

void gzip_copy::complete() {
  std::string const whole = name_ + ".gz";
  struct ::stat of{};
  if (::fstat(from_.get(), &of) == 0) {
    ::timespec const times[] = {of.st_atim, of.st_mtim};
    ::futimens(to_.get(), times);
  }
  if (::fsync(to_.get()) != 0 ||
      ::renameat(directory_, copy_name_.c_str(), directory_, whole.c_str()) != 0)
    return;
  is_complete_ = true;
  ::unlinkat(directory_, name_.c_str(), 0);
}

// ---- executor.hpp ----

void executor::run(finished_command const& match) {
  if (waiting_.size() >= most_waiting) return lost_.add(loss::unexecuted);
  waiting_.push_back(match);
  go_on();
}

void executor::go_on() {
  std::erase_if(running_, [](::pid_t one) { return ::waitpid(one, nullptr, WNOHANG) != 0; });
  while (running_.size() < most_at_once && !waiting_.empty()) {
    begin(waiting_.front());
    waiting_.pop_front();
  }
}

void executor::end() {
  constexpr int patience = 5'000;  // milliseconds
  constexpr int pause = 10;
  for (int waited = 0; waited < patience; waited += pause) {
    go_on();
    if (running_.empty()) break;
    ::poll(nullptr, 0, pause);
  }
  if (!waiting_.empty()) lost_.add(loss::unexecuted, {}, waiting_.size());
}

std::vector<std::string> executor::environment_of(finished_command const& match) {
  std::vector<std::string> all;
  for (char** one = ::environ; *one != nullptr; ++one) {
    std::string_view const text = *one;
    bool const is_left_out = text.starts_with("TRACE2") || text.starts_with("GIT_TRACE2") ||
                             text.starts_with("LISTEN_") || text.starts_with("NOTIFY_SOCKET=");
    if (!is_left_out) all.emplace_back(text);
  }
  // Configurations may name targets too.
  for (std::string_view const off :
       {"TRACE2=0", "TRACE2_PERF=0", "TRACE2_EVENT=0", "TRACE2_BINARY=0", "GIT_TRACE2=0",
        "GIT_TRACE2_PERF=0", "GIT_TRACE2_EVENT=0"})
    all.emplace_back(off);
  char seconds[48];
  std::snprintf(seconds, sizeof seconds, "%.6f", read::seconds_of(match.wall));
  auto const add = [&all](std::string_view name, std::string_view value) {
    all.push_back(std::string{"TRACE2_LISTEN_"}.append(name).append("=").append(value));
  };
  add("COMMAND", match.command);
  add("WORKTREE", match.place);
  add("SID", match.sid);
  add("PID", std::to_string(match.pid));
  add("SECONDS", seconds);
  add("STATE", match.state);
  add("CODE", match.code ? std::to_string(*match.code) : std::string{});
  add("MOST", match.most);
  return all;
}

void executor::begin(finished_command const& match) {
  std::vector<std::string> environment = environment_of(match);
  std::vector<char*> variables;
  for (std::string& one : environment) variables.push_back(one.data());
  variables.push_back(nullptr);
  std::string shell = "/bin/sh";
  std::string option = "-c";
  std::array<char*, 4> arguments{shell.data(), option.data(), command_.data(), nullptr};

  ::posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setsigmask(&attributes, &mask_);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::pid_t process = -1;
  int const error = ::posix_spawn(&process, shell.c_str(), &actions, &attributes, arguments.data(),
                                  variables.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error == 0)
    running_.push_back(process);
  else
    lost_.add(loss::unexecuted, std::strerror(error));
}

// ---- outgoing.hpp ----

bool outgoing::put(parcel next) {
  {
    std::lock_guard const lock{mutex_};
    std::size_t const size = next.what.body.size();
    if (!parcels_.empty() && size_ + size > waiting_messages) return false;
    size_ += size;
    parcels_.push_back(std::move(next));
  }
  changed_.notify_one();
  return true;
}

void outgoing::end(clock::time_point until) {
  {
    std::lock_guard const lock{mutex_};
    end_ = until;
  }
  changed_.notify_one();
}

std::vector<std::string> outgoing::take_told() {
  std::uint64_t count = 0;
  // Nobody needs the count: what was told is in the list.
  if (::read(told_.get(), &count, sizeof count) < 0) count = 0;
  std::lock_guard const lock{mutex_};
  return std::exchange(telling_, {});
}

outgoing::next_step outgoing::next(parcel& into, std::optional<clock::time_point> until) {
  std::unique_lock lock{mutex_};
  auto const is_over = [this] { return !parcels_.empty() || end_.has_value(); };
  if (!until)
    changed_.wait(lock, is_over);
  else if (*until > clock::now())
    changed_.wait_until(lock, *until, is_over);
  if (parcels_.empty()) return end_ ? next_step::end : next_step::look_again;
  into = std::move(parcels_.front());
  parcels_.pop_front();
  size_ -= into.what.body.size();
  return next_step::send;
}

bool outgoing::wait(std::chrono::milliseconds time) {
  std::unique_lock lock{mutex_};
  return !changed_.wait_until(lock, clock::now() + time, [this] { return is_in_a_hurry(); });
}

bool outgoing::gives_up(clock::time_point began) {
  constexpr std::chrono::seconds patience{2};
  std::lock_guard const lock{mutex_};
  auto const now = clock::now();
  return (end_ && now >= *end_) || (is_filling() && now - began >= patience);
}

bool outgoing::has_time() {
  std::lock_guard const lock{mutex_};
  return !is_in_a_hurry();
}

void outgoing::tell(std::string const& message) {
  constexpr std::size_t most = 100;
  std::lock_guard const lock{mutex_};
  if (telling_.size() < most) telling_.push_back(message);
  std::uint64_t const one = 1;
  // The write fails only when the pipe can be read anyway.
  if (::write(told_.get(), &one, sizeof one) < 0) return;
}

// ---- forwarding.hpp ----

forwarding::forwarding(otlp_http::endpoints const& to, bool needs_ends, read::label_table& labels,
                       losses& lost)
    : lost_{lost}, spans_{to, needs_ends, labels, queue_, lost}, sender_{to, queue_} {}

void forwarding::end() {
  constexpr std::chrono::seconds patience{5};
  spans_.end();
  queue_.end(outgoing::clock::now() + patience);
}

bool forwarding::finish() {
  sender_.finish();
  for (std::string const& message : take_told()) say(message);
  sender_.report();
  bool const is_whole = report_left_out(spans_.left_out(), followed::all) == followed::all;
  return is_whole && sender_.is_whole() && lost_.count(loss::unsent) == 0;
}

}  // namespace trace2::program::listening
