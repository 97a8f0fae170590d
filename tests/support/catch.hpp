// Catch2 v2 (one header) and v3 (many) behind one name.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#  include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#  include <catch2/catch.hpp>
#endif
