"""The progress bar: there for a person who waits, and for nobody else."""

import json
import os
import pty
import re
import subprocess
import time

import command


class Terminal(command.CommandTest):
    def scenario_of_seconds(self, seconds):
        """Long enough on whatever machine and build this is."""
        def scenario(iterations):
            measure = {"warmup": 0, "iterations": iterations}
            params = {"bytes": 64, "chunks": 64}
            return self.file("long.json", json.dumps(command.small_scenario(measure=measure, params=params)))

        iterations, took = 25, 0.0
        while took < 0.4 and iterations < 25000:
            iterations *= 4
            start = time.monotonic()
            self.succeed("run", scenario(iterations), "--quiet")
            took = time.monotonic() - start
        return scenario(min(100000, int(iterations * seconds / took)))

    def watch(self, *words):
        """What a terminal on standard error gets, as (seconds since the start, bytes), and the seconds in all."""
        terminal, other_end = pty.openpty()
        start = time.monotonic()
        process = subprocess.Popen([command.binary, *map(str, words)], stdout=subprocess.DEVNULL, stderr=other_end)
        os.close(other_end)
        seen = []
        while True:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # Linux reports the last other end closing as an error of reading.
                break
            if not chunk:
                break
            seen.append((time.monotonic() - start, chunk))
        os.close(terminal)
        self.assertEqual(process.wait(timeout=command.patience), 0)
        return seen, time.monotonic() - start

    def watch_for_long(self, seconds, words_for):
        """What a terminal gets of words_for(scenario), when that takes long enough to be drawn more than once: how long
        is guessed from a run before, during which others may have had the machine."""
        while True:
            seen, took = self.watch(*words_for(self.scenario_of_seconds(seconds)))
            if len(seen) > 3 or seconds > 100:
                return seen, took, b"".join(chunk for _, chunk in seen).decode()
            seconds *= 4

    def test_a_long_run_shows_its_progress_and_clears_it(self):
        seen, seconds, text = self.watch_for_long(4, lambda scenario: ["run", scenario])
        self.assertGreaterEqual(seen[0][0], 1.0)
        lines = text.split("\r\x1b[K")
        self.assertEqual((lines[0], lines[-1]), ("", ""))
        for line in lines[1:-1]:
            self.assertRegex(line, r"^\[#*\.*\] +\d+ %, row [12] of 2, \d+ s(, about [^,]+ left)?$")
            self.assertLess(len(line), 80)
        self.assertLessEqual(len(lines) - 2, 10 * seconds + 1)
        percents = [int(percent) for percent in re.findall(r"(\d+) %", text)]
        self.assertEqual(percents, sorted(percents))
        self.assertGreater(percents[-1], percents[0])

    def test_a_long_sweep_shows_what_is_done_and_what_is_left(self):
        seen, _, text = self.watch_for_long(1, lambda scenario: [
            "sweep", scenario, "--axis", "seed=1..8", "--jobs", "2", "--out", self.folder / "out", "--restart"])
        lines = text.split("\r\x1b[K")
        self.assertGreaterEqual(seen[0][0], 1.0)
        self.assertEqual(lines[0], "")
        self.assertRegex(lines[-1], r"\A(ginlab: wrote [^\r\n]+\r\n){3}\Z")
        for line in lines[1:-1]:
            self.assertRegex(line, r"^\[#*\.*\] +\d+ %, \d+ done, \d+ left, \d+ s(, about \d+ \S+( \S+ s)? to go)?$")
        done = [int(count) for count in re.findall(r"(\d+) done", " ".join(lines))]
        self.assertEqual(done, sorted(done))
        self.assertGreater(done[-1], done[0])

    def read_by_a_person(self, *words):
        """What a terminal on standard output gets."""
        terminal, other_end = pty.openpty()
        process = subprocess.Popen([command.binary, *map(str, words)], stdout=other_end, stderr=subprocess.PIPE)
        os.close(other_end)
        text = b""
        while True:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            text += chunk
        os.close(terminal)
        self.assertEqual((process.communicate(timeout=command.patience)[1], process.returncode), (b"", 0))
        return text.decode().replace("\r\n", "\n")

    def test_a_person_gets_verdict_and_comparison_and_how_to_see_the_rest(self):
        whole = self.succeed("run", self.scenario)
        shown = self.read_by_a_person("run", self.scenario)
        brief, last = shown.rstrip("\n").rsplit("\n", 1)
        self.assertTrue(whole.startswith(brief.rstrip("\n")), shown)
        self.assertIn("## Comparison", brief)
        self.assertNotIn("## Where the time went", shown)
        self.assertIn("## Where the time went", whole)
        self.assertRegex(last, r"^Where the time went, .*`\| less` or `--report FILE\.html`\.$")
        as_json = json.loads(self.read_by_a_person("run", self.scenario, "--json"))
        self.assertEqual(as_json["digest"], json.loads(self.succeed("run", self.scenario, "--json"))["digest"])

    def test_a_short_run_shows_nothing(self):
        self.assertEqual(self.watch("run", self.scenario)[0], [])

    def test_quiet_and_pipes_show_nothing(self):
        scenario = self.scenario_of_seconds(2)
        self.assertEqual(self.watch("run", scenario, "--json", "--quiet")[0], [])
        self.assertEqual(self.watch("sweep", scenario, "--quiet", "--out", self.folder / "out")[0], [])
        json.loads(self.succeed("run", scenario, "--json"))


if __name__ == "__main__":
    command.main()
