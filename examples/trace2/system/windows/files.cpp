// Defines what files.hpp, new_files.hpp and unfinished_files.hpp declare, on Windows.
#include "system/files.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "system/new_files.hpp"
#include "system/unfinished_files.hpp"
#include "system/windows/handles.hpp"

namespace trace2::program {

namespace {

constexpr DWORD shared_with_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE open_file(std::string const& path, DWORD access, DWORD disposition, DWORD flags = 0) {
  return ::CreateFileW(wide(path).c_str(), access, shared_with_all, nullptr, disposition,
                       FILE_ATTRIBUTE_NORMAL | flags, nullptr);
}

/// A look at such a name would take the place of the connection that a named pipe waits for.
bool is_of_device(std::string_view path) noexcept {
  return path.starts_with("//./") || path.starts_with("\\\\.\\");
}

std::optional<file_facts> facts_of_handle(HANDLE file, bool tells_links) {
  FILE_ID_INFO id{};
  FILE_STANDARD_INFO standard{};
  FILE_ATTRIBUTE_TAG_INFO tag{};
  switch (::GetFileType(file)) {
    case FILE_TYPE_DISK:
      break;
    case FILE_TYPE_UNKNOWN:
      return {};
    default:
      return file_facts{};
  }
  if (!::GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard) ||
      !::GetFileInformationByHandleEx(file, FileIdInfo, &id, sizeof id))
    return {};
  bool const is_link =
      tells_links &&
      ::GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag) != 0 &&
      (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  file_facts found{.is_regular = !standard.Directory && !is_link,
                   .is_directory = standard.Directory && !is_link,
                   .number = {.device = id.VolumeSerialNumber},
                   .links = standard.NumberOfLinks,
                   .is_own = true};
  std::memcpy(found.number.index.data(), &id.FileId, sizeof id.FileId);
  return found;
}

std::optional<file_facts> facts_at(std::string const& path, DWORD further) {
  if (is_of_device(path)) return file_facts{};
  HANDLE const file =
      open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | further);
  if (file == INVALID_HANDLE_VALUE) return {};
  auto const found = facts_of_handle(file, further != 0);
  ::CloseHandle(file);
  return found;
}

/// What was made under a name that ends with other characters each time.
template <class Make>
int make_somewhere(std::string& path, Make const& make) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t length = 6;
  std::random_device random;
  int result = -EEXIST;
  for (int attempts = 100; result == -EEXIST && attempts > 0; --attempts) {
    for (std::size_t i = path.size() - length; i < path.size(); ++i)
      path[i] = letters[random() % letters.size()];
    result = make();
  }
  return result;
}

}  // namespace

// ---- files.hpp ----

std::optional<file_facts> facts_of(int fd) { return facts_of_handle(handle_of(fd), false); }

std::optional<file_facts> facts_of(std::string const& path) { return facts_at(path, 0); }

std::optional<file_facts> facts_of_link(std::string const& path) {
  return facts_at(path, FILE_FLAG_OPEN_REPARSE_POINT);
}

int open_to_read(std::string const& path, bool) {
  return opened_as(open_file(path, GENERIC_READ, OPEN_EXISTING));
}

int open_to_write(std::string const& path, bool follows_link) {
  int const fd = opened_as(open_file(path, GENERIC_WRITE, OPEN_ALWAYS,
                                     follows_link ? 0 : FILE_FLAG_OPEN_REPARSE_POINT));
  if (fd != -EACCES) return fd;
  auto const found = facts_of(path);
  return found && found->is_directory ? -EISDIR : fd;
}

int open_new(std::string const& path, bool) {
  return opened_as(open_file(path, GENERIC_WRITE, CREATE_NEW));
}

int close_file(int fd) noexcept { return result_of(::CloseHandle(handle_of(fd))); }

std::ptrdiff_t read_at(int fd, char* room, std::size_t size, std::int64_t offset) noexcept {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  DWORD got = 0;
  if (!::ReadFile(handle_of(fd), room, static_cast<DWORD>(size), &got, &at))
    return ::GetLastError() == ERROR_HANDLE_EOF ? 0 : -1;
  return static_cast<std::ptrdiff_t>(got);
}

std::int64_t size_of(int fd) noexcept {
  LARGE_INTEGER size{};
  return ::GetFileSizeEx(handle_of(fd), &size) ? size.QuadPart : -1;
}

int cut_file(int fd, std::int64_t size) noexcept {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = size;
  return result_of(
      ::SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof end));
}

std::int64_t place_in(int fd) noexcept {
  LARGE_INTEGER place{};
  bool const is_known = ::GetFileType(handle_of(fd)) == FILE_TYPE_DISK &&
                        ::SetFilePointerEx(handle_of(fd), {}, &place, FILE_CURRENT) != 0;
  return is_known ? place.QuadPart : -1;
}

void go_to_place(int fd, std::int64_t place) noexcept {
  LARGE_INTEGER to{};
  to.QuadPart = place;
  ::SetFilePointerEx(handle_of(fd), to, nullptr, FILE_BEGIN);
}

void become_standard_input(int fd) noexcept { ::SetStdHandle(STD_INPUT_HANDLE, handle_of(fd)); }

std::string path_of(int) { return {}; }

bool remove_file(char const* path) noexcept { return ::DeleteFileW(wide(path).c_str()) != 0; }

void remove_directory(char const* path) noexcept { ::RemoveDirectoryW(wide(path).c_str()); }

// ---- new_files.hpp ----

int make_file(std::string& path, bool appends) {
  DWORD const access = GENERIC_READ | (appends ? FILE_APPEND_DATA : GENERIC_WRITE);
  return make_somewhere(
      path, [&path, access] { return opened_as(open_file(path, access, CREATE_NEW)); });
}

int make_directory(std::string& path) {
  return make_somewhere(
      path, [&path] { return result_of(::CreateDirectoryW(wide(path).c_str(), nullptr)); });
}

// A new file has the permissions of its directory.
int make_usual(int) noexcept { return 0; }
int make_usual(char const*) noexcept { return 0; }
bool make_alike(int, file_facts const&) noexcept { return true; }

std::string whole_path(std::string const& path) {
  HANDLE const file =
      open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  if (file == INVALID_HANDLE_VALUE) return {};
  constexpr DWORD most = 32'768;
  std::wstring whole(most, L'\0');
  DWORD const length = ::GetFinalPathNameByHandleW(file, whole.data(), most, 0);
  ::CloseHandle(file);
  whole.resize(length < most ? length : 0);
  return narrow(whole);
}

std::string without_separators_behind(std::string path) {
  while (path.size() > 1 && (path.back() == '/' || path.back() == '\\')) path.pop_back();
  return path;
}

int move_file(char const* from, char const* to) noexcept {
  return result_of(
      ::MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING));
}

int move_directory(char const* from, char const* to) noexcept {
  remove_directory(to);
  return result_of(::MoveFileExW(wide(from).c_str(), wide(to).c_str(), 0));
}

// ---- unfinished_files.hpp ----

namespace {

SRWLOCK ending = SRWLOCK_INIT;

/// Runs in a thread of its own. The program ends behind it, before it is unlocked.
BOOL WINAPI remove_unfinished(DWORD) {
  ::AcquireSRWLockExclusive(&ending);
  unfinished_files::remove();
  return FALSE;
}

}  // namespace

held_ending::held_ending() noexcept { ::AcquireSRWLockExclusive(&ending); }

held_ending::~held_ending() { ::ReleaseSRWLockExclusive(&ending); }

void unfinished_files::watch() noexcept {
  static BOOL const is_watched = ::SetConsoleCtrlHandler(remove_unfinished, TRUE);
  static_cast<void>(is_watched);
}

}  // namespace trace2::program
