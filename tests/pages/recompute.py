"""What a result says, worked out a second time from result.json alone, in fractions and without ginlab.

As a command: recompute.py RESULT.json PAGE.html prints where the page says otherwise; exit status 1 when it does.
"""

import json
import pathlib
import random
import sys
from dataclasses import dataclass, field
from fractions import Fraction


def nearest_rank(samples, percent):
    """The smallest sample that at least so many percent do not exceed."""
    return sorted(samples)[(percent * len(samples) + 99) // 100 - 1]


def p50(row):
    return nearest_rank(row["samples_ps"], 50)


def counts(row):
    """Rows without times or with wrong data decide nothing."""
    unchecked = row["payload"] == "phantom" and not row["mismatch"]
    return bool(row["samples_ps"]) and (row["verified"] or unchecked)


def level(a, b):
    return a == b or max(a, b) * 100 < min(a, b) * 105


def contestant(row):
    return next(iter(row["axes"].values()), "")


def place(row):
    return tuple(list(row["axes"].items())[1:])


@dataclass
class Outcome:
    """Who came out where in one place."""

    times: dict
    rows: dict
    leaders: list = field(default_factory=list)

    def __post_init__(self):
        best = min(self.times.values())
        self.leaders = [name for name, time in self.times.items() if level(time, best)]

    @property
    def best(self):
        return min(self.times.values())

    @property
    def trailing(self):
        return [name for name in self.times if name not in self.leaders]

    def cause(self, name):
        """The item that the contestant spends most more on than the fastest; None where that explains nothing."""
        fastest = next(row for other, row in self.rows.items() if self.times[other] == self.best)
        gaps = {}
        for row, sign in ((self.rows[name], 1), (fastest, -1)):
            for item in row["critical_path"]:
                gaps[item["item"]] = gaps.get(item["item"], 0) + sign * item["time_ps"]
        if not fastest["critical_path"] or sum(gaps.values()) <= 0:
            return None
        most = max(gaps.values())
        return {item for item, gap in gaps.items() if gap == most}


def outcomes(result):
    """place -> Outcome, for places in which at least two contestants were measured."""
    groups = {}
    for row in result["rows"]:
        if counts(row):
            groups.setdefault(place(row), {})[contestant(row)] = row
    return {where: Outcome({name: p50(row) for name, row in rows.items()}, rows)
            for where, rows in groups.items() if len(rows) > 1}


@dataclass
class Crossing:
    axis: str
    elsewhere: tuple
    leader: str
    next_leader: str
    before: str
    after: str
    points: list  # of (value, outcome), from before to after

    def zeros(self, times=p50):
        """Where straight lines between the points have both equal; None in it where they stay so for a stretch."""
        gaps = [(value, times(outcome.rows[self.next_leader]) - times(outcome.rows[self.leader]))
                for value, outcome in self.points
                if self.leader in outcome.rows and self.next_leader in outcome.rows]
        found = {value for value, gap in gaps if gap == 0}
        for (x, gap), (next_x, next_gap) in zip(gaps, gaps[1:]):
            if gap == 0 and next_gap == 0:
                found.add(None)
            elif gap * next_gap < 0:
                found.add(x + (next_x - x) * Fraction(gap, gap - next_gap))
        return found if gaps and gaps[0][1] > 0 > gaps[-1][1] else set()

    def spreads(self):
        return any(len(set(outcome.rows[name]["samples_ps"])) > 1 for _, outcome in self.points
                   for name in (self.leader, self.next_leader) if name in outcome.rows)

    def resampled(self, rounds=1000):
        """How many of 1,000 resamples cross between before and after; another generator than ginlab's."""
        chance = random.Random(1)

        def redrawn(row):
            samples = row["samples_ps"]
            return nearest_rank(chance.choices(samples, k=len(samples)), 50)

        return sum(bool(self.zeros(redrawn)) for _ in range(rounds)) * 1000 // rounds


def is_number(text):
    return text.replace(".", "", 1).isdigit() and not text.startswith(".")


@dataclass
class Course:
    """One numeric axis at one place of the others: rising values, each with its outcome."""

    axis: str
    elsewhere: tuple
    line: list

    def crossings(self):
        found = []
        led = None  # index of the last point with a single leader
        for i, (value, outcome) in enumerate(self.line):
            if len(outcome.leaders) > 1:
                continue
            before = self.line[led][1].leaders[0] if led is not None else None
            if before not in (None, outcome.leaders[0]):
                points = [(Fraction(each), other) for each, other in self.line[led : i + 1]]
                found.append(Crossing(self.axis, self.elsewhere, before, outcome.leaders[0], self.line[led][0], value, points))
            led = i
        return found

    def leaders(self):
        return {outcome.leaders[0] for _, outcome in self.line if len(outcome.leaders) == 1}


def courses(result):
    found = []
    all_outcomes = outcomes(result)
    for axis in [name for name, _ in next(iter(all_outcomes), ())]:
        if not all(is_number(dict(where)[axis]) for where in all_outcomes):
            continue
        lines = {}
        for where, outcome in all_outcomes.items():
            elsewhere = tuple(pair for pair in where if pair[0] != axis)
            lines.setdefault(elsewhere, []).append((dict(where)[axis], outcome))
        for elsewhere, line in lines.items():
            line.sort(key=lambda stop: Fraction(stop[0]))
            if Fraction(line[0][0]) != Fraction(line[-1][0]):
                found.append(Course(axis, elsewhere, line))
    return found


def main():
    import page_check  # It needs this file's names.
    import page_reader

    result, page = (pathlib.Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])
    complaints = page_check.complaints(json.loads(result), page_reader.Page(page))
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
