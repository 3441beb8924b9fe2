// Draft: what orders and completes the operations of a script, and which of them need no order at all.
#include <algorithm>

#include "tests/fuzz/draft.hpp"

namespace gin::fuzz {

/// A barrier completes the context it is called on; the others need a quiet of their own.
void Draft::barrier() {
  const std::uint32_t context = is_counted() ? 0 : any(contexts);  // its words are counted, too
  for (std::uint32_t agent = 0; agent < shape_.all_agents(); ++agent) {
    for (std::uint32_t other = 0; other < contexts; ++other)
      if (other != context) issue(agent, other, Kind::quiet);
    Marks& all = marks(agent, context);
    ++all.fences, ++all.quiets, ++all.flushes;
  }
  script_.push_back(made(Kind::barrier, 0, context));
  std::fill(cells_.begin(), cells_.end(), Cell{});
  std::fill(words_.begin(), words_.end(), Word{});
  std::fill(slots_.begin(), slots_.end(), Slot{});
  for (Signal& signal : signals_) signal.touch = {};
}

void Draft::touch(Touch& touch, std::uint32_t agent, std::uint32_t context) {
  touch = {.any = true, .context = context, .at = marks(agent, context)};
}

/// What was done before is visible before what follows on the same context.
void Draft::order(std::uint32_t agent, const Touch& touch) {
  if (touch.any && marks(agent, touch.context).fences == touch.at.fences)
    issue(agent, touch.context, random_.chance({1, 4}) ? Kind::quiet : Kind::fence);
}

/// What was done before is visible, whoever looks on whichever context.
void Draft::complete(std::uint32_t agent, const Touch& touch) {
  if (touch.any && marks(agent, touch.context).quiets == touch.at.quiets) issue(agent, touch.context, Kind::quiet);
}

void Draft::issue(std::uint32_t agent, std::uint32_t context, Kind kind) {
  Marks& now = marks(agent, context);
  if (kind != Kind::flush) ++now.fences;
  if (kind != Kind::fence) ++now.flushes;
  if (kind == Kind::quiet) ++now.quiets;
  script_.push_back(made(kind, agent, context));
}

/// Operations of one agent with no order between them may as well be those of its lanes. A strong signal comes
/// after those before it.
void Draft::join_lanes() {
  const auto fits = [](const Instruction& it) {
    return !it.blocking &&
           (it.kind == Kind::put || it.kind == Kind::value || it.kind == Kind::atomic || it.kind == Kind::fetch);
  };
  std::vector<Instruction*> first(shape_.all_agents());
  for (Instruction& it : script_) {
    if (it.kind == Kind::barrier) {
      std::fill(first.begin(), first.end(), nullptr);
      continue;
    }
    Instruction*& group = first[it.agent];
    const bool comes_after = it.has_signal && signals_promise_ == Signals::strong;
    const bool joins =
        fits(it) && !comes_after && group != nullptr && group->context == it.context && random_.chance({3, 4});
    if (joins)
      ++group->lanes;
    else
      group = fits(it) ? &it : nullptr;
    if (!joins && group != nullptr) group->lanes = 1;
  }
}

}  // namespace gin::fuzz
