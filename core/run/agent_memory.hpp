// What one agent remembers across iterations, for every context.
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include "core/device/agent_view.hpp"

namespace gin {

template <class Env>
class AgentMemory {
 public:
  /// `connections`: queues per context, over all peers.
  AgentMemory(std::uint32_t contexts, std::size_t connections) : issue_(contexts), rings_(contexts) {
    for (IssueState<Env>& state : issue_) {
      state.used = zeroed<typename IssueState<Env>::Used>(connections);
      state.used_slot = zeroed<std::uint32_t>(connections);
    }
  }

  IssueState<Env>* issue() { return issue_.data(); }
  std::vector<Ring<Env>>& rings() { return rings_; }
  std::uint64_t* barriers() { return &barriers_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  template <class T>
  T* zeroed(std::size_t count) {
    blocks_.emplace_back(std::calloc(count, sizeof(T)));
    return static_cast<T*>(blocks_.back().get());
  }

  std::vector<IssueState<Env>> issue_;
  std::vector<Ring<Env>> rings_;
  std::vector<std::unique_ptr<void, Free>> blocks_;
  std::uint64_t barriers_ = 0;
};

}  // namespace gin
