"""what-if: which numbers a scenario's times depend on."""

import json

import command


class WhatIf(command.CommandTest):
    def setUp(self):
        super().setUp()
        plain = command.small_scenario(path={"same_node": "pointer", "other_node": "gpu"})
        del plain["compare"]
        self.one_row = self.file("one.json", json.dumps(plain))

    def found(self, *words):
        return json.loads(self.succeed("what-if", *words, "--json"))

    def number(self, found, field):
        return next(number for number in found["numbers"] if number["field"] == field)

    def p50(self, *words):
        return json.loads(self.succeed("run", *words, "--json"))["rows"][0]["p50_ps"]

    def test_a_number_that_is_used_ranks_and_changes_what_a_run_with_it_changes(self):
        found = self.found(self.one_row)
        number = self.number(found, "profile.nic.wqe_fetch_ns")
        self.assertEqual((number["unit"], number["effect"], number["rows"][0]["value"]), ("ns", "changes", 560))
        base = self.p50(self.one_row)
        self.assertEqual(found["rows"], [{"axes": {}, "p50_ps": base}])
        for side, value in (("less", 448), ("more", 672)):
            p50 = self.p50(self.one_row, "--set", f"profile.nic.wqe_fetch_ns={value}")
            self.assertNotEqual(p50, base)
            self.assertEqual(number["rows"][0][side],
                             {"value": value, "p50_ps": p50, "change_ps": p50 - base, "same_times": False})
        self.assertIn("| profile.nic.wqe_fetch_ns ", self.succeed("what-if", self.one_row))

    def test_a_number_that_is_not_used_changes_nothing_at_all(self):
        found = self.found(self.one_row)
        text = self.succeed("what-if", self.one_row)
        base = found["rows"][0]["p50_ps"]
        unused = [number for number in found["numbers"]
                  if number["field"].startswith(("profile.nvlink.", "stack.proxy.", "stack.host."))]
        self.assertGreater(len(unused), 10)
        for number in unused:
            self.assertIn(number["effect"], ("nothing", "not_varied"), number)
            self.assertNotIn(f"| {number['field']} ", text)
            for trial in (number["rows"][0]["less"], number["rows"][0]["more"]):
                if "value" in trial:
                    self.assertEqual((trial["p50_ps"], trial["change_ps"], trial["same_times"]), (base, 0, True))
        self.assertEqual(self.number(found, "profile.nvlink.load_ns")["effect"], "nothing")
        idle = sum(number["effect"] == "nothing" for number in found["numbers"])
        self.assertIn(f"\n{idle} numbers of {len(found['numbers'])} change nothing.\n", text)

    def test_the_largest_change_comes_first_and_top_cuts_there(self):
        found = self.found(self.one_row)

        def largest(number):
            row = number["rows"][0]
            return max(abs(row[side].get("change_ps", 0)) for side in ("less", "more"))

        changes = [largest(number) for number in found["numbers"] if number["effect"] == "changes"]
        self.assertGreater(len(changes), 5)
        self.assertEqual(changes, sorted(changes, reverse=True))
        rows = [line.split()[1] for line in self.succeed("what-if", self.one_row, "--top", 3).splitlines()
                if line.startswith("| ")]
        self.assertEqual(rows, ["number"] + [number["field"] for number in found["numbers"][:3]])

    def test_says_the_same_twice(self):
        for words in ((self.scenario,), (self.scenario, "--json")):
            self.assertEqual(self.succeed("what-if", *words), self.succeed("what-if", *words))

    def test_every_row_of_a_comparison_is_varied_and_the_table_names_one(self):
        found = self.found(self.scenario)
        self.assertEqual([row["axes"] for row in found["rows"]], [{"path": "gpu"}, {"path": "proxy"}])
        post = self.number(found, "stack.proxy.post_ns")["rows"]
        self.assertEqual(post[0]["more"]["change_ps"], 0)
        self.assertNotEqual(post[1]["more"]["change_ps"], 0)
        text = self.succeed("what-if", self.scenario)
        self.assertRegex(text, r"\| stack\.proxy\.post_ns .*\| row path=proxy +\|")

    def test_a_compare_block_from_the_command_line_replaces_the_files(self):
        block = '{"bytes": {"field": "params.bytes", "range": {"from": 8, "to": 24, "step": 8}}}'
        rows = self.found(self.scenario, "--set", f"compare={block}")["rows"]
        self.assertEqual([row["axes"] for row in rows], [{"bytes": bytes} for bytes in ("8", "16", "24")])

    def test_starts_from_the_value_that_the_scenario_or_set_gives(self):
        override = command.small_scenario(override={"profile": {"nic.wqe_fetch_ns": 1000.5}})
        scenario = self.file("o.json", json.dumps(override))
        row = self.number(self.found(scenario, "--by", 50), "profile.nic.wqe_fetch_ns")["rows"][0]
        self.assertEqual((row["value"], row["less"]["value"], row["more"]["value"]), (1000.5, 500.25, 1500.75))
        found = self.found(self.one_row, "--by", 10, "--set", "profile.nic.wqe_fetch_ns=2000")
        row = self.number(found, "profile.nic.wqe_fetch_ns")["rows"][0]
        self.assertEqual((row["value"], row["less"]["value"], row["more"]["value"]), (2000, 1800, 2200))
        self.assertEqual(found["rows"][0]["p50_ps"], self.p50(self.one_row, "--set", "profile.nic.wqe_fetch_ns=2000"))
        self.assertEqual(row["more"]["p50_ps"], self.p50(self.one_row, "--set", "profile.nic.wqe_fetch_ns=2200"))

    def test_powers_of_two_are_halved_and_doubled_where_the_loader_takes_that(self):
        found = self.found(self.one_row, "--set", "stack.queues.depth=64")
        row = self.number(found, "stack.queues.depth")["rows"][0]
        self.assertIn("expected an integer from 64 to 32768", row["less"]["not_varied"])
        self.assertEqual(row["more"]["value"], 128)

    def test_a_count_that_rounds_to_itself_is_not_varied(self):
        number = self.number(self.found(self.one_row), "profile.nic.rails")
        self.assertEqual(number["effect"], "not_varied")
        listed = self.succeed("what-if", self.one_row).split("Not varied:\n")[1]
        self.assertRegex(listed, r"(?m)^  profile\.nic\.rails +1, moved by 20 %, rounds to 1 again$")

    def test_bad_input_is_refused(self):
        self.refuse("what-if", "nowhere.json", expected="nowhere.json: expected a JSON file")
        self.refuse("what-if", self.one_row, "--by", "100", expected="expected a whole number from 1 to 99")
        self.refuse("what-if", self.one_row, "--top", "few", expected='--top "few": expected a whole number')
        self.refuse("what-if", self.one_row, "--backend", "shm", expected='unknown option "--backend"')
        self.refuse("what-if", self.one_row, "--set", "profile.nic.mtu_byte=2", expected='mean "nic.mtu_bytes"?')

    def test_what_is_refused_when_the_row_is_about_to_start_is_not_varied_either(self):
        sets = ("--set", "profile.nic.rails=2", "--set", "stack.proxy.completions_max=2")
        found = self.found(self.scenario, "--by", 50, *sets)
        gpu, proxy = self.number(found, "stack.proxy.completions_max")["rows"]
        self.assertEqual((gpu["less"]["value"], proxy["more"]["value"]), (1, 3))
        self.assertIn("expected at least 2, one for each rail", proxy["less"]["not_varied"])

    def test_wrong_data_has_no_times_worth_comparing(self):
        flipped = self.file("f.json", json.dumps(command.small_scenario(test={"flip_payload": 1})))
        self.refuse("what-if", flipped, code=1, expected="ginlab: wrong data in row path=gpu")
        # As many messages as chunks, until a smaller limit cuts each in two; the bit flips in the next one.
        sets = ("--set", "profile.nic.message_max_bytes=64", "--set", "test.flip_payload=5")
        self.succeed("run", self.one_row, *sets)
        self.refuse("what-if", self.one_row, *sets, code=1,
                    expected="one.json: with profile.nic.message_max_bytes = 51: wrong data in the only row")


if __name__ == "__main__":
    command.main()
