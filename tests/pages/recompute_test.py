"""Pages of real results, and of results that were changed on purpose, held against recompute.py.

usage: recompute_test.py GINLAB
"""

import copy
import json
import pathlib
import random
import re
import sys
import unittest

import page_check
import page_reader
import recompute

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import command  # noqa: E402

library = command.root / "scenarios" / "library"
# A lead that changes, one that depends on another axis, three and four contestants, level ones, a single row.
scenarios = ["pointer_against_get", "ring_rate", "quickstart", "signalling_ib", "moe_skew", "iommu_modes",
             "single_put_libraries", "proxy_against_gpu_size"]

# What makes a row this run's and not another's; the rest is where it stands.
measured = ["samples_ps", "p50_ps", "p99_ps", "max_ps", "critical_path", "critical_path_total_ps", "bound_ps", "bound_by",
            "phases", "nics", "pe_traffic", "by_path", "by_link", "counters"]


def exchange(result):
    """The same result with the data of the first two contestants exchanged."""
    result = copy.deepcopy(result)
    first, second = list(dict.fromkeys(recompute.contestant(row) for row in result["rows"]))[:2]
    rows = {(recompute.contestant(row), recompute.place(row)): row for row in result["rows"]}
    for (name, place), row in rows.items():
        if name == first and (second, place) in rows:
            other = rows[second, place]
            for key in measured:
                row[key], other[key] = other[key], row[key]
    return result


def equalise(result):
    """The same result with everybody's data that of the first contestant."""
    result = copy.deepcopy(result)
    base = {}
    for row in result["rows"]:
        for key in measured:
            row[key] = base.setdefault(recompute.place(row), row)[key]
    return result


def retimed(result, samples_of):
    """The same result with other samples, explained by nothing."""
    result = copy.deepcopy(result)
    for row in result["rows"]:
        row["samples_ps"] = samples_of(row)
        row["p50_ps"] = recompute.p50(row)
        row["p99_ps"] = recompute.nearest_rank(row["samples_ps"], 99)
        row["max_ps"] = max(row["samples_ps"])
        row.update(critical_path=[], critical_path_total_ps=0, bound_ps=0, bound_by="")
    return result


class Recompute(command.CommandTest):
    def ran(self, scenario, *words):
        return json.loads(self.succeed("run", library / f"{scenario}.json", "--json", *words))

    def page(self, result):
        """The page that ginlab makes of a result, whatever stands in it."""
        self.file("result.json", json.dumps(result))
        self.succeed("report", "result.json", "--out", "pages")
        return page_reader.Page((self.folder / "pages" / f"{result['scenario']}.html").read_text(encoding="utf-8"))

    def agreed(self, result):
        """The page, which says what the result says and nothing else."""
        page = self.page(result)
        self.assertEqual(page_check.complaints(result, page), [])
        return page

    def sentences(self, page):
        return [sentence.text for sentence in page.verdict]

    def test_pages_say_what_their_results_say(self):
        passings = 0
        for scenario in scenarios:
            with self.subTest(scenario):
                page = self.agreed(self.ran(scenario))
                passings += sum("lead passes" in text for text in self.sentences(page))
        self.assertGreaterEqual(passings, 3)

    def test_exchanged_data_turns_the_sentences_around(self):
        for scenario in scenarios[:2]:
            with self.subTest(scenario):
                result = self.ran(scenario)
                before = self.sentences(self.agreed(result))
                after = self.sentences(self.agreed(exchange(result)))
                first, second = (f"`{name}`" for name in dict.fromkeys(map(recompute.contestant, result["rows"])))

                turned = [second.join(part.replace(second, first) for part in text.split(first)) for text in before]
                # Who are level are named in their own order.
                level = [text.replace(f"{second} and {first}", f"{first} and {second}") for text in turned]
                self.assertNotEqual(before, after)
                self.assertEqual(level, after)

    def test_equal_data_is_no_difference(self):
        for scenario in scenarios[:3]:
            with self.subTest(scenario):
                texts = self.sentences(self.agreed(equalise(self.ran(scenario))))
                self.assertEqual(len(texts), 1)
                self.assertIn("no difference to the picosecond", texts[0])

    def test_samples_that_spread_cross_as_often_as_another_generator_finds(self):
        base = self.ran("pointer_against_get")
        for clock in ("virtual", "wall"):
            for percent in (0, 3, 30, 80):
                with self.subTest(clock=clock, percent=percent):
                    chance = random.Random(percent)

                    def samples_of(row):
                        middle = recompute.p50(row)
                        return [middle + middle * chance.randint(-percent, percent) // 100 for _ in range(9)]

                    self.agreed({**retimed(base, samples_of), "clock": clock})

    def test_random_times_are_told_right(self):
        base = self.ran("ring_rate")
        chance = random.Random(5)
        for _ in range(12):
            # Few values, so that many are equal or level.
            self.agreed(retimed(base, lambda _: [chance.choice([1000, 1000, 1020, 1040, 1100, 2000]) * 1000] * 3))

    def test_a_page_that_lies_is_found_out(self):
        # One sentence for each side and one where they cross, so that a lie about it is nowhere told right.
        result = self.ran("pointer_against_get", "--set", "compare.rows=null", "--set", "compare.agents=null")
        self.page(result)
        truth = (self.folder / "pages" / "pointer_against_get.html").read_text(encoding="utf-8")
        ahead = re.search(r"[0-9.]+ times for passes 1", truth)[0]
        lies = [("beats", "resembles"), ("for passes 1;", "for passes 2;"), (ahead, "1" + ahead),
                ("between 1 and 2", "between 2 and 3"), ("at about passes 1", "at about passes 2"),
                ("for certain", "by p50 alone"), ("var(--part-", "var(--part-of-nothing-"), (f'data-value="{result["rows"][0]["p50_ps"]}"', 'data-value="7"')]
        for old, new in lies:
            with self.subTest(old):
                self.assertIn(old, truth)
                page = page_reader.Page(truth.replace(old, new))
                self.assertNotEqual(page_check.complaints(result, page), [])
        other = copy.deepcopy(result)
        other["rows"][0]["critical_path"][0]["time_ps"] += 1
        self.assertNotEqual(page_check.complaints(other, page_reader.Page(truth)), [])


if __name__ == "__main__":
    command.binary = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
