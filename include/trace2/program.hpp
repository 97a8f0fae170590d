// What one unit of a program does for all of it: the session, and what child processes inherit.
#pragma once

#include <trace2/child_environment.hpp>
#include <trace2/session.hpp>
#include <trace2/sink.hpp>
