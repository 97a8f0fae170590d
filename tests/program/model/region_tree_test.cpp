#include "model/region_tree.hpp"

#include <trace2/read/open_region.hpp>

#include <cstdint>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace region_tree_test {

namespace tr = trace2::read;

namespace {

struct fixture {
  explicit fixture(std::size_t most = 100) : tree{nodes, most} {}

  trace2::program::node_index find(tr::label_id label, trace2::program::node_index parent) {
    tr::open_region region;
    region.label = label;
    region.begin = moment_ns(++now);
    return tree.find(region, parent);
  }
  std::vector<tr::label_id> children_of(trace2::program::node_index parent) const {
    std::vector<tr::label_id> labels;
    for (trace2::program::node_index i = nodes[parent].first_child; i != trace2::program::no_node;
         i = nodes[i].next)
      labels.push_back(nodes[i].label);
    return labels;
  }

  std::int64_t now = 0;
  std::vector<trace2::program::region_node> nodes;
  trace2::program::region_tree tree;
};

}  // namespace

TEST_CASE("regions with one label in one place are one node", "[read]") {
  fixture made;
  trace2::program::node_index const root = made.tree.add_root(moment_ns(1));
  trace2::program::node_index const a = made.find(7, root);
  CHECK(made.find(7, root) == a);
  trace2::program::node_index const b = made.find(8, root);
  CHECK(b != a);
  CHECK(made.find(7, root) == a);
  CHECK(made.find(7, a) != a);
  CHECK(made.children_of(root) == std::vector<tr::label_id>{7, 8});
  CHECK(made.children_of(a) == std::vector<tr::label_id>{7});
  CHECK(made.nodes[b].parent == root);
}

TEST_CASE("of very many regions in one place each has its node", "[read]") {
  constexpr tr::label_id count = 40;
  fixture made;
  trace2::program::node_index const root = made.tree.add_root(moment_ns(1));
  trace2::program::node_index const other = made.tree.add_root(moment_ns(1));
  std::vector<trace2::program::node_index> found;
  for (tr::label_id i = 1; i <= count; ++i) {
    found.push_back(made.find(i, root));
    made.find(count - i + 1, other);
  }
  for (tr::label_id i = 1; i <= count; ++i) {
    CHECK(made.find(i, root) == found[i - 1]);
    CHECK(made.nodes[found[i - 1]].label == i);
    CHECK(made.nodes[found[i - 1]].parent == root);
  }
  CHECK(made.children_of(root).size() == count);
  CHECK(made.children_of(other).size() == count);
  CHECK(made.nodes.size() == 2 + 2 * count);
}

TEST_CASE("what a root contains may turn out to lie inside of a region", "[read]") {
  fixture made{4};
  trace2::program::node_index const root = made.tree.add_root(moment_ns(1));
  trace2::program::node_index const inner = made.find(7, root);
  tr::open_region around;
  around.label = 8;
  trace2::program::node_index const outer = made.tree.add_root_around(root, around);
  CHECK(made.children_of(outer) == std::vector<tr::label_id>{8});
  CHECK(made.children_of(root) == std::vector<tr::label_id>{7});
  CHECK(made.nodes[root].parent == outer);
  CHECK(made.find(7, root) == inner);
  CHECK(made.find(8, outer) == root);
  CHECK(made.find(9, outer) != trace2::program::no_node);
  CHECK(made.tree.add_root_around(outer, around) == trace2::program::no_node);
}

TEST_CASE("a region that waits and one that works are apart", "[read]") {
  fixture made;
  trace2::program::node_index const root = made.tree.add_root(moment_ns(1));
  tr::open_region region;
  std::vector<trace2::program::node_index> found;
  for (tr::label_id label = 0; label < 8; ++label)
    for (bool const waits : {false, true}) {
      region.label = label;
      region.only_waits = waits;
      found.push_back(made.tree.find(region, root));
      CHECK(made.nodes[found.back()].kind ==
            (waits ? trace2::program::region_kind::wait : trace2::program::region_kind::region));
      CHECK(made.tree.find(region, root) == found.back());
    }
  CHECK(made.children_of(root).size() == found.size());
}

TEST_CASE("beyond the most there are no further nodes, but for roots", "[read]") {
  fixture made{3};
  trace2::program::node_index const root = made.tree.add_root(moment_ns(1));
  trace2::program::node_index const first = made.find(1, root);
  CHECK(made.find(2, root) != trace2::program::no_node);
  CHECK(made.find(3, root) == trace2::program::no_node);
  CHECK(made.find(1, root) == first);
  CHECK(made.tree.add_root(moment_ns(2)) != trace2::program::no_node);
}

}  // namespace region_tree_test
