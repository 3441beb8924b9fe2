"""What `ginlab accuracy` printed, as numbers."""

import collections
import re

# Counts of predictions and of figures that set a number; then percentages.
Sum = collections.namedtuple("Sum", "predictions calibration median p90 worst order")
Case = collections.namedtuple("Case", "id at expected predicted off")


def summary(text):
    """{name: Sum} of the rows of its sums; families and machines have names of their own."""
    row = (r"(?m)^\| ([^|]+?) +\|(?: [^|]* \|)? +(\d+) \| +(\d+) \| +([\d.]+) % \| +([\d.]+) % \| +([\d.]+) % \|"
           r" +(?:([\d.]+) %|-) \|$")
    return {m[0]: Sum(int(m[1]), int(m[2]), *map(float, m[3:6]), float(m[6] or 100)) for m in re.findall(row, text)}


def cases(text):
    """The rows of the tables of figures, calibration included."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"[+-][\d.]+ %", cells[-2]):
            found.append(Case(cells[0], cells[1:-4], *map(float, cells[-4:-2]), float(cells[-2][:-1])))
    return found
