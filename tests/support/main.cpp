// The main function of every unit test, compiled once.
#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

int main(int argc, char* argv[]) {
  Catch::Session session;
  if (int const wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
#if CATCH_VERSION_MAJOR < 3
  // A file without a test case is a mistake, of which newer versions know by themselves.
  session.configData().warnings = Catch::WarnAbout::NoTests;
#endif
  return session.run();
}
