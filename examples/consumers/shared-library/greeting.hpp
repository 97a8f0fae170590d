#pragma once

#define GREETING_API __attribute__((visibility("default")))

GREETING_API void greet(char const* whom);
