"""ginlab accuracy: what it prints. What it says of all figures is looked at in figures_test.py."""

import json
import re
import shlex
import unittest

import command
from accuracy_summary import cases, summary

page = (command.root / "docs" / "accuracy.md").read_text(encoding="utf-8")
small = ("accuracy", "--family", "small put")


class Accuracy(command.CommandTest):
    def test_cost_functions_are_summed_up_apart_from_runs(self):
        text = self.succeed("accuracy", "--family", "pcie accesses")
        self.assertIn("(pcie_reads, cost function pcie.read): us", text)
        self.assertRegex(text, r"(?m)^\| GPU loads from pinned host memory .*\| model, sets profile\.pcie\.\S+ +\|$")
        families = summary(text)
        self.assertEqual(families["pcie accesses"], families["all cost functions"])
        self.assertNotIn("all", families)
        self.assertNotIn("all cost functions", summary(self.succeed(*small)))

    def test_is_the_same_however_many_cores_there_are(self):
        self.assertEqual(self.succeed(*small), self.succeed(*small))
        self.assertEqual(self.succeed(*small, "--jobs", 1), self.succeed(*small, "--jobs", 3))

    def test_every_case_shows_both_values_and_the_difference(self):
        text = self.succeed("accuracy", "--family", "copy engine")
        self.assertRegex(text, r"(?m)^\| 16384 KiB +\| +16777216 \| +51\.49 \| +[\d.]+ \| +[+-][\d.]+ % \| prediction +\|$")

    def test_sums_are_those_of_the_cases(self):
        text = self.succeed("accuracy", "--family", "single accesses")
        off = sorted(abs(case.off) for case in cases(text))
        one = summary(text)["single accesses"]
        self.assertEqual(one.predictions + one.calibration, len(off))
        self.assertEqual(one.worst, off[-1])

    def test_left_out_nothing_is_set_and_what_was_set_is_predicted(self):
        pcie = ("accuracy", "--family", "pcie accesses")
        set_by, left_out = (cases(self.succeed(*pcie, *words)) for words in ([], ["--leave-out"]))
        self.assertEqual([case.id for case in set_by], [case.id for case in left_out])
        one = summary(self.succeed(*pcie, "--leave-out"))["pcie accesses"]
        self.assertEqual((one.predictions, one.calibration), (len(left_out), 0))
        loads = [case.predicted for case in set_by + left_out if case.id == "GPU loads from pinned host memory"]
        self.assertEqual(loads, [0.7, 1.0])

    def test_nvlinks_curves_are_summed_up_apart(self):
        text = self.succeed("accuracy", "--profile", "h200-nvlink")
        rows = summary(text)
        curves = sum(row.predictions for name, row in rows.items() if name.startswith("nvlink "))
        self.assertGreater(curves, 0)
        self.assertEqual(rows["all"].predictions - curves, rows["all but NVLink's curves"].predictions)

    def test_what_nothing_is_known_about_is_refused(self):
        self.refuse("accuracy", "--family", "nvlink lods", expected='did you mean "nvlink loads"')
        self.refuse("accuracy", "--family", "copy engine", "--profile", "laptop",
                    expected="expected a profile that figures of that family are about")
        self.refuse("accuracy", "--permute", "x", expected="--permute")
        self.refuse("accuracy", "--jobs", "none", expected="expected a whole number from 1 to 1024")


class Tables(command.CommandTest):
    """--tables DIR, with the tables of docs/accuracy.md."""

    def setUp(self):
        super().setUp()
        self.tables = {}
        (self.folder / "my-figures").mkdir()
        for name, text in re.findall(r"(?ms)^```json (\S+)\n(.*?)^```$", page):
            self.tables[name] = json.loads(text)
            self.file(name, text)

    def refuse_with(self, change, expected, name="my-figures/one-way.json"):
        table = json.loads(json.dumps(self.tables[name]))
        change(table)
        self.file(name, json.dumps(table))
        self.refuse("accuracy", "--tables", "my-figures", expected=f"{name}{expected}")
        self.file(name, json.dumps(self.tables[name]))

    def test_the_page_shows_what_the_command_prints(self):
        shown = re.findall(r"(?ms)^```console\n\$ ginlab ([^\n]*)\n(.*?)^```$", page)
        self.assertEqual(len(shown), 2)
        for words, text in shown:
            with self.subTest(words):
                self.assertEqual(self.succeed(*shlex.split(words)), text)

    def test_only_these_figures_are_summed_up(self):
        families = summary(self.succeed("accuracy", "--tables", "my-figures"))
        self.assertEqual(families["my one way"].predictions, 2)
        self.assertEqual(families["all"], families["my one way"])
        self.assertEqual(families["my reads"].predictions, 2)
        self.assertNotIn("small put", families)

    def test_a_constant_of_the_amount_shares_a_time(self):
        def one_way(*amount):
            table = {**self.tables["my-figures/one-way.json"], "amount": list(amount)}
            self.file("my-figures/one-way.json", json.dumps(table))
            return cases(self.succeed("accuracy", "--tables", "my-figures", "--family", "my one way"))[0].predicted
        self.assertAlmostEqual(one_way("params.count"), 2 * one_way("params.count", 2), delta=0.01)

    def test_a_wrong_file_is_refused_with_its_place(self):
        for change, expected in (
                (lambda t: t.update(figure="speed"), ': $.figure: expected time, rate or bandwidth, got "speed"'),
                (lambda t: t.update(amount=["params.cout"]), ", case by the GPU: $.amount: expected whole numbers, "),
                (lambda t: t.update(amount=[0]), ": $.amount[0]: expected a name or a whole number from 1 to "),
                (lambda t: t["cases"][1].update(expected=-1), ": $.cases[1].expected: expected a number above 0 "),
                (lambda t: t["cases"][1].update(at=["nccl-proxi", "proxy"]), ', case by the proxy: --set "stack=nccl-proxi": expected one of '),
                (lambda t: t["cases"][0].update(sets="profile.nic.nothing"), ": $.cases[0].sets: expected a number "),
                (lambda t: t.pop("source"), ": $.source: expected a value, got nothing"),
                (lambda t: t["scenario"]["params"].update(together=2), ", case by the GPU: $.params.together: expected 1 with any op but put"),
                (lambda t: t["scenario"]["params"].update(op="putt"), ", case by the GPU: $.scenario: $.params.op: ")):
            with self.subTest(expected):
                self.refuse_with(change, expected)
        self.refuse_with(lambda t: t.update(function="pcie.reed"), ": $.function: expected one of ",
                         "my-figures/reads.json")
        self.file("my-figures/one-way.json", "{")
        self.refuse("accuracy", "--tables", "my-figures", expected="my-figures/one-way.json:")

    def test_a_folder_without_tables_is_refused(self):
        self.refuse("accuracy", "--tables", "nowhere", expected='"nowhere": expected a folder with tables of figures')
        self.refuse("accuracy", "--tables", ".", "--family", "x", expected="small.json: ")


if __name__ == "__main__":
    command.main()
