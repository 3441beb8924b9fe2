"""ginlab sweep: the rows of a run, whatever happens on the way."""

import csv
import json
import os
import pathlib
import signal
import subprocess
import time

import command
from command import patience

# Proxies that poll for real never rest, so points on path proxy are called a livelock; those on path gpu are none.
livelock = ["--set", "test.poll_for_real=true", "--set", "test.livelock_calls=1"]


def many_points(iterations=1):
    """Sixteen of them."""
    compare = {
        "path": {"field": "path.other_node", "values": ["gpu", "proxy"]},
        "bytes": {"field": "params.bytes", "log_range": {"from": 8, "to": 1024, "factor": 2}},
    }
    return command.small_scenario(compare=compare, measure={"warmup": 0, "iterations": iterations})


def without_host(result):
    return {key: value for key, value in result.items() if key != "host"}


def lines_of(folder):
    """The whole lines so far."""
    file = folder / "points.jsonl"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def children_of(pid):
    return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def long_scenario(test):
    """Points that take long enough to be interrupted in the middle, on whatever machine and build this is."""
    iterations, took = 25, 0.0
    while took < 2 and iterations < 25000:
        iterations *= 4
        file = test.file("long.json", json.dumps(many_points(iterations)))
        start = time.monotonic()
        test.succeed("run", file, "--quiet")
        took = time.monotonic() - start
    return file


class Sweep(command.CommandTest):
    def setUp(self):
        super().setUp()
        self.scenario = self.file("many.json", json.dumps(many_points()))
        self.out = self.folder / "many.sweep"

    def result(self, folder=None):
        return json.loads(((folder or self.out) / "result.json").read_text(encoding="utf-8"))

    def of_run(self, *words):
        return without_host(json.loads(self.succeed("run", *words, "--json")))

    def start(self, *words):
        process = subprocess.Popen([command.binary, "sweep", *map(str, words)], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for_lines(self, count, folder=None):
        until = time.monotonic() + patience
        while len(lines_of(folder or self.out)) < count:
            self.assertLess(time.monotonic(), until, "no points came")
            time.sleep(0.002)

    def test_leaves_what_a_run_leaves_with_any_number_of_workers(self):
        of_run = self.of_run(self.scenario)
        for jobs in (1, 2, 7):
            self.succeed("sweep", self.scenario, "--jobs", jobs, "--out", f"{jobs}.sweep")
            self.assertEqual(without_host(self.result(self.folder / f"{jobs}.sweep")), of_run)

    def test_says_what_it_left_and_where(self):
        done = self.call("sweep", self.scenario)
        self.assertEqual(done.stdout, "16 points, 0 failed\n")
        self.assertEqual([file for file, _ in self.written(done)],
                         [f"many.sweep/{name}" for name in ("result.json", "points.csv", "points.jsonl")])
        self.assertEqual(self.succeed("sweep", self.scenario, "--out", "other", "--quiet"), "")

    def test_axes_of_the_command_line_are_those_of_a_file(self):
        changed = many_points()
        changed["compare"]["bytes"] = {"field": "params.bytes", "range": {"from": 64, "to": 256, "step": 96}}
        changed["compare"]["seed"] = {"field": "seed", "values": [3, 4]}
        same = self.file("same.json", json.dumps({**changed, "name": "many"}))
        named = self.file("named.json", json.dumps({**many_points(), "name": "many"}))
        self.succeed("sweep", named, "--axis", "params.bytes=64..256+96", "--axis", "seed=3,4", "--out", "a")
        self.assertEqual(without_host(self.result(self.folder / "a")), self.of_run(same))

    def test_json_lines_and_csv_are_tables_that_agree_with_the_result(self):
        self.succeed("sweep", self.scenario)
        rows = self.result()["rows"]
        lines = sorted(lines_of(self.out), key=lambda line: line["point"])
        with open(self.out / "points.csv", newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([line["point"] for line in lines], list(range(16)))
        self.assertEqual(len(table), 16)
        for row, line, cells in zip(rows, lines, table):
            self.assertEqual((line["state"], line["reason"]), ("done", ""))
            self.assertEqual((line["axis_path"], line["axis_bytes"]), (row["axes"]["path"], int(row["axes"]["bytes"])))
            self.assertEqual((cells["axis_path"], cells["axis_bytes"]), (row["axes"]["path"], row["axes"]["bytes"]))
            for key in ("p50_ps", "p99_ps", "bound_ps", "agents"):
                self.assertEqual(int(cells[key]), row[key])
                self.assertEqual(line[key], row[key])
            self.assertEqual({key: line[key] for key in row}, row)
            self.assertEqual(cells["digest"], row["digest"])
            items = {item["item"]: item["time_ps"] for item in row["critical_path"]}
            for item, time_ps in items.items():
                self.assertEqual(int(cells[f"critical_path_{item}_ps"]), time_ps)

    def test_kill_costs_the_points_under_way_and_the_same_command_goes_on(self):
        scenario = long_scenario(self)
        out = self.folder / "long.sweep"
        process = self.start(scenario, "--jobs", 2)
        self.wait_for_lines(3, out)
        workers = children_of(process.pid)
        process.kill()
        process.wait()
        done = lines_of(out)
        self.assertLess(len(done), 16)
        until = time.monotonic() + patience
        while any(pathlib.Path(f"/proc/{worker}").exists() for worker in workers):
            self.assertLess(time.monotonic(), until, "workers outlived the sweep")
            time.sleep(0.01)
        with open(out / "points.jsonl", "a", encoding="utf-8") as file:
            file.write('{"point": 1, "sta')  # as if it had been killed in the middle of a line
        text = self.succeed("sweep", scenario, "--jobs", 2)
        self.assertIn(f"{len(done)} of them from an earlier call", text)
        self.assertEqual(lines_of(out)[: len(done)], done)
        self.assertEqual(sorted(line["point"] for line in lines_of(out)), list(range(16)))
        self.assertEqual(without_host(self.result(out)), self.of_run(scenario))

    def test_an_interrupt_ends_cleanly_and_says_how_to_go_on(self):
        scenario = long_scenario(self)
        process = self.start(scenario, "--jobs", 1)
        self.wait_for_lines(2, self.folder / "long.sweep")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=patience)
        self.assertEqual((process.returncode, out), (1, ""))
        done = len(lines_of(self.folder / "long.sweep"))
        self.assertLess(done, 16)
        self.assertEqual(err.splitlines()[-1], f'ginlab: sweep: interrupted: {done} of 16 points are in "long.sweep"; the'
                         " same command goes on from there")
        self.assertIn(f"{done} of them", self.succeed("sweep", scenario, "--jobs", 1))

    def test_points_that_fail_are_listed_and_tried_again_and_the_others_kept(self):
        done = self.call("sweep", self.scenario, *livelock)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("16 points, 8 failed\n"), done.stdout)
        complaints = done.stderr.splitlines()
        self.assertEqual(len([line for line in complaints if line.startswith("ginlab: point ")]), 8)
        self.assertRegex(complaints[0], r"^ginlab: point 8: row path=proxy, bytes=8: PE ")
        gpu = [row for row in self.of_run(self.scenario, "--set", "path.same_node=pointer")["rows"]
               if row["axes"]["path"] == "gpu"]
        self.assertEqual([row["axes"] for row in self.result()["rows"]], [row["axes"] for row in gpu])
        states = {line["point"]: line["state"] for line in lines_of(self.out)}
        self.assertEqual(states, {point: "done" if point < 8 else "failed" for point in range(16)})
        again = self.call("sweep", self.scenario, *livelock)
        self.assertEqual(again.returncode, 1)
        self.assertEqual(len(lines_of(self.out)), 24)

    def test_wrong_data_is_kept_and_a_failure(self):
        done = self.call("sweep", self.scenario, "--set", "test.flip_payload=1", "--quiet")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"ginlab: point 0: wrong data in row path=gpu, bytes=8: PE \d")
        self.assertEqual(len(self.result()["rows"]), 16)

    def test_a_worker_that_dies_costs_its_point(self):
        scenario = long_scenario(self)
        process = self.start(scenario, "--jobs", 1)
        self.wait_for_lines(2, self.folder / "long.sweep")
        os.kill(children_of(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=patience)
        self.assertEqual(process.returncode, 1)
        self.assertIn("16 points, 1 failed", out)
        self.assertRegex(err, r"\Aginlab: point \d+: row path=\w+, bytes=\d+: its worker process is gone: killed by "
                              r"signal 9 \(Killed\)\n(ginlab: wrote [^\n]+\n){3}\Z")
        self.succeed("sweep", scenario, "--jobs", 1)
        self.assertEqual(without_host(self.result(self.folder / "long.sweep")), self.of_run(scenario))

    def test_another_sweep_is_refused_until_restarted(self):
        self.succeed("sweep", self.scenario)
        for words in (["--axis", "params.bytes=8,16"], ["--set", "seed=2"], ["--backend", "memory"]):
            self.refuse("sweep", self.scenario, *words, expected="throw away what is there with --restart")
        renamed = self.file("other.json", json.dumps({**many_points(), "name": "other"}))
        self.refuse("sweep", renamed, "--out", "many.sweep", expected='(scenario "other"), got one of another ("many")')
        self.succeed("sweep", self.scenario, "--set", "seed=2", "--restart")
        self.assertEqual({row["seed"] for row in self.result()["rows"]}, {2})

    def test_a_profile_that_changed_makes_another_sweep(self):
        profile = {"schema": 1, "name": "mine", "description": "d", "extends": "dgx-h100-cx7"}
        mine = self.file("mine.json", json.dumps(profile))
        words = ["sweep", self.scenario, "--set", f"cluster.profile={mine}"]
        self.succeed(*words)
        self.succeed(*words)
        fetch = {"value": 900, "unit": "ns", "source": "this test", "grade": "estimated"}
        mine.write_text(json.dumps({**profile, "nic": {"wqe_fetch_ns": fetch}}), encoding="utf-8")
        self.refuse(*words, expected="whose points differ from these in a value")

    def test_two_at_once_do_not_share_a_folder(self):
        scenario = long_scenario(self)
        process = self.start(scenario, "--jobs", 1)
        self.wait_for_lines(1, self.folder / "long.sweep")
        self.refuse("sweep", scenario, expected=f"(process {process.pid}); wait for it or name another")
        process.send_signal(signal.SIGINT)

    def test_points_on_a_wall_clock_run_one_at_a_time(self):
        words = ["sweep", self.scenario, "--backend", "memory", "--set", "path.same_node=pointer"]
        single = self.file("single.json", json.dumps({**command.small_scenario(
            cluster={"nodes": 1, "gpus_per_node": 2, "profile": "dgx-h100-cx7"}, path="pointer",
            compare={"bytes": {"field": "params.bytes", "values": [8, 16, 32]}})}))
        self.refuse(*words, "--jobs", "2", expected="expected 1 on backend memory, which measures on the clock on the wall")
        self.succeed("sweep", single, "--backend", "memory")
        self.assertEqual([row["verified"] for row in self.result(self.folder / "single.sweep")["rows"]], [True] * 3)

    def test_what_makes_no_sense_is_refused_before_anything_is_made(self):
        self.refuse("sweep", self.scenario, "--axis", "params.bites=1,2", expected='did you mean "params.bytes"?')
        self.refuse("sweep", self.scenario, "--axis", "params.bytes=8..4", expected="range.to: expected 8 or more, got 4")
        self.refuse("sweep", self.scenario, "--set", "params.bytes=8", expected='axis "bytes" of')
        self.assertFalse(self.out.exists())
        self.refuse("sweep", self.scenario, "--out", self.scenario, expected="Not a directory")


if __name__ == "__main__":
    command.main()
