"""ginlab run --seeds: stops at the first seed at which a row goes wrong, and says lines that run it again."""

import json
import shlex

import command

wrong = ["--set", "test.flip_payload=1"]


class Seeds(command.CommandTest):
    def lines_to_run(self, text):
        """The words behind the command's own of each line that it says how to run something by."""
        said = [line.split(": ", 2) for line in text.splitlines() if line.startswith("ginlab: to run ")]
        words = [shlex.split(line[2]) for line in said]
        self.assertEqual([line[0] for line in words], [command.binary] * len(words))
        return [line[1:] for line in words]

    def test_says_how_many_were_right(self):
        for rules in ("machine", "contract"):
            done = self.call("run", self.scenario, "--adversary", rules, "--seeds", "5", "--jobs", "2")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "seeds 1 to 5 of 2 rows: all right\n", ""))

    def test_says_that_nothing_came_late(self):
        done = self.call("run", self.scenario, "--seeds", "2", "--jobs", "2")
        self.assertEqual(done.returncode, 0)
        self.assertIn("seeds 1 to 2 of 2 rows: all right; nothing came late: --adversary contract ", done.stdout)

    def test_says_that_no_data_was_compared(self):
        done = self.call("run", self.scenario, "--adversary", "contract", "--seeds", "2", "--set", "payload=phantom")
        self.assertEqual((done.returncode, done.stdout),
                         (0, "seeds 1 to 2 of 2 rows: all right; no data was compared where the payload is phantom\n"))

    def test_the_lines_it_says_run_what_went_wrong(self):
        done = self.call("run", self.scenario, *wrong, "--adversary", "machine", "--seeds", "5")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Aginlab: seed 1, row path=gpu: wrong data: PE \d+: ")
        again, shorter = self.lines_to_run(done.stderr)
        self.assertIn("compare=null", again)
        self.assertGreater(len(shorter), len(again))
        for line in (again, shorter):
            self.assertEqual(self.call(*line).returncode, 1)

    def test_shortens_all_but_what_set_says(self):
        larger = self.file("larger.json", json.dumps(command.small_scenario(launch={"agents": 2, "scope": "warp"})))
        for said, kept in ([], "launch.agents=1"), (["--set", "launch.agents=2"], "launch.agents=2"):
            done = self.call("run", larger, *wrong, *said, "--seeds", "1")
            shorter = self.lines_to_run(done.stderr)[1]
            self.assertEqual([word for word in shorter if word.startswith("launch.agents")], [kept])

    def test_stops_at_the_same_seed_whoever_runs_how_many(self):
        first = ["run", self.scenario, *wrong, "--seeds", "3", "--seed", "7"]
        self.assertEqual(self.call(*first, "--jobs", "1").stderr, self.call(*first, "--jobs", "3").stderr)
        self.assertIn("seed 7, ", self.call(*first).stderr)

    def test_is_no_report(self):
        for words in (["--json"], ["--out", "here"], ["--junit", "j.xml"]):
            done = self.call("run", self.scenario, "--seeds", "3", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{words[0]}: expected none with --seeds", done.stderr)

    def test_what_cannot_run_is_refused(self):
        done = self.call("run", self.scenario, "--seeds", "3", "--adversary", "contract", "--backend", "memory")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("test.adversary: expected none on backend memory", done.stderr)


class Late(command.CommandTest):
    def test_has_no_times(self):
        text = self.succeed("run", self.scenario, "--adversary", "contract")
        self.assertIn("Adversary(contract)", text)
        self.assertNotIn(" us ", text)

    def test_can_be_traced(self):
        for rules in ("machine", "contract"):
            for seed in range(1, 9):
                self.succeed("run", self.scenario, "--quiet", "--adversary", rules, "--seed", seed, "--trace", "t.json")

    def test_equal_seeds_are_equal_runs(self):
        run = ["run", self.scenario, "--adversary", "machine", "--golden"]
        self.succeed(*run, "a.json")
        self.succeed(*run, "b.json")
        self.assertEqual((self.folder / "a.json").read_bytes(), (self.folder / "b.json").read_bytes())


if __name__ == "__main__":
    command.main()
