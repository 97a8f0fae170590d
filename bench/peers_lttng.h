// The tracepoint of peers_bench.cpp, in the form that LTTng-UST requires; it includes itself.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER trace2_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./peers_lttng.h"

#if !defined(TRACE2_PEERS_LTTNG_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#  define TRACE2_PEERS_LTTNG_H
#  include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(trace2_bench, data, LTTNG_UST_TP_ARGS(long, value),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(long, entries, value)))
#endif

#include <lttng/tracepoint-event.h>
