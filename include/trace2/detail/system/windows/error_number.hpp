// Errors of Windows as errno values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/windows/win32.hpp>

#include <cerrno>

namespace trace2 { inline namespace v0 { namespace detail {

/// The errno value that is the nearest to a code of GetLastError.
inline int error_number(win32::dword code) noexcept {
  switch (code) {
    case 2:    // ERROR_FILE_NOT_FOUND
    case 3:    // ERROR_PATH_NOT_FOUND
    case 15:   // ERROR_INVALID_DRIVE
    case 53:   // ERROR_BAD_NETPATH
    case 67:   // ERROR_BAD_NET_NAME
    case 123:  // ERROR_INVALID_NAME
    case 161:  // ERROR_BAD_PATHNAME
      return ENOENT;
    case 4:  // ERROR_TOO_MANY_OPEN_FILES
      return EMFILE;
    case 5:   // ERROR_ACCESS_DENIED
    case 32:  // ERROR_SHARING_VIOLATION
    case 33:  // ERROR_LOCK_VIOLATION
      return EACCES;
    case 6:  // ERROR_INVALID_HANDLE
      return EBADF;
    case 8:     // ERROR_NOT_ENOUGH_MEMORY
    case 14:    // ERROR_OUTOFMEMORY
    case 1455:  // ERROR_COMMITMENT_LIMIT
      return ENOMEM;
    case 19:  // ERROR_WRITE_PROTECT
      return EROFS;
    case 39:   // ERROR_HANDLE_DISK_FULL
    case 112:  // ERROR_DISK_FULL
      return ENOSPC;
    case 80:   // ERROR_FILE_EXISTS
    case 183:  // ERROR_ALREADY_EXISTS
      return EEXIST;
    case 87:  // ERROR_INVALID_PARAMETER
      return EINVAL;
    case 109:  // ERROR_BROKEN_PIPE
    case 232:  // ERROR_NO_DATA
    case 233:  // ERROR_PIPE_NOT_CONNECTED
      return EPIPE;
    case 111:  // ERROR_BUFFER_OVERFLOW
    case 206:  // ERROR_FILENAME_EXCED_RANGE
      return ENAMETOOLONG;
    case 231:  // ERROR_PIPE_BUSY
      return EAGAIN;
    case 267:  // ERROR_DIRECTORY
      return ENOTDIR;
    default:
      return EIO;
  }
}

/// The negated errno value of the call that has just failed.
inline int last_error() noexcept { return -error_number(win32::GetLastError()); }

}}}  // namespace trace2::v0::detail
