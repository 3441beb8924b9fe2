"""ginlab accuracy: what it prints. What it says of all figures is looked at in figures_test.py."""

import unittest

import command
from accuracy_summary import summary


class Accuracy(command.CommandTest):
    def test_cost_functions_are_summed_up_apart_from_runs(self):
        text = self.succeed("accuracy", "--family", "pcie accesses")
        self.assertIn("(pcie_reads, cost function pcie.read): us", text)
        self.assertRegex(text, r"(?m)^\| GPU loads from pinned host memory .*\| model, sets profile\.pcie\.\S+ +\|$")
        families = summary(text)
        self.assertEqual(families["pcie accesses"], families["all cost functions"])
        self.assertNotIn("all", families)
        self.assertNotIn("all cost functions", summary(self.succeed("accuracy", "--family", "small put")))

    def test_twice_is_the_same(self):
        words = ("accuracy", "--family", "small put")
        self.assertEqual(self.succeed(*words), self.succeed(*words))

    def test_every_case_shows_both_values_and_the_difference(self):
        text = self.succeed("accuracy", "--family", "copy engine")
        self.assertRegex(text, r"(?m)^\| 16384 KiB +\| +16777216 \| +51\.49 \| +[\d.]+ \| +[+-][\d.]+ % \| prediction +\|$")

    def test_what_nothing_is_known_about_is_refused(self):
        self.refuse("accuracy", "--family", "nvlink lods", expected='did you mean "nvlink loads"')
        self.refuse("accuracy", "--family", "copy engine", "--profile", "laptop",
                    expected="expected a profile that figures of that family are about")
        self.refuse("accuracy", "--permute", "x", expected="--permute")


if __name__ == "__main__":
    command.main()
