// trace2: reads, converts and summarizes traces, and runs programs under one. Each command is a
// header of trace2/.
#include <trace2/export/shown.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace2/attach.hpp"
#include "trace2/cat.hpp"
#include "trace2/convert.hpp"
#include "trace2/diff.hpp"
#include "trace2/help_text.hpp"
#include "trace2/list.hpp"
#include "trace2/messages.hpp"
#include "trace2/nearest_name.hpp"
#include "trace2/overview.hpp"
#include "trace2/pager.hpp"
#include "trace2/ps.hpp"
#include "trace2/report.hpp"
#include "trace2/run.hpp"
#include "trace2/snapshot.hpp"
#include "trace2/why.hpp"
#include <CLI/CLI.hpp>
#if __has_include(<sys/epoll.h>)
#  include "trace2/listen.hpp"
#else
#  include "trace2/no_listen.hpp"
#endif

namespace {

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

/// What is wrong with a word that no command, or no option of the program, has understood.
std::string unknown_word(CLI::App const& app, std::string const& word) {
  if (word.starts_with('-')) return "there is no option \"" + word + "\"";
  std::vector<std::string> names;
  for (CLI::App const* const command : app.get_subcommands({}))
    names.push_back(command->get_name());
  std::string const meant = trace2_program::nearest_name(word, names);
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
  constexpr std::string_view too_often = ": At Most 1 required but received ";
  if (std::size_t const name = reason.find(too_often); name != reason.npos)
    return reason.substr(0, name) + ": given " + reason.substr(name + too_often.size()) + " times";
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

int run(int argc, char** argv) {
  understand_help(argc, argv);
  CLI::App app{"Read, convert and sum up traces of Git and of every program that writes Trace2."};
  app.name("trace2");
  app.formatter(std::make_shared<trace2_program::help_text>());
  app.set_version_flag("--version", std::string{"trace2 "} + trace2_program::version);
  app.failure_message([&](CLI::App const*, CLI::Error const& error) {
    CLI::App const& command = command_of(app, argc, argv);
    auto const unknown = app.remaining();
    std::string reason = &command == &app && !unknown.empty() ? unknown_word(app, unknown.front())
                                                              : readable(error.what());
    if (error.get_name() == "RequiredError") reason += taken_by_option(command, argc, argv);
    // The words of a command line may be hostile, too.
    return "trace2: " + trace2::exporter::shown_text(reason) + "\nSee \"trace2 " +
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
      "\"trace2 help COMMAND\" shows options and examples; \"man trace2\" has all of it.\n"
      "\n"
      "Exit status: 0 if all went well, 1 if something could not be read or written (everything\n"
      "else was) or if there was not a single event, 2 for a\n"
      "wrong command line, 3 from \"trace2 diff --fail-above\"; of \"trace2 run\" that of the\n"
      "command.");
  trace2_program::summary summary{app};
  trace2_program::tree tree{app};
  trace2_program::why why{app};
  trace2_program::diff diff{app};
  trace2_program::list list{app};
  trace2_program::listen listen{app};
  trace2_program::report report{app};
  trace2_program::convert convert{app};
  trace2_program::cat cat{app};
  trace2_program::run run{app};
  trace2_program::ps ps{app};
  trace2_program::attach attach{app};
  trace2_program::snapshot snapshot{app};
  try {
    app.parse(argc, words_of(app, command_of(app, argc, argv), argc, argv).data());
  } catch (CLI::ParseError const& error) {
    // There is no help for a command that there isn't.
    bool const is_unknown = error.get_name() == "CallForHelp" && !app.remaining().empty();
    int const code = is_unknown ? app.exit(CLI::ExtrasError{app.remaining()}) : app.exit(error);
    return code == 0 ? trace2_program::ok : trace2_program::bad_usage;
  }
  if (app.got_subcommand("convert")) return convert.run();
  if (app.got_subcommand("report")) return report.run();
  if (app.got_subcommand("run")) return run.run_it(argc, argv);
  if (app.got_subcommand("listen")) return listen.run();
  if (app.got_subcommand("attach")) return attach.run();
  if (app.got_subcommand("snapshot")) return snapshot.run();
  if (!is_without_pager && !cat.follows()) trace2_program::pager::of_output().allow();
  if (app.got_subcommand("cat")) return cat.run();
  if (app.got_subcommand("summary")) return summary.run();
  if (app.got_subcommand("tree")) return tree.run();
  if (app.got_subcommand("why")) return why.run();
  if (app.got_subcommand("diff")) return diff.run();
  if (app.got_subcommand("ps")) return ps.run();
  return list.run();
}

}  // namespace

int main(int argc, char** argv) {
  int code = trace2_program::bad_input;
  try {
    code = run(argc, argv);
  } catch (trace2_program::wrong_usage const& error) {
    trace2_program::say(error.what());
    code = trace2_program::bad_usage;
  } catch (std::exception const& error) {
    trace2_program::say(error.what());
  }
  // The reader may still look at what was written before an error.
  trace2_program::pager::of_output().end();
  return code;
}
