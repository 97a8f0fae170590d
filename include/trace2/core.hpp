// The instrumentation and a session whose list names its features: for a program that counts the
// bytes of what it doesn't use. examples/small.cpp is one.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/features.hpp>
#include <trace2/instrument.hpp>
#include <trace2/session/basic_session.hpp>
#include <trace2/session/definition.hpp>
