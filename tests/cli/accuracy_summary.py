"""The last tables of `ginlab accuracy` as numbers."""

import re


def summary(text):
    """{name: (predictions, calibration, median, 90th percentile, in order)} of the rows that end in percentages."""
    row = r"(?m)^\| ([^|]+?) +\| +(\d+) \| +(\d+) \| +([\d.]+) % \| +([\d.]+) % \| +(?:([\d.]+) % of \d+|-) \|$"
    return {m[0]: (int(m[1]), int(m[2]), float(m[3]), float(m[4]), float(m[5] or 100)) for m in re.findall(row, text)}
