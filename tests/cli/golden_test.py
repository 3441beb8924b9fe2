"""ginlab run --golden and --expect: a change of behaviour is named, and refreshed by the command it prints."""

import json
import shlex

import command


class Golden(command.CommandTest):
    def setUp(self):
        super().setUp()
        self.golden = self.folder / "small.golden"
        self.succeed("run", self.scenario, "--quiet", "--golden", self.golden)

    def change(self, edit):
        golden = json.loads(self.golden.read_text(encoding="utf-8"))
        edit(golden)
        self.golden.write_text(json.dumps(golden), encoding="utf-8")
        return golden

    def complaints(self, *words):
        done = self.call("run", self.scenario, "--quiet", "--expect", self.golden, *words)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        prefix = f"ginlab: {self.golden}: "
        self.assertTrue(all(line.startswith(prefix) for line in done.stderr.splitlines()), done.stderr)
        return [line[len(prefix):] for line in done.stderr.splitlines()]

    def test_holds_what_the_run_gave(self):
        result = json.loads(self.succeed("run", self.scenario, "--json"))
        rows = [{key: row[key] for key in ("axes", "digest", "p50_ps")} for row in result["rows"]]
        expected = {"schema": 1, "scenario": "small", "digest": result["digest"], "rows": rows}
        self.assertEqual(json.loads(self.golden.read_text(encoding="utf-8")), expected)

    def test_an_equal_run_passes(self):
        self.assertTrue(self.succeed("run", self.scenario, "--expect", self.golden).startswith("# small\n"))

    def test_each_difference_is_one_line_with_row_field_expected_and_got(self):
        def edit(golden):
            golden["rows"][0]["p50_ps"] += 7
            golden["rows"][1]["digest"] = "0123456789abcdef"

        got = json.loads(self.golden.read_text(encoding="utf-8"))["rows"]
        self.change(edit)
        lines = self.complaints()
        self.assertEqual(lines[0], f"row path=gpu: p50_ps: expected {got[0]['p50_ps'] + 7}, got {got[0]['p50_ps']}")
        self.assertEqual(lines[1], f"row path=proxy: digest: expected 0123456789abcdef, got {got[1]['digest']}")
        self.assertEqual(len(lines), 3)
        self.assertTrue(lines[2].startswith("2 differences in all; "))

    def test_another_seed_gives_other_digests(self):
        lines = self.complaints("--seed", "18")
        self.assertRegex(lines[0], r"^digest: expected \w{16}, got \w{16}$")

    def test_a_row_that_is_gone_is_named(self):
        self.change(lambda golden: golden["rows"][0]["axes"].update(path="pointer"))
        self.assertEqual(self.complaints()[:2], ["row path=pointer: expected such a row, got none",
                                                 "row path=gpu: expected no such row, got one"])

    def test_the_printed_command_refreshes_the_file(self):
        odd = ["--seed", "18", "--set", "description=it's new"]
        printed = self.complaints(*odd)[-1].split("refresh it: ")[1]
        words = shlex.split(printed)
        self.assertEqual(words[0], command.binary)
        self.succeed(*words[1:], "--quiet")
        self.succeed("run", self.scenario, "--quiet", "--expect", self.golden, *odd)

    def test_wrong_data_is_never_golden(self):
        before = self.golden.read_bytes()
        done = self.call("run", self.scenario, "--quiet", "--set", "test.flip_payload=1", "--golden", self.golden)
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected right data, got wrong; nothing is written", done.stderr.splitlines()[-1])
        self.assertEqual(self.golden.read_bytes(), before)

    def test_a_malformed_file_is_refused(self):
        for edit, expected in [
            (lambda golden: golden.update(schema=2), "$.schema: expected 1, got 2"),
            (lambda golden: golden.update(digest="12"), "$.digest: expected 16 hex digits"),
            (lambda golden: golden["rows"][0].pop("p50_ps"), '$.rows[0]: expected the key "p50_ps"'),
            (lambda golden: golden["rows"][1].update(p99_ps=1), "$.rows[1].p99_ps: unknown key"),
        ]:
            with self.subTest(expected):
                self.succeed("run", self.scenario, "--quiet", "--golden", self.golden)
                self.change(edit)
                self.refuse("run", self.scenario, "--expect", self.golden, expected=expected)
        self.refuse("run", self.scenario, "--expect", "nowhere", expected="nowhere: expected a JSON file")

    def test_a_file_that_cannot_be_written_is_refused(self):
        done = self.call("run", self.scenario, "--quiet", "--golden", self.folder / "no" / "small.golden")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Aginlab: --golden [^\n]+: No such file or directory\n\Z")

    def test_a_wall_clock_has_nothing_to_be_held_to(self):
        clocks = {}
        for name in self.names_listed("backends"):
            done = self.call("run", self.scenario, "--json", "--backend", name)
            if done.returncode == 0:
                clocks[name] = json.loads(done.stdout)["clock"]
        self.assertEqual(clocks["emulated"], "virtual")
        for name in (name for name, clock in clocks.items() if clock == "wall"):
            self.refuse("run", self.scenario, "--backend", name, "--expect", self.golden, expected="virtual time")


if __name__ == "__main__":
    command.main()
