// Finds the chunks of a recording and the records in them. It trusts no byte of the file: a crash,
// a disk or an attacker may have written any of them.
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/recording/field_reader.hpp>
#include <trace2/recording/layout.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// The file of a recording. The writer may still run: the next `scan` finds the chunks that it has
/// added.
class file {
 public:
  struct chunk {
    std::uint64_t offset = 0;
    std::size_t size = 0;
    std::uint64_t serial = 0;
    layout::chunk_kind kind{};

    /// Number of bytes behind the header.
    std::size_t contents() const noexcept { return size - sizeof(layout::chunk_header); }
  };

  file() = default;
  file(file&& other) noexcept
      : fd_{std::exchange(other.fd_, -1)},
        header_{other.header_},
        chunks_{std::move(other.chunks_)},
        damages_{other.damages_} {}
  file& operator=(file&& other) noexcept {
    std::swap(fd_, other.fd_);
    header_ = other.header_;
    chunks_ = std::move(other.chunks_);
    damages_ = other.damages_;
    return *this;
  }
  ~file() {
    if (fd_ >= 0) trace2::detail::posix::close(fd_);
  }

  /// Returns an empty text, or the problem as the rest of a sentence about the file.
  std::string open(char const* path) {
    return take(trace2::detail::posix::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  }
  /// The same for a descriptor, which the object closes; a negative one is a negated errno value.
  std::string take(int fd) {
    fd_ = fd;
    if (fd_ < 0) return "can't be opened: " + reason_of(-fd_);
    struct ::stat status;
    if (int const result = trace2::detail::posix::fstat(fd_, status); result < 0)
      return reason_of(-result);
    if (!S_ISREG(status.st_mode)) return "is no file";
    if (std::string problem = read_header(); !problem.empty()) return problem;
    scan();
    return {};
  }

  /// Reads the header and looks for all chunks again.
  void scan() {
    read_header();
    chunks_.clear();
    damages_ = 0;
    std::uint64_t size = file_size();
    if (size < header_.first_chunk) ++damages_;
    bool is_lost = false;
    for (std::uint64_t at = header_.first_chunk; at < size;) {
      chunk found{};
      bool is_blank = false;
      if (look(at, size, found, is_blank)) {
        if (found.serial != 0) chunks_.push_back(found);
        at += found.size;
        is_lost = false;
        continue;
      }
      // A writer that takes room, or died meanwhile, leaves zeros; other bytes are damage.
      if (!is_blank && !std::exchange(is_lost, true)) ++damages_;
      at = next_data(at + layout::granule, size);
    }
  }

  /// Reads bytes of a chunk from `begin` behind its header on. They are fewer when the file has
  /// become shorter, and none when the chunk has been replaced meanwhile.
  void load(chunk const& from, std::size_t begin, std::size_t size, std::string& bytes) const {
    bytes.resize(size);
    std::size_t const got =
        read_at(from.offset + sizeof(layout::chunk_header) + begin, bytes.data(), size);
    layout::chunk_header now{};
    read_at(from.offset, reinterpret_cast<char*>(&now), sizeof now);
    bytes.resize(now.serial == from.serial ? got / layout::word * layout::word : 0);
  }

  layout::file_header const& header() const noexcept { return header_; }
  std::vector<chunk> const& chunks() const noexcept { return chunks_; }
  /// Number of damages: places where a chunk should begin but doesn't, chunks that are cut, and a
  /// cut in front of the first chunk.
  std::uint64_t damages() const noexcept { return damages_; }

 private:
  std::size_t read_at(std::uint64_t offset, char* room, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
      ssize_t const got = ::pread(fd_, room + done, size - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  std::string read_header() {
    layout::file_header found{};
    if (read_at(0, reinterpret_cast<char*>(&found), sizeof found) < sizeof found)
      return "is no recording: it is too short";
    if (std::memcmp(found.magic, layout::file_magic, sizeof found.magic) != 0)
      return "is no recording";
    if (found.endian != layout::endian_mark)
      return "was recorded on a machine with another byte order";
    if (found.version != layout::version) return "is a recording of a newer version";
    if (found.first_chunk < sizeof found || found.first_chunk % layout::word != 0)
      return "has a damaged header";
    header_ = found;
    return {};
  }

  std::uint64_t file_size() const {
    struct ::stat status;
    return trace2::detail::posix::fstat(fd_, status) < 0
               ? 0
               : static_cast<std::uint64_t>(status.st_size);
  }

  /// Reads the header of a chunk. Updates `size` if the chunk ends behind it.
  bool look(std::uint64_t at, std::uint64_t& size, chunk& found, bool& is_blank) {
    layout::chunk_header head{};
    read_at(at, reinterpret_cast<char*>(&head), sizeof head);
    is_blank = std::string_view{head.magic, sizeof head.magic}.find_first_not_of('\0') ==
               std::string_view::npos;
    if (std::memcmp(head.magic, layout::chunk_magic, sizeof head.magic) != 0 ||
        head.size < layout::granule || head.size > layout::largest_chunk ||
        head.size % layout::granule != 0)
      return false;
    // A running writer makes room for a whole chunk before it writes the header.
    if (head.size > size - at) size = file_size();
    std::uint64_t const left = size > at ? size - at : 0;
    if (head.size > left) ++damages_;
    found = {at, static_cast<std::size_t>(head.size < left ? head.size : left), head.serial,
             head.kind};
    if (found.size < sizeof head) found = {at, found.size, 0, head.kind};
    return true;
  }

  /// The next place where a chunk may begin, past the holes of the file.
  std::uint64_t next_data(std::uint64_t at, std::uint64_t size) const {
    if (at >= size) return size;
    off_t const data = ::lseek(fd_, static_cast<off_t>(at), SEEK_DATA);
    if (data < 0) return errno == ENXIO ? size : at;
    return at + (static_cast<std::uint64_t>(data) - at) / layout::granule * layout::granule;
  }

  int fd_ = -1;
  layout::file_header header_{};
  std::vector<chunk> chunks_;
  std::uint64_t damages_ = 0;
};

/// Walks from record to record, up to the first that isn't committed.
class record_walk {
 public:
  explicit record_walk(std::string_view bytes) noexcept : rest_{bytes} {}

  /// Advances to the next record; false at the end.
  bool next() noexcept {
    if (rest_.size() < layout::word) return false;
    std::memcpy(&head_, rest_.data(), sizeof head_);
    if (head_ == 0) return false;
    std::size_t const size = layout::words_of(head_) * layout::word;
    is_damaged_ = size == 0 || size > rest_.size();
    if (is_damaged_) return false;
    fields_ = rest_.substr(layout::word, size - layout::word);
    rest_.remove_prefix(size);
    return true;
  }

  std::uint64_t head() const noexcept { return head_; }
  layout::kind kind() const noexcept { return layout::kind_of(head_); }
  /// The bytes of the record behind its first word.
  std::string_view fields() const noexcept { return fields_; }
  /// The bytes behind the record.
  std::string_view rest() const noexcept { return rest_; }
  /// Whether the walk has ended at a damaged record.
  bool is_damaged() const noexcept { return is_damaged_; }

 private:
  std::string_view rest_;
  std::string_view fields_;
  std::uint64_t head_ = 0;
  bool is_damaged_ = false;
};

}}}}  // namespace trace2::v0::read::recording
