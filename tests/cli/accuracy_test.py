"""ginlab accuracy: what it prints, and that the families which are said to be right are right by more than chance."""

import re
import unittest

import command

# Families whose bounds are promised (models/README.md): median, 90th percentile of the absolute error, order.
promised = ("nvlink loads", "nvlink stores", "nvlink put", "nvlink get")


def summary(text):
    """{name: (predictions, calibration, median, 90th percentile, in order)} of the rows that end in percentages."""
    row = r"(?m)^\| ([^|]+?) +\| +(\d+) \| +(\d+) \| +([\d.]+) % \| +([\d.]+) % \| +(?:([\d.]+) % of \d+|-) \|$"
    return {m[0]: (int(m[1]), int(m[2]), float(m[3]), float(m[4]), float(m[5] or 100)) for m in re.findall(row, text)}


class Accuracy(command.CommandTest):
    def test_promised_families_are_within_their_bounds(self):
        families = summary(self.succeed("accuracy"))
        for name in promised:
            predictions, calibration, median, p90, order = families[name]
            with self.subTest(name):
                self.assertLessEqual(calibration * 3, predictions + calibration, "calibration is a third at most")
                self.assertLessEqual(median, 15)
                self.assertLessEqual(p90, 40)
                self.assertGreaterEqual(order, 95)

    def test_shuffled_figures_are_far_outside_of_them(self):
        for seed in (1, 2, 3):
            families = summary(self.succeed("accuracy", "--permute", seed))
            for name in promised:
                with self.subTest(name, seed=seed):
                    self.assertGreater(families[name][2], 15)
                    self.assertGreater(families[name][3], 80)
                    self.assertLess(families[name][4], 80)

    def test_twice_is_the_same(self):
        self.assertEqual(self.succeed("accuracy"), self.succeed("accuracy"))

    def test_every_case_shows_both_values_and_the_difference(self):
        text = self.succeed("accuracy", "--family", "copy engine")
        self.assertRegex(text, r"(?m)^\| 16384 KiB +\| +16777216 \| +51\.49 \| +[\d.]+ \| +[+-][\d.]+ % \| prediction \|$")

    def test_one_machine_or_family_only(self):
        self.assertEqual(set(summary(self.succeed("accuracy", "--profile", "dgx-h100-cx7")))
                         & set(promised), set())
        self.assertIn("copy engine", summary(self.succeed("accuracy", "--family", "copy engine")))

    def test_what_nothing_is_known_about_is_refused(self):
        self.refuse("accuracy", "--family", "nvlink lods", expected='did you mean "nvlink loads"')
        self.refuse("accuracy", "--profile", "laptop", expected="expected a profile that figures are about")
        self.refuse("accuracy", "--permute", "x", expected="--permute")


if __name__ == "__main__":
    command.main()
