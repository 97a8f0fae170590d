// Appends to a file by descriptor 3, where its trace goes too, and then opens another file by that number.
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <io.h>

int main(int argc, char** argv) {
  int const fd = ::_open("appended.txt", _O_CREAT | _O_WRONLY | _O_BINARY | _O_APPEND, 0600);
  errno = 77;
  trace2::session const session{argc, argv, {.ancestry = false}};
  ::_write(fd, "own\n", 4);
  TRACE2_PRINTF("traced");
  ::_write(fd, "own\n", 4);
  if (errno != 77) std::puts("errno has changed");
  ::_close(fd);
  if (::_open("other.txt", _O_CREAT | _O_WRONLY, 0600) != fd) std::puts("another descriptor");
  TRACE2_PRINTF("lost");
}
