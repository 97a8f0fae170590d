// Defines what owned_descriptor.hpp, strangers.hpp, temporary_file.hpp and unfinished_files.hpp
// declare, for all systems.
#include "system/files.hpp"

#include <trace2/read/native_path.hpp>
#include <trace2/session/shared_directory.hpp>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "system/new_files.hpp"
#include "system/owned_descriptor.hpp"
#include "system/strangers.hpp"
#include "system/temporary_file.hpp"
#include "system/unfinished_files.hpp"

namespace trace2::program {

// ---- owned_descriptor.hpp ----

owned_descriptor& owned_descriptor::operator=(owned_descriptor&& other) noexcept {
  reset(std::exchange(other.fd_, -1));
  return *this;
}

void owned_descriptor::reset(int fd) noexcept {
  if (fd_ >= 0) close_file(fd_);
  fd_ = fd;
}

// ---- strangers.hpp ----

trace2::shared_directory directory_of(std::string const& path) {
  std::error_code none;
  return trace2::shared_directory{
      read::text_of(std::filesystem::absolute(read::native_path(path), none))};
}

bool is_strangers(std::string const& path) { return directory_of(path).holds_strangers(); }

// ---- temporary_file.hpp ----

temporary_file::temporary_file() {
  std::error_code error;
  path_ = read::text_of(std::filesystem::temp_directory_path(error) / "trace2.XXXXXX");
  error_ = error.value();
  if (error) return;
  int const made = make_file(path_, true);
  fd_.reset(made);
  error_ = std::max(-made, 0);
}

temporary_file::~temporary_file() {
  if (!fd_) return;
  fd_.reset();
  remove_file(path_.c_str());
}

// ---- unfinished_files.hpp ----

void unfinished_files::add(char const* path) noexcept {
  *std::find(paths.begin(), paths.end() - 1, nullptr) = path;
  watch();
}

void unfinished_files::take_off(char const* path) noexcept {
  std::replace(paths.begin(), paths.end(), path, static_cast<char const*>(nullptr));
}

void unfinished_files::remove() noexcept {
  for (char const* const path : paths)
    if (path != nullptr) remove_file(path);
  for (char const* const path : paths)
    if (path != nullptr) remove_directory(path);
}

}  // namespace trace2::program
