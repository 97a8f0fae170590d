// Environment variables of one test case.
#pragma once

#include <optional>
#include <string>

#include <stdlib.h>

namespace support {

/// Sets a variable, or with a null value takes it away, until the end of the scope.
class scoped_variable {
 public:
  scoped_variable(std::string name, char const* value) : name_{std::move(name)} {
    if (char const* const old = ::getenv(name_.c_str())) old_ = old;
    change(value);
  }
  scoped_variable(std::string name, std::string const& value)
      : scoped_variable{std::move(name), value.c_str()} {}
  scoped_variable(scoped_variable const&) = delete;
  scoped_variable& operator=(scoped_variable const&) = delete;
  ~scoped_variable() { change(old_ ? old_->c_str() : nullptr); }

 private:
  void change(char const* value) {
    if (value == nullptr)
      ::unsetenv(name_.c_str());
    else
      ::setenv(name_.c_str(), value, 1);
  }

  std::string name_;
  std::optional<std::string> old_;
};

}  // namespace support
