// A misspelt verb is found although the call is compiled out.
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#if FAIL
#  define VERB cmd_nmae
#else
#  define VERB cmd_name
#endif

int main() { TRACE2_CALL(VERB, "scan"); }
