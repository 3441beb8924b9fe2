"""ginlab accuracy: what it prints, and that the families which are said to be right are right by more than chance."""

import re
import unittest

import command

# Families whose bounds are promised (models/README.md): median, 90th percentile of the absolute error, order.
promised = ("nvlink loads", "nvlink stores", "nvlink put", "nvlink get", "copy engine", "expert combine")


def summary(text):
    """{name: (predictions, calibration, median, 90th percentile, in order)} of the rows that end in percentages."""
    row = r"(?m)^\| ([^|]+?) +\| +(\d+) \| +(\d+) \| +([\d.]+) % \| +([\d.]+) % \| +(?:([\d.]+) % of \d+|-) \|$"
    return {m[0]: (int(m[1]), int(m[2]), float(m[3]), float(m[4]), float(m[5] or 100)) for m in re.findall(row, text)}


class Accuracy(command.CommandTest):
    def family(self, name, *words):
        """The promised family's row of the summary; by itself it takes a tenth of the time."""
        return summary(self.succeed("accuracy", "--family", name, *words))[name]

    def test_promised_families_are_within_their_bounds(self):
        for name in promised:
            predictions, calibration, median, p90, order = self.family(name)
            with self.subTest(name):
                self.assertLessEqual(calibration * 3, predictions + calibration, "calibration is a third at most")
                self.assertLessEqual(median, 15)
                self.assertLessEqual(p90, 40)
                self.assertGreaterEqual(order, 95)

    def test_shuffled_figures_are_far_outside_of_them(self):
        for name in promised:
            for seed in (1, 2):
                _, _, median, p90, order = self.family(name, "--permute", seed)
                with self.subTest(name, seed=seed):
                    self.assertGreater(median, 15)
                    self.assertGreater(p90, 80)
                    self.assertLess(order, 80)

    def test_every_figure_can_be_run_and_is_summed_up_once(self):
        text = self.succeed("accuracy")
        families = summary(text)
        self.assertLessEqual(set(promised), set(families))
        self.assertGreaterEqual(families["all"][0], 100)
        self.assertEqual(len(re.findall(r"(?m)\| prediction +\|$", text)), families["all"][0])
        self.assertEqual(len(re.findall(r"(?m)\| sets (?:profile|stack)\.\S+ +\|$", text)), families["all"][1])

    def test_cost_functions_are_summed_up_apart_from_runs(self):
        text = self.succeed("accuracy", "--family", "pcie reads")
        self.assertIn("(pcie_reads, cost function pcie.read): us", text)
        self.assertRegex(text, r"(?m)^\| NIC reads GPU memory at another socket .*\| model, sets profile\.pcie\.\S+ +\|$")
        families = summary(text)
        self.assertEqual(families["pcie reads"], families["all cost functions"])
        self.assertNotIn("all", families)
        self.assertNotIn("all cost functions", summary(self.succeed("accuracy", "--family", "small put")))

    def test_twice_is_the_same(self):
        words = ("accuracy", "--family", "small put")
        self.assertEqual(self.succeed(*words), self.succeed(*words))

    def test_every_case_shows_both_values_and_the_difference(self):
        text = self.succeed("accuracy", "--family", "copy engine")
        self.assertRegex(text, r"(?m)^\| 16384 KiB +\| +16777216 \| +51\.49 \| +[\d.]+ \| +[+-][\d.]+ % \| prediction \|$")

    def test_what_nothing_is_known_about_is_refused(self):
        self.refuse("accuracy", "--family", "nvlink lods", expected='did you mean "nvlink loads"')
        self.refuse("accuracy", "--family", "copy engine", "--profile", "laptop",
                    expected="expected a profile that figures are about")
        self.refuse("accuracy", "--permute", "x", expected="--permute")


if __name__ == "__main__":
    command.main()
