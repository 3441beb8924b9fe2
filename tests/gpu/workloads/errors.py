"""How far virtual time is from what runs took that a profile predicts (predicts: nvlink): a line for each row, then the median.

usage: errors.py RESULT.json...
Exit status 0: the median error of all rows is at most 15 %, and there are 30 of them.
"""

import json
import statistics
import sys
from pathlib import Path

most = 0.15
fewest = 30


def points(result):
    for row in result["rows"]:
        axes = row["axes"].items() if isinstance(row["axes"], dict) else ((axis["axis"], axis["value"]) for axis in row["axes"])
        yield ", ".join(f"{axis} {value}" for axis, value in axes), row["p50_ps"], row.get("predicted_p50_ps")


def main():
    errors = []
    for file in sys.argv[1:]:
        for name, took, predicted in points(json.loads(Path(file).read_text())):
            if not predicted:
                print(f"{file}: {name}: expected a prediction, came none; is the profile one that predicts nvlink?")
                return 1
            errors.append(abs(predicted / took - 1))
            print(f"{Path(file).parent.name + ' ' + name:64} took {took / 1e6:10.2f} us, predicted {predicted / 1e6:10.2f}, {predicted / took - 1:+7.1%}")
    median = statistics.median(errors)
    print(f"{len(errors)} points, median error {median:.1%}, {sum(error <= most for error in errors)} of them within {most:.0%}")
    return 0 if median <= most and len(errors) >= fewest else 1


if __name__ == "__main__":
    sys.exit(main())
