#include "tests/fuzz/target.hpp"

namespace gin::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"ScenarioText", scenario_text, {"scenarios/library", "tests/malformed"}, 0, 2000},
      {"ResultText", result_text, {"tests/fuzz/corpus/result"}, 0, 3000},
      {"ProfileFile", profile_file, {"models/profiles"}, 0, 1000},
      {"StackFile", stack_file, {"models/stacks"}, 0, 1000},
      {"GoldenFile", golden_file, {"tests/golden"}, 0, 2000},
      {"CommandSlots", command_slots, {}, 49, 5000},
      {"RingMemory", ring_memory, {}, 160, 3000},
      {"CompletionRecord", completion_record, {}, 48, 5000},
      {"OrderedSignals", ordered_signals, {}, 400, 3000},
      {"NumberWindow", number_window, {}, 400, 3000},
      {"Matching", matching, {}, 200, 3000},
      {"WireFabric", wire_fabric, {}, 400, 5000},
      {"ArrivalCodec", arrival_codec, {}, 200, 3000},
      {"BootstrapFrames", bootstrap_frames, {}, 300, 5000},
      {"BootstrapPort", bootstrap_port, {}, 2000, 5000},
      {"BootstrapSeat", bootstrap_seat, {}, 600, 5000},
  };
  return all;
}

}  // namespace gin::fuzz
