"""Every published and measured figure: what is said to be right is right by more than chance. Takes a minute."""

import re
import unittest

import command
from accuracy_summary import summary

# Families whose bounds are promised (models/validation/README.md): median, 90th percentile of the absolute error, order.
promised = ("nvlink loads", "nvlink stores", "nvlink put", "nvlink get", "copy engine")


class Figures(command.CommandTest):
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


if __name__ == "__main__":
    command.main()
