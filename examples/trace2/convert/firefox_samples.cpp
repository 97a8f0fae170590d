// Defines what firefox_samples.hpp declares.
#include "convert/firefox_samples.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

namespace trace2::program {

firefox_samples::firefox_samples(sample_set&& of) : set_{std::move(of)} {
  // No reader of JSON loses a number below this one.
  constexpr std::int64_t most = std::int64_t{1} << 53;
  set_.sort();
  interval_ = std::min(set_.interval(), most);
  std::erase_if(set_.samples,
                [](stack_sample const& one) { return one.kind != sample_kind::running; });
}

void firefox_samples::share_out(firefox_tables& to) {
  owners_.assign(set_.samples.size(), nobody);
  for (std::size_t i = 0; i < to.processes().size(); ++i) {
    firefox_process const& each = to.processes()[i];
    if (each.id != 0) lives_.try_emplace({each.id, each.begin}, i);
  }
  for (std::size_t i = 0; i < to.threads().size(); ++i) {
    firefox_thread const& each = to.threads()[i];
    std::uint64_t const tag = firefox_tables::tag_of(i);
    if (each.is_main) mains_.try_emplace(each.process, tag);
    take(tag, each);
  }
  for (std::size_t i = 0; i < owners_.size(); ++i)
    if (owners_[i] == nobody) owners_[i] = owner_of(set_.samples[i], to);
  order_.resize(owners_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::tie(owners_[a], set_.samples[a].at) < std::tie(owners_[b], set_.samples[b].at);
  });
}

std::span<std::uint32_t const> firefox_samples::of(std::size_t thread) const {
  std::uint64_t const tag = firefox_tables::tag_of(thread);
  auto const first = std::partition_point(order_.begin(), order_.end(),
                                          [&](std::uint32_t i) { return owners_[i] < tag; });
  auto const last = std::partition_point(first, order_.end(),
                                         [&](std::uint32_t i) { return owners_[i] == tag; });
  return {first, last};
}

void firefox_samples::take(std::uint64_t thread, firefox_thread const& of) {
  if (of.id == 0) return;
  auto const place = [&](std::int64_t at) {
    auto const found = std::lower_bound(
        set_.samples.begin(), set_.samples.end(), std::pair{of.id, at},
        [](stack_sample const& one, auto const& key) { return std::pair{one.tid, one.at} < key; });
    return static_cast<std::size_t>(found - set_.samples.begin());
  };
  std::size_t const end = place(of.end);
  for (std::size_t i = place(of.begin); i < end; ++i)
    if (owners_[i] == nobody) owners_[i] = static_cast<std::uint32_t>(thread);
}

std::uint32_t firefox_samples::owner_of(stack_sample const& one, firefox_tables& in) {
  std::uint32_t const pid = one.pid != 0 ? one.pid : one.tid;
  // A program may replace another one in its process.
  auto life = lives_.upper_bound({pid, one.at});
  if (life != lives_.begin() && std::prev(life)->first.first == pid) --life;
  if (life == lives_.end() || life->first.first != pid) {
    ++elsewhere_;
    return nobody;
  }
  if (auto const main = mains_.find(life->second); one.tid == pid && main != mains_.end())
    return static_cast<std::uint32_t>(main->second);
  std::uint64_t& others = others_[life->second];
  if (others == 0) {
    firefox_process const& process = in.processes()[life->second];
    others = in.add(firefox_thread{.process = life->second,
                                   .name = "other threads of the process",
                                   .begin = process.begin,
                                   .end = process.end});
  }
  return static_cast<std::uint32_t>(others);
}

}  // namespace trace2::program
