#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

Field choice(const std::string& path, const std::vector<std::string>& words, std::size_t usual) {
  return {.path = path, .kind = FieldKind::choice, .default_value = words[usual], .choices = words};
}

/// A default that the vocabulary may leave open; the field is required then.
std::optional<Value> preset(const std::string& word) {
  if (word.empty()) return std::nullopt;
  return word;
}

Field with_text(Field field, const std::string& text) {
  field.text = text;
  return field;
}

std::vector<std::string> names_of(const std::vector<ProgramFields>& programs) {
  std::vector<std::string> names;
  for (const ProgramFields& program : programs) names.push_back(program.name);
  return names;
}

void add_what_runs(FieldTable& table, const Vocabulary& words) {
  table.add({.path = "schema", .min = schema_version, .max = schema_version, .text = "Version of this format."})
      .add({.path = "name",
            .kind = FieldKind::text,
            .default_value = "",
            .text = "What reports call this scenario. Empty: the file's name without .json."})
      .add({.path = "description",
            .kind = FieldKind::text,
            .default_value = "",
            .text = "What it shows, in a sentence."})
      .add({.path = "cluster.nodes", .min = 1, .max = 1024, .default_value = 1, .text = "Machines in the job."})
      .add({.path = "cluster.gpus_per_node",
            .min = 1,
            .max = 64,
            .default_value = 2,
            .text = "GPUs of each machine; each is one PE. At most 4096 PEs in all."})
      .add({.path = "cluster.profile",
            .kind = FieldKind::choice,
            .default_value = preset(words.default_profile),
            .choices = words.profiles,
            .text = "The machine as numbers: GPU, NVLink, PCIe, NIC, wire.",
            .or_file = true})
      .add({.path = "stack",
            .kind = FieldKind::choice,
            .default_value = preset(words.default_stack),
            .choices = words.stacks,
            .text = "The communication library as numbers and rules.",
            .or_file = true})
      .add({.path = "program",
            .kind = FieldKind::choice,
            .choices = names_of(words.programs),
            .text = "The device program to run; its parameters stand under params."});
}

void add_how_it_runs(FieldTable& table) {
  table
      .add({.path = "launch.agents",
            .min = 1,
            .max = 4096,
            .default_value = 16,
            .text = "Copies of the program that run on each PE. At most 65536 in all."})
      .add({.path = "launch.workers",
            .max = 64,
            .default_value = 1,
            .text =
                "Backends with a process per PE: threads of a PE that run its agents and drive its proxies in "
                "between. Backend emulated-wall: threads that run the agents of all PEs; proxies have their own. "
                "0: every agent and proxy has a thread of its own."})
      .add(
          {.path = "launch.hang_after_s",
           .unit = "s",
           .min = 1,
           .max = 86'400,
           .default_value = 60,
           .text =
               "Wall-clock backends: a run in which nothing has moved for so long, on any PE, is a hang and ends "
               "with a report. Operations, loops of lanes and ends of iterations move it; where only gets, atomics "
               "and loops go on, which may be polling, ten times as long. emulated-wall adds ten milliseconds of "
               "time_scale."})
      .add(with_text(choice("launch.pin", pin_words, 0),
                     "Backends with a process per PE, launch.workers 0: auto keeps every proxy thread on a core of "
                     "its own, near the NIC, where the machine has a core for each busy thread; off leaves all "
                     "threads to the scheduler."))
      .add(with_text(choice("launch.scope", scope_words, 2), "How many GPU threads make one agent."))
      .add(with_text(choice("path.same_node", path_words, 0), "How operations reach a PE of the same node."))
      .add(with_text(choice("path.other_node", {path_words.begin() + 1, path_words.end()}, 0),
                     "How operations reach a PE of another node; no pointer leads there."))
      .add(with_text(choice("signalling", signalling_words, 0),
                     "How a program tells a peer that its data is there."))
      .add({.path = "payload",
            .kind = FieldKind::choice,
            .default_value = "real",
            .choices = {"real", "phantom"},
            .text = "phantom: bulk bytes are timed and not stored, so that large runs fit; data is not verified."})
      .add({.path = "time_scale",
            .min = 1,
            .max = 1'000'000,
            .default_value = 1000,
            .text =
                "Backend emulated-wall: so many times longer than the profile and the stack say does everything "
                "take. Large ones keep the order of what the scheduler of this machine would blur."})
      .add(
          {.path = "seed", .max = INT64_MAX, .default_value = 1, .text = "All chance in the run comes from this."});
}

void add_how_it_is_measured(FieldTable& table) {
  table
      .add({.path = "measure.warmup",
            .max = 1000,
            .default_value = 1,
            .text = "Iterations before the measured ones."})
      .add({.path = "measure.iterations",
            .min = 1,
            .max = 100000,
            .default_value = 3,
            .text = "Measured iterations."})
      .add({.path = "measure.repeat",
            .min = 1,
            .max = 1000,
            .default_value = 1,
            .text = "Runs of each row, each with its own seed made from the scenario's."})
      .add({.path = "test.poll_for_real",
            .kind = FieldKind::boolean,
            .default_value = false,
            .text = "Idle proxies poll instead of sleeping on their poll grid; bytes and times stay the same."})
      .add({.path = "test.start_near_wrap",
            .kind = FieldKind::boolean,
            .default_value = false,
            .text = "Every ring index starts just below its wrap."})
      .add({.path = "test.permute_lanes",
            .kind = FieldKind::boolean,
            .default_value = false,
            .text = "for_lanes visits lanes in a seeded order."})
      .add({.path = "test.flip_payload",
            .max = INT64_MAX,
            .default_value = 0,
            .text = "Flips one bit of the n-th delivered payload, to see that verification finds it. 0: none."})
      .add(
          {.path = "test.refuse_request",
           .max = INT64_MAX,
           .default_value = 0,
           .text =
               "The n-th work request of each PE is refused by its target, an error completion comes of it, and "
               "what is behind it in its queue is not carried out. 0: none. Backends with a process per PE make their "
               "network as strict as with test.degraded for it."})
      .add({.path = "test.degraded",
            .kind = FieldKind::boolean,
            .default_value = false,
            .text =
                "Backends with a process per PE: the network is as strict as EFA, whatever is below. Messages come "
                "in an order drawn from the seed, writes are cut, 32 bytes travel inline."})
      .add({.path = "test.livelock_calls",
            .min = 1,
            .max = INT64_MAX,
            .default_value = 1'000'000,
            .text = "Polls without progress before the run is called a livelock."});
}

}  // namespace

FieldTable common_fields(const Vocabulary& words) {
  FieldTable table;
  add_what_runs(table, words);
  add_how_it_runs(table);
  add_how_it_is_measured(table);
  return table;
}

FieldTable fields_of(const ProgramFields& program, const Vocabulary& words) {
  FieldTable table = common_fields(words);
  for (Field param : program.params) {
    param.path = "params." + param.path;
    table.add(std::move(param));
  }
  return table;
}

FieldTable fields(const Vocabulary& words) {
  FieldTable table = common_fields(words);
  for (const ProgramFields& program : words.programs) {
    for (Field param : program.params) {
      param.path = "params." + program.name + "." + param.path;
      table.add(std::move(param));
    }
  }
  return table;
}

const std::vector<Section>& sections() {
  static const std::vector<Section> all = {
      {"cluster", "The machines: how many, how many GPUs each, which kind."},
      {"params", "The program's own parameters."},
      {"launch", "How many agents run the program on each PE, and what an agent is."},
      {"path",
       "How operations reach a peer: pointer (load and store), gpu (the agent builds the work request and rings "
       "the doorbell), gpu-cpu-doorbell (a CPU thread rings for it), proxy (the agent pushes a command, a CPU "
       "thread posts it) or host (the program runs on the CPU: agents are streams, loops are kernels, calls are "
       "enqueued). One word sets both classes of peer; pointer alone fits a cluster of one node only, and host is "
       "for both classes or none."},
      {"measure", "What is run before measuring, how often, and how many times over."},
      {"compare",
       "Axes to run the product of, first axis slowest: {\"AXIS\": {\"field\": \"path.other_node\", "
       "\"values\": [\"gpu\", \"proxy\"]}}. In the place of values numbers may have a rule: \"range\": "
       "{\"from\": 1, \"to\": 10, \"step\": 3}, by 1 without a step, or \"log_range\": {\"from\": 8, \"to\": 1024, "
       "\"factor\": 2}, \"to\" included where a step meets it. An axis may name any field that --set may name, and "
       "--set 'compare.AXIS={...}' replaces or adds one, --set compare.AXIS=null drops it, --set 'compare={...}' "
       "replaces them all. \"contestants\" are named bundles of such fields, "
       "and the first axis: {\"contestants\": {\"IBGDA\": {\"stack\": \"nvshmem-ibgda\", \"path\": \"gpu\"}, "
       "\"IBRC\": {\"stack\": \"nvshmem-ibrc\", \"path\": \"proxy\"}}}, where a product of axes would hold "
       "combinations that nobody has."},
      {"override",
       "Numbers of the profile or stack replaced for this run, in the unit of that file: {\"profile\": "
       "{\"nic.wqe_fetch_ns\": 900}, \"stack\": {\"proxy.post_ns\": 80}}. --set and axes write them "
       "profile.nic.wqe_fetch_ns and stack.proxy.post_ns for short."},
      {"test", "Switches that tests use to look for bugs."},
  };
  return all;
}

}  // namespace gin::scenario
