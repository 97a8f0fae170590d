// Defines what event_file.hpp declares.
#include "control/event_file.hpp"

#include <trace2/read/byte_source.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

#include "system/files.hpp"

namespace trace2::program {

event_file::event_file() : error_{file_.error()} {
  if (error_ != 0) return;
  std::string const room = path() + ".room";
  int const made = open_new(room, true);
  room_.reset(made);
  if (room_) remove_file(room.c_str());
  error_ = -(room_ ? read::write_all(room_.get(), std::string(room_size, ' ')) : made);
}

void event_file::give_room() {
  error_ = -read::write_all(file_.fd(), "\n");  // an empty line, which readers pass over
  room_.reset();
  if (error_ != 0) remove_cut_line();
}

void event_file::remove_cut_line() const noexcept {
  int const fd = file_.fd();
  std::int64_t end = size_of(fd);
  for (char last = 0; end > 0 && read_at(fd, &last, 1, end - 1) == 1 && last != '\n';) --end;
  if (end >= 0) cut_file(fd, end);
}

}  // namespace trace2::program
