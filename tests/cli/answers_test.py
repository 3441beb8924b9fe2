"""The commands that run nothing: validate, list, doctor, explain, schema."""

import json
import re

import jsonschema

import command

published = {
    "scenario": "scenarios/schema/scenario.schema.json",
    "profile": "models/profile.schema.json",
    "stack": "models/stack.schema.json",
    "result": "core/trace/result.schema.json",
}


class Validate(command.CommandTest):
    def test_says_how_many_rows_each_file_has(self):
        text = self.succeed("validate", self.scenario, command.quickstart)
        self.assertEqual(text, f"{self.scenario}: ok, 2 rows\n{command.quickstart}: ok, 9 rows\n")

    def test_goes_on_after_a_bad_file(self):
        bad = self.file("bad.json", "{}")
        done = self.call("validate", bad, self.scenario)
        self.assertEqual((done.returncode, done.stdout), (2, f"{self.scenario}: ok, 2 rows\n"))
        self.assertRegex(done.stderr, rf"\Aginlab: {re.escape(str(bad))}: \$[^\n]+\n\Z")

    def test_looks_into_the_profile_and_the_stack(self):
        scenario = self.file("o.json", json.dumps(command.small_scenario(override={"stack": {"queues.depth": 96}})))
        self.refuse("validate", scenario, expected="expected a power of two, got 96")


class List(command.CommandTest):
    def test_names_stand_at_the_left_edge(self):
        self.assertIn("emulated", self.names_listed("backends"))
        self.assertIn("dgx-h100-cx7", self.names_listed("profiles"))
        self.assertIn("lean", self.names_listed("stacks"))
        self.assertLessEqual({"signal_pipeline", "transpose"}, set(self.names_listed("programs")))

    def test_programs_come_with_their_parameters_and_defaults(self):
        text = self.succeed("list", "programs")
        self.assertRegex(text, r"(?m)^  chunks +an integer from 1 to 4096 \(count\), default 4\.")

    def test_lines_fit_a_terminal(self):
        for what in ("backends", "programs", "profiles", "stacks"):
            self.assertLessEqual(max(map(len, self.succeed("list", what).splitlines())), 116)


def machine(port_state):
    """A core, a GPU and a NIC below one host bridge, as hwloc's XML says it."""
    sets = 'cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
<object type="Machine" os_index="0" {sets} allowed_cpuset="0x1" allowed_nodeset="0x1" gp_index="1">
<object type="NUMANode" os_index="0" {sets} gp_index="2" local_memory="1024"/>
<object type="Core" os_index="0" {sets} gp_index="3"><object type="PU" os_index="0" {sets} gp_index="4"/></object>
<object type="Bridge" gp_index="5" bridge_type="0-1" depth="0" bridge_pci="0000:[11-12]">
<object type="PCIDev" gp_index="6" pci_busid="0000:11:00.0" pci_type="0207 [15b3:1021] [15b3:0041] 00" pci_link_speed="63.0">
<object type="OSDev" gp_index="7" name="mlx5_0" osdev_type="3"><info name="Port1State" value="{port_state}"/></object></object>
<object type="PCIDev" gp_index="8" pci_busid="0000:12:00.0" pci_type="0302 [10de:2330] [10de:16c1] a1" pci_link_speed="63.0"/>
</object>
</object>
</topology>
"""


class Doctor(command.CommandTest):
    def test_has_a_line_for_every_backend(self):
        text = self.succeed("doctor")
        self.assertRegex(text, r"(?m)^emulated +ready$")
        self.assertEqual(re.findall(r"(?m)^\S+", text), self.names_listed("backends"))
        self.assertRegex(text, r"(?m)^  libfabric [12]\.\d+$")

    def test_says_of_another_machine_which_gpu_uses_which_nic_and_nothing_of_this_one(self):
        text = self.succeed("doctor", "--topology", self.file("m.xml", machine("4")))
        self.assertEqual(text, "1 GPUs, 1 NICs for RDMA\n  gpu 0000:12:00.0: NIC mlx5_0, below the same host bridge\n")

    def test_a_machine_without_a_nic_that_works_is_no_success(self):
        done = self.call("doctor", "--topology", self.file("m.xml", machine("1")))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("\n  gpu 0000:12:00.0: expected a NIC for RDMA, came none that can be used\n", done.stdout)
        self.assertIn("\n  NIC mlx5_0 is not used: expected a port in state 4 (active), came 1\n", done.stdout)

    def test_a_machine_that_is_missing_or_broken_is_refused(self):
        self.refuse("doctor", "--topology", "none.xml", expected="none.xml: expected a machine in XML")
        broken = self.file("broken.xml", machine("4")[:300])
        self.refuse("doctor", "--topology", broken, expected=f"{broken}: machine in XML: expected a description as lstopo")
        self.refuse("doctor", "--topology", self.folder, expected="expected a machine in XML")


class Explain(command.CommandTest):
    def test_a_field_of_a_scenario(self):
        text = self.succeed("explain", "path.other_node")
        self.assertTrue(text.startswith('path.other_node: one of gpu, '), text)
        self.assertIn("--set path.other_node=VALUE", text)

    def test_a_number_comes_with_its_value_grade_and_source_in_each_shipped_file(self):
        text = self.succeed("explain", "stack.proxy.post_ns")
        self.assertTrue(text.startswith("stack.proxy.post_ns: a number from 0 to 1000000000 (ns).\n"), text)
        for name in self.names_listed("stacks"):
            grade = "measured|published|second-hand|estimated"
            self.assertRegex(text, rf"(?m)^  {re.escape(name)} +[\d.]+ ns, ({grade}): \S")
        self.assertEqual(text, self.succeed("explain", "override.stack.proxy.post_ns"))

    def test_a_rule_comes_with_its_word(self):
        text = self.succeed("explain", "stack.queues.map")
        self.assertRegex(text, r"(?m)^  lean +(single|by_agent|round_robin)$")

    def test_a_rule_that_is_a_text_is_shown_as_it_stands(self):
        text = self.succeed("explain", "profile.nvlink.links")
        self.assertRegex(text, r"dgx-1-v100\s+0-1 0-2 0-3x2 ")
        self.assertRegex(text, r"(?m)^  laptop +none$")

    def test_a_group_lists_its_members(self):
        names = re.findall(r"(?m)^(\S+):", self.succeed("explain", "profile.wire"))
        self.assertEqual(names, [f"profile.wire.{key}" for key in ("propagation_ns", "spray_ns", "spine_ns", "uplink_percent", "uplinks", "routing")])
        self.assertIn("stack.queues.depth: ", self.succeed("explain", "stack"))

    def test_a_word_that_is_also_a_command_is_a_field(self):
        self.assertTrue(self.succeed("explain", "schema").startswith("schema: the integer 1"))

    def test_all_fields_are_one_a_line_and_each_can_be_explained(self):
        names = [line.split()[0] for line in self.succeed("explain", "fields").splitlines()]
        self.assertEqual(len(names), len(set(names)))
        for name in ("seed", "params.transpose.rows", "profile.nic.mtu_bytes", "stack.call_ns", "compare"):
            self.assertIn(name, names)
        for name in names:
            self.assertIn(name.split(".")[-1], self.succeed("explain", name))


    def test_kinds_of_words_are_listed_and_every_word_of_each_is_explained(self):
        kinds = re.findall(r"(?m)^(\w+) +(\d+) words, such as ", self.succeed("explain"))
        self.assertEqual([kind for kind, _ in kinds], ["fields", "items", "counters", "layers", "paths", "links", "bounds"])
        for kind, count in kinds[1:]:
            text = self.succeed("explain", kind)
            self.assertLessEqual(max(map(len, text.splitlines())), 116)
            names = re.findall(r"(?m)^(\S+(?: \S+)?)  ", text)
            self.assertEqual(len(names), int(count))
            for name in names:
                self.assertTrue(self.succeed("explain", name).startswith(f"{name}: "), name)

    def test_an_item_says_what_it_is_where_it_comes_from_and_what_shortens_it(self):
        text = self.succeed("explain", "nic.wqe_fetch")
        self.assertTrue(text.startswith("nic.wqe_fetch: an item of the critical path.\n  The NIC fetches "), text)
        self.assertIn("\nComes from: nic/network_source.cpp\n  profile.nic.wqe_fetch_ns: Doorbell seen until ", text)
        self.assertRegex(text, r"(?m)^    [\w, -]*dgx-h100-cx7[\w, -]*: [\d.]+ ns, (measured|published|second-hand|estimated): \S")
        self.assertRegex(text, r"\nShorter: [A-Z].*\.\n\Z")

    def test_every_word_that_a_row_uses_is_explained(self):
        row = json.loads(self.succeed("run", self.scenario, "--json"))["rows"][0]
        words = [part["item"] for part in row["critical_path"]]
        words += [counter["name"] for counter in row["counters"] if counter["value"] != 0]
        words += [f"path {part['name']}" for part in row["by_path"]] + [f"link {part['name']}" for part in row["by_link"]]
        self.assertGreater(len(words), 12)
        for word in words + [row["bound_by"]]:
            self.assertIn("\nComes from: ", self.succeed("explain", word), word)

    def test_the_beginning_of_words_lists_them(self):
        names = re.findall(r"(?m)^\S+", self.succeed("explain", "nic"))
        self.assertLess({"nic.wqe_fetch", "nic.earlier_work", "nic.line_out"}, set(names))
        self.assertTrue(all(name.startswith("nic.") for name in names), names)


class Schema(command.CommandTest):
    def test_published_files_are_what_the_command_prints(self):
        for what, file in published.items():
            with self.subTest(f"scripts/update_schemas.sh refreshes {file}"):
                self.assertEqual((command.root / file).read_text(encoding="utf-8"), self.succeed("schema", what))

    def test_each_is_a_schema(self):
        for what in published:
            jsonschema.Draft202012Validator.check_schema(json.loads(self.succeed("schema", what)))

    def test_shipped_profiles_and_stacks_are_what_their_schema_says(self):
        for what in ("profile", "stack"):
            schema = json.loads(self.succeed("schema", what))
            for file in sorted((command.root / "models" / f"{what}s").glob("*.json")):
                with self.subTest(file.name):
                    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), schema)

    def test_only_a_file_that_extends_another_may_leave_numbers_out(self):
        check = jsonschema.Draft202012Validator(json.loads(self.succeed("schema", "profile"))).is_valid
        head = {"schema": 1, "name": "mine", "description": "Of my own."}
        self.assertTrue(check({**head, "extends": "dgx-h100-cx7", "nic": {"ordering": "none"}}))
        self.assertFalse(check({**head, "extends": "dgx-h100-cx7", "nic": {"orderin": "none"}}))
        self.assertFalse(check({**head, "extends": "dgx-h100-cx7", "nic": {"rails": {"value": 2}}}))
        self.assertFalse(check({"schema": 1, "extends": "dgx-h100-cx7"}))
        whole = json.loads((command.root / "models/profiles/dgx-h100-cx7.json").read_text(encoding="utf-8"))
        for no_base in ({}, {"extends": ""}):
            self.assertFalse(check({**head, **no_base}))
            self.assertTrue(check({**whole, **no_base}))
            partial = {**whole, **no_base, "nic": dict(whole["nic"])}
            del partial["nic"]["rails"]
            self.assertFalse(check(partial))

    def test_a_result_is_what_its_schema_says(self):
        schema = json.loads(self.succeed("schema", "result"))
        jsonschema.validate(json.loads(self.succeed("run", self.scenario, "--json")), schema)


if __name__ == "__main__":
    command.main()
