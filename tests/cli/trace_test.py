"""--trace: what is written where, and what is refused. What is in a trace: tests/trace."""

import json

import command


class Trace(command.CommandTest):
    def test_the_name_decides_the_format(self):
        for name in ("run.pftrace", "run.perfetto-trace", "run.json"):
            self.succeed("run", self.scenario, "--quiet", "--trace", name)
        self.assertEqual((self.folder / "run.pftrace").read_bytes(), (self.folder / "run.perfetto-trace").read_bytes())
        trace = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        processes = {event["args"]["name"] for event in trace["traceEvents"] if event["name"] == "process_name"}
        self.assertLessEqual({"path=gpu: PE 0", "path=proxy: PE 1", "path=gpu: NIC 0.0 (PE 0, rail 0)"}, processes)

    def test_answers_and_results_stay_what_they_are(self):
        without = json.loads(self.succeed("run", self.scenario, "--json"))
        recorded = json.loads(self.succeed("run", self.scenario, "--json", "--trace", "run.json"))
        self.assertEqual(without["rows"], recorded["rows"])

    def test_only_some_pes(self):
        self.succeed("run", self.scenario, "--quiet", "--trace", "run.json", "--trace-pes", "1")
        text = (self.folder / "run.json").read_text(encoding="utf-8")
        self.assertIn("PE 1", text)
        self.assertNotIn(": PE 0", text)

    def test_what_is_left_out_is_said(self):
        done = self.call("run", self.scenario, "--quiet", "--trace", "run.json", "--trace-events", "20")
        self.assertEqual(done.returncode, 0)
        complaint, = self.complained(done)
        self.assertRegex(complaint, r'\Aginlab: --trace "run.json": \d+ events left out, 20 written; [^\n]+\Z')
        self.assertIn("events are left out", (self.folder / "run.json").read_text(encoding="utf-8"))

    def test_what_cannot_be_is_refused(self):
        def refuse(*words, expected):
            self.refuse("run", self.scenario, *words, expected=expected)
            self.assertFalse((self.folder / "run.json").exists())

        refuse("--trace", "run.txt", expected="expected a name that ends in .pftrace, .perfetto-trace or .json")
        refuse("--trace", "run.json", "--backend", "memory", expected="use --backend emulated")
        refuse("--trace", "run.json", "--trace-pes", "0-", expected="expected PEs and ranges of them")
        refuse("--trace", "run.json", "--trace-pes", "1,2", expected="expected PEs below 2, got 2")
        refuse("--trace", "run.json", "--trace-pes", "1-0", expected="from low to high")
        refuse("--trace", "run.json", "--trace-events", "0", expected="expected a whole number")
        refuse("--trace-pes", "0", expected="--trace-pes requires --trace")
        refuse("--trace", "missing/run.json", expected="expected a place to write to")


if __name__ == "__main__":
    command.main()
