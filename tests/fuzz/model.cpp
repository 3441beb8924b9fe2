#include "tests/fuzz/model.hpp"

#include <algorithm>
#include <cstring>

#include "tests/fuzz/finding.hpp"

namespace gin::fuzz {

Model::Model(const Shape& shape) : shape_(shape) {
  for (std::uint32_t pe = 0; pe < shape.n_pes; ++pe)
    for (std::uint32_t i = 0; i < area_count; ++i) {
      const auto area = static_cast<Area>(i);
      std::vector<std::uint8_t>& bytes = memory_.emplace_back(shape.bytes(area));
      for (std::uint64_t offset = 0; offset < bytes.size(); ++offset) bytes[offset] = initial(area, pe, offset);
    }
}

void Model::run(const Script& script) {
  for (const Instruction& it : script) run(it);
}

void Model::run(const Instruction& it) {
  const std::uint32_t me = it.agent / shape_.agents;
  const Spot result{Area::results, it.result * 8};
  switch (it.kind) {
    case Instruction::Kind::put:
      put(it, me);
      break;
    case Instruction::Kind::get:
      std::copy_n(at(it.peer.value, it.from), it.bytes, at(me, it.to));
      break;
    case Instruction::Kind::look:
      std::copy_n(at(me, it.from), it.bytes, at(me, it.to));
      break;
    case Instruction::Kind::value:
      for (std::uint64_t i = 0; i < it.bytes; ++i)
        at(it.peer.value, it.to)[i] = static_cast<std::uint8_t>(it.value >> 8 * i);
      break;
    case Instruction::Kind::fetch:
      set_word(me, result, word(it.peer.value, it.to));
      [[fallthrough]];
    case Instruction::Kind::atomic:
      set_word(it.peer.value, it.to, applied(it.amo, word(it.peer.value, it.to), it.value, it.compare));
      break;
    case Instruction::Kind::read_word:
      set_word(me, result, word(it.peer.value, it.from));
      break;
    case Instruction::Kind::await:
      must(word(me, it.to) >= it.value, "a script waits for what was sent before");
      break;
    case Instruction::Kind::fence:
    case Instruction::Kind::quiet:
    case Instruction::Kind::flush:
    case Instruction::Kind::barrier:
      break;  // in this order everything is done at once
  }
}

void Model::put(const Instruction& it, std::uint32_t me) {
  if (it.bytes > 0) std::copy_n(at(me, it.from), it.bytes, at(it.peer.value, it.to));
  const Spot signal{Area::signals, it.agent * 8};
  if (it.has_signal)
    set_word(it.peer.value, signal, applied(to_amo(it.signal_op), word(it.peer.value, signal), it.signal_value, 0));
}

std::uint64_t Model::word(std::uint32_t pe, const Spot& spot) {
  std::uint64_t value = 0;
  std::memcpy(&value, at(pe, spot), 8);
  return value;
}

void Model::set_word(std::uint32_t pe, const Spot& spot, std::uint64_t value) {
  std::memcpy(at(pe, spot), &value, 8);
}

}  // namespace gin::fuzz
