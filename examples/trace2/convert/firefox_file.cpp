// Defines what firefox_file.hpp declares.
#include "convert/firefox_file.hpp"

#include <trace2/read/append_json.hpp>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "samples/perf_script.hpp"

namespace trace2::program {

namespace {

/// `category_of` tells their places.
constexpr std::string_view categories =
    R"([{"name":"Other","color":"grey","subcategories":["Other"]},)"
    R"({"name":"Kernel","color":"orange","subcategories":["Other"]},)"
    R"({"name":"tracing","color":"purple","subcategories":["Other"]}])";

/// Names and messages may be secrets: the viewer can leave out texts with the format
/// "sanitized-string" when it uploads a profile.
constexpr std::string_view schemas =
    R"({"name":"process","display":["marker-chart","marker-table"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Command","format":"sanitized-string"},)"
    R"({"key":"code","label":"Exit code","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"thread","display":["marker-chart","marker-table"],"fields":[]},)"
    R"({"name":"region","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"message","label":"Message","format":"sanitized-string"},)"
    R"({"key":"task","label":"Task","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"task","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"message","label":"Message","format":"sanitized-string"},)"
    R"({"key":"task","label":"Task","format":"string"},)"
    R"({"key":"parent","label":"Parent","format":"string"},)"
    R"({"key":"running","label":"Running","format":"duration"},)"
    R"({"key":"waiting","label":"Waiting","format":"duration"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"run","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("chartLabel":"run of {marker.name}","tableLabel":"run of task {marker.data.task}",)"
    R"("fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"task","label":"Task","format":"string"}]},)"
    R"({"name":"child","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"class","label":"Class","format":"string"},)"
    R"({"key":"message","label":"Command","format":"sanitized-string"},)"
    R"({"key":"pid","label":"Process id","format":"string"},)"
    R"({"key":"code","label":"Exit code","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"data","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.value}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Key","format":"unique-string"},)"
    R"({"key":"value","label":"Value","format":"sanitized-string"}]},)"
    R"({"name":"message","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Message","format":"sanitized-string"}]},)"
    R"({"name":"error","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Message","format":"sanitized-string"}]})";

int category_of(sampled_function const& what) noexcept {
  if (what.name == "tracing" && what.file.empty()) return 2;
  return sample_frame{what.name, what.file}.is_of_kernel() ? 1 : 0;
}

}  // namespace

void firefox_file::write() {
  write_meta();
  text(",\n\"libs\":[],\n\"threads\":[");
  for (std::size_t i = 0; i < tables_.threads().size(); ++i) write_thread(i);
  text("]");
  // Last, because the others put strings into its table.
  write_shared();
  text("}\n");
  flush();
}

void firefox_file::write_meta() {
  constexpr std::int64_t millisecond = 1'000'000;
  constexpr std::size_t most_shown = 50;
  auto const& processes = tables_.processes();
  text("{\"meta\":{\"preprocessedProfileVersion\":60,\"version\":33,\"processType\":0,"
       "\"product\":");
  string(processes.empty() ? "trace2" : processes.front().name);
  text(",\"importedFrom\":\"trace2\",\"stackwalk\":1,\"startTime\":");
  piece_.append_decimal(tables_.origin() / millisecond);
  // The viewer would show the times of samples only.
  auto const [first, last] = range();
  text(",\"profilingStartTime\":");
  moment(first);
  text(",\"profilingEndTime\":");
  moment(last);
  text(",\"interval\":");
  append_milliseconds(piece_, samples_.interval() > 0 ? samples_.interval() : millisecond);
  text(",\"symbolicated\":true,\"symbolicationNotSupported\":true,\"usesOnlyOneStackType\":true,"
       "\"sourceCodeIsNotOnSearchfox\":true,\"keepProfileThreadOrder\":true,"
       "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"}");
  // The viewer would hide threads that mostly wait.
  column("initialVisibleThreads", std::min(tables_.threads().size(), most_shown),
         [this](std::size_t i) { piece_.append_decimal(i); });
  text(",\"categories\":");
  text(categories);
  text(",\"markerSchema\":[");
  text(schemas);
  text("]");
  if (sample_set const& set = samples_.set(); !set.samples.empty()) {
    text(",\"extra\":[{\"label\":\"Samples\",\"entries\":["
         "{\"label\":\"Event\",\"format\":\"string\",\"value\":");
    string(set.event);
    text("},{\"label\":\"Samples\",\"format\":\"string\",\"value\":");
    string(std::to_string(set.samples.size()));
    text("},{\"label\":\"Of processes outside of the trace\",\"format\":\"string\",\"value\":");
    string(std::to_string(samples_.elsewhere()));
    text("}]}]");
  }
  text("}");
}

std::pair<std::int64_t, std::int64_t> firefox_file::range() const {
  std::int64_t first = tables_.first();
  std::int64_t last = tables_.last();
  for (std::size_t i = 0; i < tables_.threads().size(); ++i)
    if (auto const all = samples_.of(i); !all.empty()) {
      first = std::min(first, samples_.set().samples[all.front()].at);
      last = std::max(last, samples_.set().samples[all.back()].at);
    }
  return {first, last};
}

void firefox_file::write_thread(std::size_t index) {
  firefox_thread const& of = tables_.threads()[index];
  firefox_process const& process = tables_.processes()[of.process];
  text(index == 0 ? "\n" : ",\n");
  text("{\"processType\":\"default\",\"processName\":");
  string(process.name);
  text(",\"processStartupTime\":");
  moment(process.begin);
  text(",\"processShutdownTime\":");
  moment(process.end);
  text(",\"registerTime\":");
  moment(of.begin);
  text(",\"unregisterTime\":");
  moment(of.end);
  text(",\"pausedRanges\":[],\"showMarkersInTimeline\":true,\"name\":");
  string(of.name);
  text(of.is_main ? ",\"isMainThread\":true,\"pid\":" : ",\"isMainThread\":false,\"pid\":");
  string(process.pid);
  text(",\"tid\":");
  if (of.tid.empty())
    string(of.name);
  else
    text(of.tid);
  write_samples(index);
  write_markers(of.markers);
  text("}");
}

void firefox_file::write_samples(std::size_t thread) {
  auto const all = samples_.of(thread);
  auto const& samples = samples_.set().samples;
  text(",\"samples\":{\"length\":");
  piece_.append_decimal(all.size());
  column("time", all.size(), [&](std::size_t i) { moment(samples[all[i]].at); });
  column("stack", all.size(), [&](std::size_t i) {
    stack_id const stack = samples[all[i]].stack;
    if (stack == stack_table::no_caller) return text("null");
    piece_.append_decimal(stack - 1);
  });
  if (samples_.interval() > 0) {
    buffer interval;
    append_milliseconds(interval, samples_.interval());
    text(",\"weightType\":\"tracing-ms\"");
    column_of("weight", all.size(), interval.view());
    // By which the viewer knows that a thread was waiting before a sample.
    column_of("threadCPUDelta", all.size(), std::to_string(samples_.interval()));
  } else {
    text(",\"weightType\":\"samples\",\"weight\":null");
  }
  text("}");
}

void firefox_file::write_markers(firefox_markers const& of) {
  text(",\"markers\":{\"length\":");
  piece_.append_decimal(of.count);
  column_of("category", of.count, "0");
  auto const ready = [this](std::string_view name, std::string const& values) {
    text(",\"");
    text(name);
    text("\":[");
    flush();
    to_.write(values);
    text("]");
  };
  ready("name", of.name);
  ready("startTime", of.begin);
  ready("endTime", of.end);
  ready("phase", of.phase);
  ready("data", of.data);
  text("}");
}

void firefox_file::write_shared() {
  stack_table const& stacks = samples_.set().stacks;
  std::size_t const count = stacks.stack_count() - 1;
  text(",\n\"shared\":{\"stackTable\":{\"length\":");
  piece_.append_decimal(count);
  // Number 0 is none of the stacks.
  auto const id = [](std::size_t i) { return static_cast<stack_id>(i + 1); };
  column("frame", count, [&](std::size_t i) { piece_.append_decimal(stacks.innermost(id(i))); });
  column("prefix", count, [&](std::size_t i) {
    stack_id const caller = stacks.caller(id(i));
    if (caller == stack_table::no_caller) return text("null");
    piece_.append_decimal(caller - 1);
  });
  text("}");
  write_functions();
  text(",\n\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[],"
       "\"functionSize\":[]},\"sources\":{\"length\":0,\"uuid\":[],\"filename\":[]}");
  read::label_table const& strings = tables_.strings();
  column("stringArray", strings.size(), [&](std::size_t i) {
    string(strings[static_cast<read::label_id>(i)].name);
  });
  text("}");
}

void firefox_file::write_functions() {
  stack_table const& stacks = samples_.set().stacks;
  std::size_t const count = stacks.function_count();
  auto const function = [&](std::size_t i) -> sampled_function const& {
    return stacks.function(static_cast<function_id>(i));
  };
  auto const number = [this](auto value) { piece_.append_decimal(value); };

  text(",\n\"frameTable\":{\"length\":");
  number(count);
  column("func", count, number);
  column("category", count, [&](std::size_t i) { number(category_of(function(i))); });
  column_of("subcategory", count, "0");
  column_of("address", count, "-1");
  column_of("inlineDepth", count, "0");
  for (std::string_view const none : {"nativeSymbol", "innerWindowID", "line", "column"})
    column_of(none, count, "null");
  text("},\n\"funcTable\":{\"length\":");
  number(count);
  column("name", count, [&](std::size_t i) { number(tables_.string_of(function(i).name)); });
  std::unordered_map<std::string_view, std::size_t> resources;
  std::vector<std::string_view> files;
  column("resource", count, [&](std::size_t i) {
    std::string_view const file = function(i).file;
    if (file.empty()) return text("-1");
    auto const [place, is_new] = resources.try_emplace(file, files.size());
    if (is_new) files.push_back(file);
    number(place->second);
  });
  for (std::string_view const is_not : {"isJS", "relevantForJS"}) column_of(is_not, count, "false");
  for (std::string_view const none : {"source", "lineNumber", "columnNumber"})
    column_of(none, count, "null");
  text("},\n\"resourceTable\":{\"length\":");
  number(files.size());
  column("name", files.size(), [&](std::size_t i) { number(tables_.string_of(files[i])); });
  column_of("type", files.size(), "1");  // a library
  for (std::string_view const none : {"lib", "host"}) column_of(none, files.size(), "null");
  text("}");
}

template <class Append>
void firefox_file::column(std::string_view name, std::size_t count, Append append) {
  constexpr std::size_t enough = std::size_t{64} << 10;
  text(",\"");
  text(name);
  text("\":[");
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text(",");
    append(i);
    if (piece_.size() > enough) flush();
  }
  text("]");
}

void firefox_file::column_of(std::string_view name, std::size_t count, std::string_view value) {
  column(name, count, [&](std::size_t) { piece_.append(value); });
}

void firefox_file::string(std::string_view text) { read::append_json_string(piece_, text); }

void firefox_file::moment(std::int64_t at) { append_milliseconds(piece_, tables_.relative(at)); }

void firefox_file::flush() {
  to_.write(piece_.view());
  piece_.clear();
}

}  // namespace trace2::program
