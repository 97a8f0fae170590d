// trace2: reads, converts and summarizes traces, and runs programs under one. Its commands are
// in trace2/commands/.
#include <trace2/read/byte_source.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/command_options.hpp"
#include "options/help_text.hpp"
#include "options/nearest_name.hpp"
#include "options/settings_help.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "system/files.hpp"
#include "system/pager.hpp"
#include "system/surroundings.hpp"
#include "system/terminal.hpp"
#include <CLI/CLI.hpp>

namespace {

namespace program = trace2::program;

/// The first word that is no option: the name of a command; the end without one.
char** name_in(int argc, char** argv) {
  return std::find_if(argv + 1, argv + argc, [](char const* word) { return *word != '-'; });
}

/// The command that the words name behind the options of the program; `app` if they name none.
CLI::App const& command_of(CLI::App const& app, int argc, char** argv) {
  char** const name = name_in(argc, argv);
  for (CLI::App const* const command : app.get_subcommands({}))
    if (name != argv + argc && command->get_name() == *name) return *command;
  return app;
}

/// As with Git, "trace2 help summary" is "trace2 summary --help".
void understand_help(int argc, char** argv) {
  static char option[] = "--help";
  char** const name = name_in(argc, argv);
  if (name == argv + argc || *name != std::string_view{"help"}) return;
  *name = option;
  if (name + 1 != argv + argc) std::swap(name[0], name[1]);
}

/// "trace2 help settings" is about the programs that write traces.
bool asks_for_settings(int argc, char** argv) {
  using words = std::string_view;
  return argc == 3 && argv[1] == words{"help"} && argv[2] == words{"settings"};
}

/// What is wrong with a word that no command, or no option of the program, has understood.
std::string unknown_word(CLI::App const& app, std::string const& word) {
  if (word.starts_with('-')) return "there is no option \"" + word + "\"";
  std::vector<std::string> names;
  for (CLI::App const* const command : app.get_subcommands({}))
    names.push_back(command->get_name());
  std::string const meant = program::nearest_name(word, names);
  return "there is no command \"" + word + "\"" +
         (meant.empty() ? "" : "; did you mean \"" + meant + "\"?");
}

/// The words of the command line in the spelling that the parser knows: as with Git, "--color"
/// alone means always, and "--no-color" never. Refuses "--pid=", for which the parser would take
/// the next word. What "trace2 run" runs is left alone.
std::vector<char const*> words_of(CLI::App const& app, CLI::App const& command, int argc,
                                  char** argv) {
  std::vector<char const*> words(argv, argv + argc);
  CLI::App const* reader = &app;  // of the options
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string_view const word = words[i];
    if (word == "--") break;
    if (!word.starts_with('-')) {
      if (reader->get_name() == "run") break;
      reader = &command;
      continue;
    }
    if (word == "--color") words[i] = "--color=always";
    if (word == "--no-color") words[i] = "--color=never";
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw CLI::ValidationError{std::string{word.substr(0, word.size() - 1)}, "has no value"};
    CLI::Option const* const option = reader->get_option_no_throw(words[i]);
    if (option != nullptr && option->get_items_expected_min() != 0) ++i;  // behind its value
  }
  return words;
}

/// The words of CLI11 in those of the other messages: what is wrong, behind the option.
std::string readable(std::string const& reason) {
  if (reason == "A subcommand is required") return "a command is required";
  // "At Most", or "At most" since 2.6.
  constexpr std::string_view too_often = "ost 1 required but received ";
  if (std::size_t const number = reason.find(too_often); number != reason.npos)
    return reason.substr(0, reason.rfind(": At ", number)) + ": given " +
           reason.substr(number + too_often.size()) + " times";
  constexpr std::string_view no_value = ": 1 required ";
  if (std::size_t const name = reason.find(no_value);
      name != reason.npos && reason.ends_with(" missing")) {
    std::string const type = reason.substr(name + no_value.size());
    return reason.substr(0, name) + ": " + type.substr(0, type.find_first_of(": ")) + " is missing";
  }
  constexpr std::string_view no_number = "Could not convert: ";
  std::size_t const value = reason.find(" = ");
  if (!reason.starts_with(no_number) || value == reason.npos) return reason;
  std::size_t const name = no_number.size();
  return reason.substr(name, value - name) + ": " + reason.substr(value + 3) +
         " is no number that fits";
}

/// What is missing may be what an option has taken: the last word behind the option's.
std::string taken_by_option(CLI::App const& command, int argc, char** argv) {
  if (argc < 3) return {};
  std::string const name = argv[argc - 2];
  CLI::Option const* const option = command.get_option_no_throw(name);
  if (!name.starts_with('-') || option == nullptr || option->get_items_expected_min() == 0)
    return {};
  return ": \"" + std::string{argv[argc - 1]} + "\" is the value of " + name;
}

/// The groups in which the help shows the commands, each with its first one.
void set_topics(CLI::App& app) {
  static constexpr std::pair<char const*, char const*> topics[] = {
      {"why", "Look at traces"},
      {"diff", "Compare them"},
      {"report", "Make something else of them"},
      {"run", "Trace programs live"}};
  std::string topic;
  for (CLI::App* const command : app.get_subcommands({})) {
    for (auto const& [first, name] : topics)
      if (command->get_name() == first) topic = name;
    command->group(topic);
  }
}

/// What the words of the command line mean, of each command.
struct options {
  program::overview_command_options summary{};
  program::overview_command_options tree{};
  program::why_command_options why{};
  program::diff_options diff{};
  program::list_options list{};
  program::check_options check{};
  program::listen_options listen{};
  program::report_options report{};
  program::convert_options convert{};
  program::cat_options cat{};
  program::run_options run{};
  program::ps_options ps{};
  program::query_options query{};
  program::attach_options attach{};
  program::snapshot_options snapshot{};

  void add_to(CLI::App& app) {
    program::add_why(app, why);
    program::add_summary(app, summary);
    program::add_tree(app, tree);
    program::add_list(app, list);
    program::add_cat(app, cat);
    program::add_query(app, query);
    program::add_check(app, check);
    program::add_diff(app, diff);
    program::add_report(app, report);
    program::add_convert(app, convert);
    program::add_run(app, run);
    program::add_listen(app, listen);
    program::add_ps(app, ps);
    program::add_attach(app, attach);
    program::add_snapshot(app, snapshot);
    set_topics(app);
  }
};

int run(int argc, char** argv) {
  if (asks_for_settings(argc, argv)) {
    program::output out{""};
    out.write(program::settings_help());
    return finish(out, program::followed::all);
  }
  understand_help(argc, argv);
  CLI::App app{"Read, convert and sum up traces of Git and of every program that writes Trace2."};
  app.name("trace2");
  app.allow_windows_style_options(false);  // "/traces" is a path everywhere
  app.formatter(std::make_shared<program::help_text>());
  app.set_version_flag("--version", std::string{"trace2 "} + program::program_version);
  app.failure_message([&](CLI::App const*, CLI::Error const& error) {
    CLI::App const& command = command_of(app, argc, argv);
    auto const unknown = app.remaining();
    std::string reason = &command == &app && !unknown.empty() ? unknown_word(app, unknown.front())
                                                              : readable(error.what());
    if (error.get_name() == "RequiredError") reason += taken_by_option(command, argc, argv);
    // The words of a command line may be hostile, too.
    return "trace2: " + trace2::read::shown_text(reason) + "\nSee \"trace2 " +
           (&command == &app ? "" : command.get_name() + " ") + "--help\".\n";
  });
  app.require_subcommand(1);
  bool is_without_pager = false;
  app.add_flag("--no-pager", is_without_pager, "Write long texts to a terminal without a pager");
  app.footer(
      "To see why a command takes so long:\n"
      "  trace2 run -- git fetch\n"
      "To see the same of all of Git's commands from now on:\n"
      "  mkdir ~/traces && git config --global trace2.eventTarget ~/traces\n"
      "  git config --global trace2.eventNesting 10\n"
      "  trace2 list ~/traces\n"
      "  trace2 why ~/traces\n"
      "  trace2 summary ~/traces\n"
      "  trace2 tree ~/traces\n"
      "  trace2 diff ~/traces-before ~/traces\n"
      "  trace2 report -o report.html ~/traces                # for a browser\n"
      "  trace2 convert --to=chrome -o traces.json ~/traces   # for https://ui.perfetto.dev\n"
      "\n"
      "\"trace2 help COMMAND\" shows options and examples, \"trace2 help settings\" the variables "
      "by\n"
      "which programs are traced; \"man trace2\" has all of it.\n"
      "\n"
      "Exit status: 0 if all went well, 1 if something could not be read or written (everything\n"
      "else was) or if there was not a single event, 2 for a\n"
      "wrong command line, 3 from \"trace2 diff --fail-above\"; of \"trace2 run\" that of the\n"
      "command.");
  options given;
  given.add_to(app);
  try {
    app.parse(argc, words_of(app, command_of(app, argc, argv), argc, argv).data());
  } catch (CLI::ParseError const& error) {
    // There is no help for a command that there isn't.
    bool const is_unknown = error.get_name() == "CallForHelp" && !app.remaining().empty();
    std::ostringstream help;
    std::ostringstream problem;
    int const code = is_unknown ? app.exit(CLI::ExtrasError{app.remaining()}, help, problem)
                                : app.exit(error, help, problem);
    trace2::read::write_all(program::standard_output, help.str());
    trace2::read::write_all(program::standard_error, problem.str());
    return code == 0 ? program::ok : program::bad_usage;
  }
  auto const is_given = [&](char const* name) { return app.got_subcommand(name); };
  if (is_given("convert")) return program::commands::convert(given.convert);
  if (is_given("report")) return program::commands::report(given.report);
  if (is_given("run")) return program::commands::run(given.run, argc, argv);
  if (is_given("listen")) return program::commands::listen(given.listen);
  if (is_given("attach")) return program::commands::attach(given.attach);
  if (is_given("snapshot")) return program::commands::snapshot(given.snapshot);
  if (!is_without_pager && !given.cat.follows) program::pager::of_output().allow();
  if (is_given("cat")) return program::commands::cat(given.cat);
  if (is_given("summary")) return program::commands::summary(given.summary);
  if (is_given("tree")) return program::commands::tree(given.tree);
  if (is_given("why")) return program::commands::why(given.why);
  if (is_given("diff")) return program::commands::diff(given.diff);
  if (is_given("query")) return program::commands::query(given.query);
  if (is_given("check")) return program::commands::check(given.check);
  if (is_given("ps")) return program::commands::ps(given.ps);
  return program::commands::list(given.list);
}

}  // namespace

int main(int argc, char** argv) {
  program::plain_console const console;
  int code = program::bad_input;
  try {
    auto words = program::arguments_of_main(argc, argv);
    code = run(static_cast<int>(words.size()) - 1, words.data());
  } catch (program::wrong_usage const& error) {
    program::say(error.what());
    code = program::bad_usage;
  } catch (std::exception const& error) {
    program::say(error.what());
  }
  // The reader may still look at what was written before an error.
  program::pager::of_output().end();
  return code;
}
