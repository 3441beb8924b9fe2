#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

/// Both ends included.
struct Limits {
  std::int64_t min = 0;
  std::int64_t max = 0;
};

Field number(const std::string& path, Limits limits, std::int64_t usual, const std::string& text) {
  return {.path = path, .min = limits.min, .max = limits.max, .default_value = usual, .text = text};
}

/// Off unless somebody asks for it.
Field flag(const std::string& path, const std::string& text) {
  return {.path = path, .kind = FieldKind::boolean, .default_value = false, .text = text};
}

Field any_text(const std::string& path, const std::string& text, const std::string& usual = "") {
  return {.path = path, .kind = FieldKind::text, .default_value = usual, .text = text};
}

Field choice(const std::string& path, const std::vector<std::string>& choices, const std::optional<Value>& usual,
             const std::string& text) {
  return {.path = path, .kind = FieldKind::choice, .default_value = usual, .choices = choices, .text = text};
}

/// The vocabulary may leave the default open; the field is required then.
Field name_or_file(const std::string& path, const std::vector<std::string>& names, const std::string& usual,
                   const std::string& text) {
  Field field = choice(path, names, usual.empty() ? std::nullopt : std::optional<Value>(usual), text);
  field.or_file = true;
  return field;
}

std::vector<std::string> names_of(const std::vector<ProgramFields>& programs) {
  std::vector<std::string> names;
  for (const ProgramFields& program : programs) names.push_back(program.name);
  return names;
}

void add_what_runs(FieldTable& table, const Vocabulary& known) {
  table.add({.path = "schema", .min = schema_version, .max = schema_version, .text = "Version of this format."})
      .add(any_text("name", "What reports call this scenario. Empty: the file's name without .json."))
      .add(any_text("description", "What it shows, in a sentence."))
      .add(number("cluster.nodes", {1, 1024}, 1, "Machines in the job."))
      .add(number("cluster.gpus_per_node", {1, 64}, 2,
                  "GPUs of each machine; each is one PE. At most 4096 PEs in all."))
      .add(name_or_file("cluster.profile", known.profiles, known.default_profile,
                        "The machine as numbers: GPU, NVLink, PCIe, NIC, wire."))
      .add(name_or_file("stack", known.stacks, known.default_stack,
                        "The communication library as numbers and rules."))
      .add(choice("program", names_of(known.programs), std::nullopt,
                  "The device program to run; its parameters stand under params."));
}

void add_how_it_runs(FieldTable& table) {
  table
      .add(number("launch.agents", {1, 4096}, 16,
                  "Copies of the program that run on each PE. At most 65536 in all."))
      .add(number("launch.workers", {0, 64}, 1,
                  "Backends with a process per PE: threads of a PE that run its agents and drive its proxies in "
                  "between. Backend emulated-wall: threads that run the agents of all PEs; proxies have their own. "
                  "0: every agent and proxy has a thread of its own."))
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
      .add(
          choice("launch.pin", pin_words, pin_words[0],
                 "Backends with a process per PE, launch.workers 0: auto keeps every proxy and agent on a core of "
                 "its own, proxies near the NIC, where the machine has a core for each busy thread; off leaves all "
                 "threads to the scheduler."))
      .add(choice(
          "launch.runs_on", runs_on_words, runs_on_words[0],
          "Backends with a process per PE: what runs the agents. host: threads of the PE. gpu: a kernel on a GPU of the machine "
          "that pushes to the same proxies; path proxy, and the heap lies in the host's memory, pinned. auto: a GPU with backend "
          "nvlink, whose heaps lie there, the host elsewhere."))
      .add(any_text(
          "launch.device",
          "Backends that open an RDMA device: its name as `ginlab doctor` lists it; soft for the software "
          "device, soft-mlx5 for the same with queues as mlx5 adapters have them; auto for the first hardware with an active port, else soft.",
          "auto"))
      .add(number("launch.port", {0, 255}, 0,
                  "Backends that open an RDMA device: its port. 0: the first active one."))
      .add(number(
          "launch.gid", {-1, 255}, -1,
          "Backends that open an RDMA device: which of the port's addresses (GIDs) peers reach it by. -1: RoCE "
          "v2 over IPv4 before others, and none on InfiniBand."))
      .add(any_text(
          "launch.fabric",
          "Backend efa: which of the provider's fabrics. efa-direct is the device itself (libfabric 2.x), efa has a "
          "protocol above it; auto takes efa-direct where it is offered.",
          "auto"))
      .add(number(
          "launch.rails", {0, 8}, 0,
          "Backend efa: NICs of each PE, the nearest to its GPU first; they share its messages. 0: all that are "
          "equally near and nobody else's."))
      .add(flag(
          "launch.relaxed_ordering",
          "Backend efa, fabric efa-direct, libfabric 2.7: heaps are registered with FI_EFA_MR_RELAXED_ORDERING. What a "
          "NIC writes there may pass on PCIe what it wrote before; a signal is behind its data all the same."))
      .add(choice("launch.scope", scope_words, scope_words[2], "How many GPU threads make one agent."))
      .add(number(
          "launch.block_threads", {32, 1024}, 1024,
          "Threads of an agent with scope block, a multiple of 32: fewer have fewer loads under way. On a GPU a block's "
          "registers have to fit, 64 a thread with 1024 of them."))
      .add(choice("path.same_node", path_words, path_words[0], "How operations reach a PE of the same node."))
      .add(choice("path.other_node", {path_words.begin() + 1, path_words.end()}, path_words[1],
                  "How operations reach a PE of another node; no pointer leads there."))
      .add(choice("signalling", signalling_words, signalling_words[0],
                  "How a program tells a peer that its data is there."))
      .add(choice("payload", {"real", "phantom"}, "real",
                  "phantom: bulk bytes are timed and not stored, so that large runs fit; data is not verified."))
      .add(number("time_scale", {1, 1'000'000}, 1000,
                  "Backend emulated-wall: so many times longer than the profile and the stack say does everything "
                  "take. Large ones keep the order of what the scheduler of this machine would blur."))
      .add(number("seed", {0, INT64_MAX}, 1, "All chance in the run comes from this."));
}

void add_how_it_is_measured(FieldTable& table) {
  table.add(number("measure.warmup", {0, 1000}, 1, "Iterations before the measured ones."))
      .add(number("measure.iterations", {1, 100'000}, 3, "Measured iterations."))
      .add(number("measure.repeat", {1, 1000}, 1,
                  "Runs of each row, each with its own seed made from the scenario's."))
      .add(flag("test.poll_for_real",
                "Idle proxies poll instead of sleeping on their poll grid; bytes and times stay the same."))
      .add(flag("test.start_near_wrap", "Every ring index starts just below its wrap."))
      .add(flag("test.permute_lanes", "for_lanes visits lanes in a seeded order."))
      .add(number("test.flip_payload", {0, INT64_MAX}, 0,
                  "Flips one bit of the n-th delivered payload, to see that verification finds it. 0: none."))
      .add(number(
          "test.refuse_request", {0, INT64_MAX}, 0,
          "The n-th work request of each PE is refused by its target, an error completion comes of it, and "
          "what is behind it in its queue is not carried out. 0: none. Backends with a process per PE make their "
          "network as strict as with test.degraded for it."))
      .add(flag("test.degraded",
                "Backends with a process per PE: the network is as strict as EFA, whatever is below. Messages come "
                "in an order drawn from the seed, writes are cut, 32 bytes travel inline."))
      .add(choice(
          "test.adversary", adversary_words, adversary_words[0],
          "Backend emulated: per seed, any order and delay that the rules leave open, and no times. machine: "
          "those of fabric, stack, path and memory of this profile. contract: those of the device API alone, "
          "whatever this machine keeps besides."))
      .add(number("test.late_one_in", {1, 1'000'000}, 1,
                  "With test.adversary: of so many moments one may be late and the others never are, which makes a "
                  "failure easier to read."))
      .add(number("test.livelock_calls", {1, INT64_MAX}, 1'000'000,
                  "Polls without progress before the run is called a livelock."));
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
