// Makes the calls that standard input names, in order, and writes the three targets one after the
// other, each followed by a byte 0x1e. A call is a list of texts separated by 0x1f and ended by
// 0x1e: event, file, line, repository ("" for none), then its values in the order of the wire, a
// list last. A text that begins with 0x02 is absent. The first call is not one: the session ids
// above, and the hierarchy above.
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using trace2::tracer;

std::vector<std::string> split(std::string const& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  if (text.ends_with(separator)) parts.emplace_back();
  return parts;
}

class call {
 public:
  explicit call(std::string const& line) : fields_{split(line, '\x1f')} { fields_.resize(30); }

  std::string const& event() const { return fields_[0]; }
  trace2::call_site at() const { return {fields_[1].c_str(), std::atoi(fields_[2].c_str())}; }
  trace2::repo_id repo() const {
    return fields_[3].empty() ? trace2::repo_id{} : trace2::repo_id{std::atoi(fields_[3].c_str())};
  }
  trace2::text text(std::size_t i) const {
    std::string const& field = fields_[4 + i];
    return field.starts_with('\x02') ? trace2::text{} : trace2::text{field};
  }
  int number(std::size_t i) const { return std::atoi(fields_[4 + i].c_str()); }
  /// A message that the call formats, or none.
  char const* format(std::size_t i) const { return text(i).is_absent() ? nullptr : "%s"; }
  char const* message(std::size_t i) const { return fields_[4 + i].c_str(); }
  std::vector<std::string> list(std::size_t i) const { return split(fields_[4 + i], '\x1d'); }

 private:
  std::vector<std::string> fields_;
};

std::map<std::string_view, trace2::scope> const scopes{
    {"unknown", trace2::scope::unknown},     {"system", trace2::scope::system},
    {"global", trace2::scope::global},       {"local", trace2::scope::local},
    {"worktree", trace2::scope::worktree},   {"command", trace2::scope::command},
    {"submodule", trace2::scope::submodule},
};

using session = trace2::testing::memory_session<>;

std::map<std::string_view, std::function<void(session&, call const&)>> const calls{
    {"version",
     [](session&, call const& c) {
       tracer::emit(trace2::event::version{.evt = c.text(0), .exe = c.text(1)}, {}, c.at());
     }},
    {"start", [](session&, call const& c) { tracer::cmd_start(c.list(0), c.at()); }},
    {"cmd_ancestry", [](session&, call const& c) { tracer::cmd_ancestry(c.list(0), c.at()); }},
    {"cmd_name", [](session&, call const& c) { tracer::cmd_name(c.text(0), c.at()); }},
    {"cmd_mode", [](session&, call const& c) { tracer::cmd_mode(c.text(0), c.at()); }},
    {"alias", [](session&, call const& c) { tracer::cmd_alias(c.text(0), c.list(1), c.at()); }},
    {"error", [](session&, call const& c) { tracer::error(c.text(0), c.text(1), c.at()); }},
    {"child_start",
     [](session&, call const& c) {
       auto const argv = c.list(4);
       tracer::child_start({.argv = argv,
                            .directory = c.text(2),
                            .child_class = c.text(0),
                            .hook_name = c.text(1),
                            .use_shell = c.number(3) != 0},
                           c.at());
     }},
    {"child_exit",
     [](session&, call const& c) {
       tracer::child_exit({.id = c.number(0)}, c.number(1), c.number(2), c.at());
     }},
    {"child_ready",
     [](session&, call const& c) {
       tracer::child_ready({.id = c.number(0)}, c.number(1), c.text(2), c.at());
     }},
    {"exec", [](session&, call const& c) { tracer::exec(c.text(0), c.list(1), c.at()); }},
    {"exec_result",
     [](session&, call const& c) { tracer::exec_result(c.number(0), c.number(1), c.at()); }},
    {"def_param",
     [](session&, call const& c) {
       tracer::def_param(c.text(1), c.text(2), scopes.at(c.text(0)), c.at());
     }},
    {"def_repo",
     [](session&, call const& c) {
       trace2::repo_id repo;
       tracer::def_repo(repo, c.text(0), c.at());
     }},
    {"region_enter",
     [](session&, call const& c) {
       tracer::region_enter_f(c.at(), c.text(0), c.text(1), c.repo(), c.format(2), c.message(2));
     }},
    {"region_leave",
     [](session&, call const& c) {
       tracer::region_leave_f(c.at(), c.text(0), c.text(1), c.repo(), c.format(2), c.message(2));
     }},
    {"data",
     [](session&, call const& c) {
       tracer::data(c.text(0), c.text(1), std::string_view{c.text(2)}, c.repo(), c.at());
     }},
    {"data_json",
     [](session&, call const& c) {
       tracer::data_json(c.text(0), c.text(1), trace2::json_text{c.text(2)}, c.repo(), c.at());
     }},
    {"exit", [](session&, call const& c) { tracer::cmd_exit(c.number(0), c.at()); }},
    {"counter",
     [](session&, call const& c) {
       tracer::emit(
           trace2::event::counter_sum<trace2::event::sum_of::process>{
               .category = c.message(0),
               .name = c.message(1),
               .count = static_cast<std::uint64_t>(c.number(2))},
           {}, c.at());
     }},
    {"atexit", [](session& s, call const&) { s.end(); }},
};

void write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\x1e', stdout);
}

}  // namespace

int main() {
  std::string const input{std::istreambuf_iterator<char>{std::cin}, {}};
  std::vector<std::string> lines = split(input, '\x1e');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::vector<std::string> above = split(lines.at(0) + '\x1f', '\x1f');
  ::setenv("TZ", "UTC", 1);
  ::setenv("TRACE2_TESTING_PARENT_NAME", above.at(1).c_str(), 1);
  session memory{{.parent_sid = above[0], .sid = "SID", .format = {.nesting_limit = 1000}}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    call const next{lines[i]};
    auto const known = calls.find(next.event());
    if (known == calls.end()) {
      std::fprintf(stderr, "no such call: %s\n", next.event().c_str());
      return 1;
    }
    known->second(memory, next);
  }
  write(memory.normal());
  write(memory.perf());
  write(memory.event());
}
