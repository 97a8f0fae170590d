// A directory of its own for one test case, gone with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include <stdlib.h>

namespace support {

class temporary_directory {
 public:
  temporary_directory() {
    std::filesystem::path place = std::filesystem::temp_directory_path();
    // A socket's path has 107 bytes at most, and tests add some forty.
    if (place.native().size() > 60) place = "/tmp";
    std::string name = (place / "trace2.XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = std::filesystem::canonical(name);
  }
  temporary_directory(temporary_directory const&) = delete;
  temporary_directory& operator=(temporary_directory const&) = delete;
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::filesystem::path const& path() const { return path_; }
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

  /// Writes a file, with the directories on its way, and returns its path.
  std::string write(std::string_view name, std::string_view content) const {
    std::filesystem::path const file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out{file, std::ios::binary};
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    REQUIRE(out.flush());
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

/// Reads a whole file.
inline std::string content_of(std::filesystem::path const& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace support
