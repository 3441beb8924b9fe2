// An agent's part of a program, run by a host: what it does that breaks a rule of the API ends the run with a sentence.
#pragma once

#include <string>

#include "core/device/use.hpp"
#include "core/env/agent_checks.hpp"

namespace gin {

/// Calls body(). Throws Error(failed) where it threw a use of use.hpp or a stray index. What has a window's name is looked
/// up in `heap`.
template <class Env, class Body>
void guarded(const AgentView<Env>& view, const HeapMap& heap, const std::string& program, Body body) {
  const Asker asker{{view.me, view.agent}, view.n_pes, heap};
  const auto heap_of = [&](Pe pe) { return pe == view.me ? view.heap : view.peers[pe.value]; };
  try {
    body();
  } catch (const PlaceUse& use) {
    refuse(asker, use);
  } catch (const ContextUse& use) {
    refuse(asker, use);
  } catch (const PostUse& use) {
    refuse(asker, use);
  } catch (const CountUse& use) {
    refuse(asker, use);
  } catch (const Undone& undone) {
    refuse(asker, undone);
  } catch (const PartUse& use) {
    refuse_part(asker, use, heap_of(use.access.pe));
  } catch (const StrayIndex& stray) {
    refuse_element(asker, {stray, view.host->loop, program}, heap_of(stray.pe));
  }
}

}  // namespace gin
