// Keeps the ring of a recording when something slow or bad happens: with this header in any unit of
// a program, a setting says when.
//
//     TRACE2_BINARY=/var/tmp/frob TRACE2_BINARY_MODE=ring TRACE2_BINARY_TRIGGER='region>50ms,error'
//
// The ring as it is and the events of the second after are then /var/tmp/frob.kept.1, the next time
// frob.kept.2 and so on, at most one in ten seconds and the newest ten. See `trigger_rules` for all
// that the setting may say. In each file an event `data` of category `trace2` and key `trigger`
// says when and where it was kept, and why.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/trigger.hpp>
#endif
