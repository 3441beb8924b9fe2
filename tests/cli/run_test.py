"""ginlab run: what it prints, what it writes and how it ends."""

import json
import os
import subprocess

import command

wrong = ["--set", "test.flip_payload=1"]


class Run(command.CommandTest):
    def test_prints_the_report(self):
        report = self.succeed("run", self.scenario)
        self.assertTrue(report.startswith("# small\n"), report)
        self.assertIn("| proxy ", report)

    def test_runs_the_quickstart(self):
        self.assertIn("put_signal", self.succeed("run", command.quickstart))

    def test_json_is_all_there_is_on_standard_output(self):
        result = json.loads(self.succeed("run", self.scenario, "--json"))
        self.assertEqual([row["axes"] for row in result["rows"]], [{"path": "gpu"}, {"path": "proxy"}])
        self.assertTrue(all(row["verified"] for row in result["rows"]))

    def test_quiet_leaves_the_json_and_nothing_else(self):
        self.assertEqual(self.succeed("run", self.scenario, "--quiet"), "")
        json.loads(self.succeed("run", self.scenario, "--quiet", "--json"))

    def test_equal_runs_differ_in_the_host_only(self):
        first, second = (json.loads(self.succeed("run", self.scenario, "--json")) for _ in range(2))
        first.pop("host"), second.pop("host")
        self.assertEqual(first, second)

    def test_seed_is_the_same_as_setting_it(self):
        by_option = json.loads(self.succeed("run", self.scenario, "--json", "--seed", "18"))
        by_set = json.loads(self.succeed("run", self.scenario, "--json", "--set", "seed=18"))
        self.assertEqual([row["seed"] for row in by_option["rows"]], [18, 18])
        self.assertEqual(by_option["digest"], by_set["digest"])
        self.assertNotEqual(by_option["digest"], json.loads(self.succeed("run", self.scenario, "--json"))["digest"])

    def test_out_gets_its_files_and_nothing_beside(self):
        out = self.folder / "a" / "b"
        printed = self.succeed("run", self.scenario, "--json", "--out", out)
        self.assertEqual(sorted(path.name for path in out.iterdir()), ["report.html", "report.md", "result.json"])
        self.assertEqual((out / "result.json").read_text(encoding="utf-8"), printed)
        self.assertEqual((out / "report.md").read_text(encoding="utf-8"), self.succeed("run", self.scenario))

    def test_out_refuses_a_file_in_the_way(self):
        self.refuse("run", self.scenario, "--out", self.scenario / "x", expected="Not a directory")
        (self.folder / "out" / "result.json").mkdir(parents=True)
        self.refuse("run", self.scenario, "--out", "out", expected="got: a folder")

    def test_wrong_data_is_reported_row_by_row_and_ends_with_1(self):
        out = self.folder / "out"
        done = self.call("run", self.scenario, *wrong, "--out", out)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("# small\n"))
        self.assertEqual((out / "report.md").read_text(encoding="utf-8"), done.stdout)
        lines = self.complained(done)
        self.assertEqual(len(lines), 2)
        for line, path in zip(lines, ["gpu", "proxy"]):
            place = rf"row path={path}: PE \d+: \w+\[\d+\]"
            self.assertRegex(line, rf"^ginlab: wrong data in {place}: expected 0x\w+, got 0x\w+$")

    def test_wrong_data_without_a_comparison_is_that_of_the_only_row(self):
        scenario = command.small_scenario()
        del scenario["compare"]
        done = self.call("run", self.file("one.json", json.dumps(scenario)), *wrong, "--quiet")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Aginlab: wrong data in the only row: PE [^\n]+\n\Z")

    def test_a_run_that_fails_ends_with_1_and_names_its_row(self):
        livelock = ["--set", "test.poll_for_real=true", "--set", "test.livelock_calls=1"]
        self.refuse("run", self.scenario, *livelock, code=1, expected="row path=proxy: PE ")

    def test_bad_input_ends_with_2(self):
        self.refuse("run", "nowhere.json", expected="nowhere.json: expected a JSON file, found none")
        broken = self.file("broken.json", '{"schema": 1, "program": "signal_pipelin"}')
        self.refuse("run", broken, expected='did you mean "signal_pipeline"?')
        self.refuse("run", self.scenario, "--seed", "-1", expected="got -1")

    def test_what_does_not_fit_into_memory_is_refused_before_it_starts(self):
        huge = command.small_scenario(program="transpose", params={"rows": 16384}, path="proxy",
                                      cluster={"nodes": 64, "gpus_per_node": 1, "profile": "dgx-h100-cx7"})
        del huge["compare"]
        file = self.file("huge.json", json.dumps(huge))
        for backend in ("emulated", "memory", "shm", "tcp"):
            self.refuse("run", file, "--backend", backend, expected="memory: expected at most ")
        self.refuse("run", file, expected="got 12.0 TiB: 64 PEs with 192.0 GiB each (source 64.0 GiB, fetched 64.0 GiB, ")

    def test_a_bad_override_of_the_last_row_is_refused_before_the_first_runs(self):
        axis = {"fetch": {"field": "profile.nic.wqe_fetch_ns", "values": [100, -1]}}
        scenario = self.file("o.json", json.dumps(command.small_scenario(compare=axis)))
        out = self.folder / "out"
        self.refuse("run", scenario, "--out", out, expected="o.json: dgx-h100-cx7, with nic.wqe_fetch_ns = -1")
        self.assertFalse(out.exists())

    def test_a_number_is_set_by_its_short_name_or_in_full(self):
        usual = self.succeed("run", self.scenario, "--json")
        short = self.succeed("run", self.scenario, "--json", "--set", "profile.nic.wqe_fetch_ns=900")
        full = self.succeed("run", self.scenario, "--json", "--set", "override.profile.nic.wqe_fetch_ns=900")
        self.assertNotEqual(json.loads(short)["digest"], json.loads(usual)["digest"])
        self.assertEqual(json.loads(short)["digest"], json.loads(full)["digest"])
        self.succeed("run", self.scenario, "--set", "stack.queues.depth=64")

    def test_a_compare_block_from_the_command_line_replaces_the_files(self):
        block = '{"bytes": {"field": "params.bytes", "range": {"from": 8, "to": 24, "step": 8}}}'
        rows = json.loads(self.succeed("run", self.scenario, "--json", "--set", f"compare={block}"))["rows"]
        self.assertEqual([row["axes"] for row in rows], [{"bytes": bytes} for bytes in ("8", "16", "24")])

    def test_an_axis_that_is_dropped_leaves_its_field_to_set(self):
        rows = json.loads(self.succeed("run", self.scenario, "--json", "--set", "path.other_node=proxy",
                                       "--set", "compare.path=null"))["rows"]
        self.assertEqual([row["axes"] for row in rows], [{}])
        proxy = json.loads(self.succeed("run", self.scenario, "--json"))["rows"][1]
        self.assertEqual(rows[0]["samples_ps"], proxy["samples_ps"])
        self.refuse("run", self.scenario, "--set", "path.other_node=proxy", expected="--set compare.path=null")

    def test_a_compare_block_that_means_nothing_is_refused(self):
        self.refuse("run", self.scenario, "--set", "compare.paths=null", expected='did you mean "path"?')
        self.refuse("run", self.scenario, "--set", "compare=gpu,proxy", expected="give it as JSON")
        self.refuse("run", self.scenario, "--set", 'compare.path={"field": "pat", "values": [1]}',
                    expected='$.compare.path.field: unknown field "pat"; did you mean "path"?')

    def test_an_unknown_number_is_answered_with_the_nearest(self):
        for wrong_name, meant in (
            ("profile.nic.wqe_fech_ns", "nic.wqe_fetch_ns"),
            ("stack.queue.depth", "queues.depth"),
            ("nic.wqe_fetch_ns", "profile.nic.wqe_fetch_ns"),
            ("stak.queues.depth", "stack.queues.depth"),
        ):
            self.refuse("run", self.scenario, "--set", f"{wrong_name}=64", expected=f'did you mean "{meant}"?')

    def test_a_backend_that_cannot_run_here_says_why(self):
        lines = [line.split(None, 1) for line in self.call("doctor").stdout.splitlines()]
        missing = [name for name, state in lines if state.startswith("cannot run here: ")]
        if not missing:
            self.skipTest("every backend of this build can run here")
        for name in missing:
            self.refuse("run", self.scenario, "--backend", name, expected=f"--backend {name}: cannot run here: ")


class Pipe(command.CommandTest):
    def test_a_reader_that_has_left_is_no_error(self):
        read, write = os.pipe()
        os.close(read)
        self.addCleanup(os.close, write)
        done = self.call("run", self.scenario, stdout=write)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.call("run", self.scenario, *wrong, stdout=write).returncode, 1)

    def test_head_gets_its_line(self):
        line = f"set -o pipefail; '{command.binary}' run '{self.scenario}' --json | head -n 1"
        done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "{\n", ""))

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.call("run", self.scenario, stdout=full)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Aginlab: standard output: [^\n]+ No space left on device\n\Z")


if __name__ == "__main__":
    command.main()
