// What one agent remembers across iterations, for every context.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "core/device/agent_view.hpp"
#include "core/device/program.hpp"

namespace gin {

template <class Env>
class AgentMemory {
 public:
  struct Shape {
    std::uint32_t contexts = 1;
    std::size_t connections = 0;  ///< send queues per context, over all peers and rails
    std::uint32_t rings = 1;      ///< that it pushes to, per context
  };

  explicit AgentMemory(const Shape& shape)
      : shape_(shape), issue_(shape.contexts), rings_(shape.contexts * shape.rings) {
    for (IssueState<Env>& state : issue_) {
      state.used = zeroed<typename IssueState<Env>::Used>(shape.connections);
      state.used_slot = zeroed<std::uint32_t>(shape.connections);
      state.pushed = zeroed<typename IssueState<Env>::Pushed>(shape.rings);
    }
  }

  /// How many rings it pushes to.
  std::size_t rings() const { return rings_.size(); }
  /// By context, then ring. Its two-sided commands are counted on from what the ring says.
  void push_to(std::size_t at, const Ring<Env>& ring) {
    rings_[at] = ring;
    auto& pushed = issue_[at / shape_.rings].pushed[at % shape_.rings];
    pushed.two_sided = pushed.through = ring.two_sided[0];
  }

  /// What the agent starts with, but for its place: PE, number, heaps.
  AgentView<Env> view(const Launch& launch, const QueueRules& rules) {
    AgentView<Env> view;
    view.n_pes = launch.n_pes;
    view.agents = launch.agents;
    view.lanes = launch.lanes;
    view.contexts = shape_.contexts;
    view.rules = rules;
    view.rings = rings_.data();
    view.rings_per_context = shape_.rings;
    view.issue = issue_.data();
    view.barriers = &barriers_;
    view.word_gate = &word_gate_;
    view.host = &host_;
    return view;
  }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  template <class T>
  T* zeroed(std::size_t count) {
    blocks_.emplace_back(std::calloc(count, sizeof(T)));
    return static_cast<T*>(blocks_.back().get());
  }

  Shape shape_;
  std::vector<IssueState<Env>> issue_;
  std::vector<Ring<Env>> rings_;
  std::vector<std::unique_ptr<void, Free>> blocks_;
  std::uint64_t barriers_ = 0;
  typename Env::Gate word_gate_;
  HostView host_;
};

}  // namespace gin
