"""How far virtual time is from what rows took on GPUs: a line for each, then the median.

usage: errors.py RESULT.json...                      results whose profile predicts nvlink
       errors.py --keep KEPT PROFILE RESULT.json...  the same; written down with the profile, to be predicted again where no GPU is
       errors.py --again GINLAB KEPT                 what GINLAB predicts of rows that were kept, by the scenarios of this folder
Exit status 0: the median error of all rows is at most 15 %, and there are 30 of them.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
most = 0.15
fewest = 30


def load(file):
    return json.loads(Path(file).read_text())


def name_of(row):
    return ", ".join(f"{axis} {value}" for axis, value in row["axes"].items())


def points(file):
    """(workload, row, took, predicted) of a result."""
    result = load(file)
    for row in result["rows"]:
        if not row.get("predicted_p50_ps"):
            raise SystemExit(f"{file}: {name_of(row)}: expected a prediction, came none; is the profile one that predicts nvlink?")
        yield result["scenario"], name_of(row), row["p50_ps"], row["predicted_p50_ps"]


def keep(kept, profile, files):
    results = [load(file) for file in files]
    workloads = {result["scenario"]: {name_of(row): row["p50_ps"] for row in result["rows"]} for result in results}
    text = {"measured_by": "scripts/gpu-acceptance.sh calibrate", "cores": results[0]["host"]["cores"], "took_ps": workloads, "profile": load(profile)}
    Path(kept).write_text(json.dumps(text, indent=1) + "\n")


def again(ginlab, kept):
    """The same of rows that were kept, predicted now."""
    text = load(kept)
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile.json"
        profile.write_text(json.dumps(text["profile"]))
        for workload, took in text["took_ps"].items():
            out = Path(folder) / workload
            words = [ginlab, "run", here / f"{workload}.json", "--quiet", "--out", out, "--set", f"cluster.profile={profile}"]
            subprocess.run([*map(str, words), "--backend", "emulated"], check=True, stdout=subprocess.DEVNULL)
            rows = {name_of(row): row["p50_ps"] for row in load(out / "result.json")["rows"]}
            if rows.keys() != took.keys():
                raise SystemExit(f"{kept}: {workload}: expected the rows of {here / workload}.json, came {', '.join(took)}; measure again")
            for name, ps in took.items():
                yield workload, name, ps, rows[name]


def report(found):
    errors = []
    for workload, name, took, predicted in found:
        errors.append(abs(predicted / took - 1))
        print(f"{workload + ' ' + name:64} took {took / 1e6:10.2f} us, predicted {predicted / 1e6:10.2f}, {predicted / took - 1:+7.1%}")
    median = statistics.median(errors)
    print(f"{len(errors)} points, median error {median:.1%}, {sum(error <= most for error in errors)} of them within {most:.0%}")
    return 0 if median <= most and len(errors) >= fewest else 1


def main(words):
    if not words or words[0].startswith("--") and (words[0] not in ("--keep", "--again") or len(words) < 3):
        print(__doc__, file=sys.stderr)
        return 2
    if words[0] == "--again":
        return report(again(*words[1:]))
    if words[0] == "--keep":
        keep(words[1], words[2], words[3:])
        words = words[3:]
    return report(point for file in words for point in points(file))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
