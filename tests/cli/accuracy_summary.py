"""What `ginlab accuracy` printed, as numbers."""

import collections
import re

Case = collections.namedtuple("Case", "id at expected predicted off")


def summary(text):
    """{name: (predictions, calibration, median, 90th percentile, in order)} of the rows that end in percentages."""
    row = r"(?m)^\| ([^|]+?) +\| +(\d+) \| +(\d+) \| +([\d.]+) % \| +([\d.]+) % \| +(?:([\d.]+) % of \d+|-) \|$"
    return {m[0]: (int(m[1]), int(m[2]), float(m[3]), float(m[4]), float(m[5] or 100)) for m in re.findall(row, text)}


def cases(text):
    """The rows of the tables of figures, calibration included."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"[+-][\d.]+ %", cells[-2]):
            found.append(Case(cells[0], cells[1:-4], *map(float, cells[-4:-2]), float(cells[-2][:-1])))
    return found
