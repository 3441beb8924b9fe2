"""Holds a page against what recompute.py finds: every sentence, ratio and sum, and that none is missing."""

import re
from fractions import Fraction

import recompute

_factor = r"(?P<low>[\d.]+)(?: to (?P<high>[\d.]+))? times"
_beats = re.compile(rf"(?P<leaders>`[^`]+`) beats (?P<name>`[^`]+`) {_factor}(?: for (?P<where>[^;]*?))?"
                    r"(?:; (?P<reason>.*))?\.")
_best = re.compile(r"(?P<leaders>`.*`) (?:is best|are level and best)(?: for (?P<where>.*))?\.")
_level = re.compile(r"(?P<leaders>`.*`) are level(?: for (?P<where>.*))?: (?P<apart>p50 within 5 %"
                    r"|no difference to the picosecond)\.")
_takes = re.compile(rf"(?P<name>`[^`]+`) takes {_factor} as long(?:; (?P<reason>.*))?\.")
_passes = re.compile(
    r"(?:With (?P<where>.*), t|T)he lead passes from (?P<leader>`[^`]+`) to (?P<next>`[^`]+`) "
    r"(?:at about (?P<axis>\S+) (?P<low>[\d.]+)(?: to (?P<high>[\d.]+))?, )?between (?:(?P<on>\S+) )?"
    r"(?P<before>[\d.]+) and (?P<after>[\d.]+) (?P<sure>for certain|by p50 alone|in (?P<turned>[\d,]+) of 1,000 "
    r"resamples(?:, nine of ten of these between (?P<from>[\d.]+) and (?P<to>[\d.]+))?)"
    r"(?P<untold>; where in between cannot be told)?\.")

_stays = re.compile(r"(?:With (?P<where>.*), a|A)long (?P<axis>\S+) (?P<first>[\d.]+) to (?P<last>[\d.]+) nobody "
                    r"(?:leads alone|passes (?P<leader>`[^`]+`)): there is no crossover\.")


def rounds_to(exact, text):
    """The text is the exact value to as many digits as it has."""
    decimals = len(text.partition(".")[2])
    return abs(Fraction(text) - exact) <= Fraction(1, 2 * 10**decimals)


class Check:
    def __init__(self, result, page):
        self.result, self.page = result, page
        self.outcomes = recompute.outcomes(result)
        self.courses = recompute.courses(result)
        self.axes = list(result["rows"][0]["axes"]) if result["rows"] else []
        self.found = []

    def complain(self, text):
        self.found.append(text)

    def names(self, text):
        """Contestants between backquotes; "bytes 8" is the 8 of axis bytes."""
        names = re.findall(r"`([^`]+)`", text)
        return [name.removeprefix(f"{self.axes[0]} ") if recompute.is_number(name.split(" ")[-1]) else name
                for name in names]

    def values(self, axis):
        seen = []
        for row in self.result["rows"]:
            if row["axes"][axis] not in seen:
                seen.append(row["axes"][axis])
        return seen

    def one_axis(self, axis, text):
        values = self.values(axis)
        first, joint, last = text.partition(" to ")
        if joint and first in values and last in values:
            return values[values.index(first) : values.index(last) + 1]
        return [value for value in re.split(r", | and ", text) if value in values]

    def where(self, text, axes):
        """Predicate for the places that "bytes 8 to 64, scope thread and warp" means."""
        if not text:
            return lambda place: True
        starts = sorted((match.start(), axis) for axis in axes for match in re.finditer(rf"(?:^|, ){re.escape(axis)} ", text))
        allowed = {}
        for (start, axis), end in zip(starts, [start for start, _ in starts[1:]] + [len(text)]):
            allowed[axis] = self.one_axis(axis, text[start:end].removeprefix(", ")[len(axis) + 1 :])
        return lambda place: all(value in allowed.get(axis, [value]) for axis, value in place)

    def all(self):
        told = {}
        passings = []
        for sentence in self.page.verdict:
            if match := _passes.fullmatch(sentence.text):
                passings.append(match)
            elif match := _beats.fullmatch(sentence.text) or _best.fullmatch(sentence.text) or _level.fullmatch(sentence.text):
                self.claim(sentence, match, told)
            elif self.outcomes and not sentence.text.startswith("WRONG DATA"):
                self.complain(f"a sentence that nobody understands: {sentence.text}")
        for place in self.outcomes:
            if told.get(place, 0) != 1:
                self.complain(f"{place}: expected one verdict, the page has {told.get(place, 0)}")
        self.crossings(passings)
        self.all_crossovers()
        self.table()
        self.critical_path()
        if self.page.no_colours:
            self.complain(f"expected each colour to be one of the style's, the page uses {self.page.no_colours}")
        return self.found

    def claim(self, sentence, match, told):
        belongs = self.where(match["where"], self.axes[1:])
        places = [place for place in self.outcomes if belongs(place)]
        trailing = [match] if match.re is _beats else [_takes.fullmatch(detail) for detail in sentence.details]
        if None in trailing or not places:
            self.complain(f"a sentence that means nothing: {sentence.text} {sentence.details}")
            return
        for place in places:
            told[place] = told.get(place, 0) + 1
            outcome = self.outcomes[place]
            if outcome.leaders != self.names(match["leaders"]):
                self.complain(f"{place}: expected {outcome.leaders} to lead, the page says: {sentence.text}")
            if sorted(outcome.trailing) != sorted(name for each in trailing for name in self.names(each["name"])):
                self.complain(f"{place}: expected {outcome.trailing} to trail, the page says: {sentence.text}")
        if self.found:
            return
        for each in trailing:
            self.factor(each, [self.outcomes[place] for place in places])
        if match.re is _level:
            equal = all(len(set(self.outcomes[place].times.values())) == 1 for place in places)
            if equal != match["apart"].startswith("no difference"):
                self.complain(f"expected {'no' if equal else 'a'} difference, the page says: {sentence.text}")

    def factor(self, match, outcomes):
        (name,) = self.names(match["name"])
        ratios = sorted(Fraction(outcome.times[name], outcome.best) for outcome in outcomes)
        if not (rounds_to(ratios[0], match["low"]) and rounds_to(ratios[-1], match["high"] or match["low"])):
            self.complain(f"{name}: expected {float(ratios[0]):.4f} to {float(ratios[-1]):.4f} times, the page says: {match[0]}")
        causes = [outcomes[0].cause(name), outcomes[-1].cause(name)]
        if (None in causes) != (match["reason"] is None):
            self.complain(f"{name}: expected {'no' if None in causes else 'a'} reason, the page says: {match[0]}")
        elif match["reason"] and not all(any(item in match["reason"] for item in cause) for cause in causes):
            self.complain(f"{name}: expected {causes} as the reason, the page says: {match[0]}")

    def crossings(self, passings):
        left = [each for course in self.courses for each in course.crossings()]
        for match in passings:
            axis = match["axis"] or match["on"]
            belongs = self.elsewhere(match["where"])
            mine = [each for each in left
                    if (each.axis, each.before, each.after) == (axis, match["before"], match["after"])
                    and [each.leader, each.next_leader] == self.names(match["leader"] + match["next"])
                    and belongs(each.elsewhere)]
            zeros = [each.zeros() for each in mine]
            mine = [each for each, zero in zip(mine, zeros) if (len(zero) == 1) == (match["low"] is not None)]
            if not mine:
                self.complain(f"expected no such crossover, the page says: {match[0]}")
                continue
            left = [each for each in left if each not in mine]
            self.certainty(mine, match)
            if match["low"] is None:
                continue
            at = sorted(zero for each in mine for zero in each.zeros())
            if not (rounds_to(at[0], match["low"]) and rounds_to(at[-1], match["high"] or match["low"])):
                self.complain(f"expected a crossover at {float(at[0])} to {float(at[-1])}, the page says: {match[0]}")
        for each in left:
            self.complain(f"a crossover that the page does not tell: {each.axis} {each.before} to {each.after} {each.elsewhere}")

    def elsewhere(self, text):
        """Predicate for "scope warp or with scope block or in 2 other places", of which the others are not told."""
        told = [self.where(re.sub(r" or in \d+ other places?$", "", part), self.axes[1:])
                for part in (text or "").split(" or with ")]
        return lambda place: any(fits(place) for fits in told) or " other place" in (text or "")

    def all_crossovers(self):
        """The list of crossovers tells those of the verdict and each course without one."""
        verdict = [sentence.text for sentence in self.page.verdict]
        left = [course for course in self.courses if not course.crossings()]
        for sentence in self.page.crossovers:
            match = _stays.fullmatch(sentence.text)
            if _passes.fullmatch(sentence.text) and sentence.text in verdict:
                continue
            belongs = self.elsewhere(match["where"]) if match else None
            mine = [course for course in left if match and belongs(course.elsewhere)
                    and (course.axis, course.line[0][0], course.line[-1][0]) == (match["axis"], match["first"], match["last"])
                    and course.leaders() == set(self.names(match["leader"] or ""))]
            if not mine:
                self.complain(f"expected no such sentence among the crossovers: {sentence.text}")
            left = [course for course in left if course not in mine]
        if self.page.crossovers:
            for course in left:
                self.complain(f"no crossover along {course.axis} {course.elsewhere}, and the page does not say so")

    def certainty(self, mine, match):
        certain = self.result["clock"] == "virtual" and not any(each.spreads() for each in mine)
        if certain != (match["sure"] == "for certain"):
            self.complain(f"expected it to be {'' if certain else 'un'}certain, the page says: {match[0]}")
        if match["turned"]:
            turned = int(match["turned"].replace(",", ""))
            # Two generators differ by chance: four standard deviations of a count out of 1,000 are 63 at most.
            if abs(turned - mine[0].resampled()) > 90:
                self.complain(f"expected about {mine[0].resampled()} resamples to cross, the page says: {match[0]}")

    def table(self):
        first = recompute.contestant(self.result["rows"][0]) if self.result["rows"] else ""
        base = {recompute.place(row): row for row in reversed(self.result["rows"]) if recompute.contestant(row) == first}
        seen = set()
        for cell in self.page.cells.get("comparison", []):
            row = self.result["rows"][int(cell["data-row"])]
            column, value = cell.get("data-column"), cell.get("data-value")
            if value is None:
                continue
            samples = row["samples_ps"]
            if column == "p50":
                seen.add(int(cell["data-row"]))
            exact = {"p50": lambda: recompute.p50(row), "p99": lambda: recompute.nearest_rank(samples, 99),
                     "min": lambda: min(samples), "max": lambda: max(samples), "bound": lambda: row["bound_ps"],
                     "predicted": lambda: row["predicted_p50_ps"]}.get(column)
            if column in row["axes"]:
                continue
            if exact and int(value) != exact():
                self.complain(f"row {cell['data-row']}: expected {column} {exact()}, the page says {value}")
            if column == "ratio":
                ratio = Fraction(recompute.p50(row), recompute.p50(base[recompute.place(row)]))
                if not rounds_to(ratio, value):
                    self.complain(f"row {cell['data-row']}: expected ratio {float(ratio):.4f}, the page says {value}")
        measured = {i for i, row in enumerate(self.result["rows"]) if row["samples_ps"]}
        if seen != measured:
            self.complain(f"expected the p50 of rows {sorted(measured)}, the page has {sorted(seen)}")

    def critical_path(self):
        sums, totals = {}, {}
        for cell in self.page.cells.get("critical-path", []):
            if "data-value" not in cell:
                continue
            index, value = int(cell["data-row"]), int(cell["data-value"])
            if cell["data-item"] == "total":
                totals[index] = value
                continue
            sums[index] = sums.get(index, 0) + value
            items = {item["item"]: item["time_ps"] for item in self.result["rows"][index]["critical_path"]}
            if items.get(cell["data-item"]) != value:
                self.complain(f"row {index}: {cell['data-item']}: the page says {value}, the result {items}")
        if sums != totals:
            self.complain(f"critical paths that do not add up: items {sums}, totals {totals}")
        for index, total in totals.items():
            if total != self.result["rows"][index]["critical_path_total_ps"]:
                self.complain(f"row {index}: another critical path's total than the result's: {total}")
        if not totals and any(row["critical_path"] for row in self.result["rows"]):
            self.complain("the page tells no critical path")


def complaints(result, page):
    """What the page says otherwise than result.json; an empty list when it agrees."""
    return Check(result, page).all()
