"""Runs a scenario on backend emulated and on another, and holds what their windows held at the end to be the same bytes, row by row; and
where both count, calls, signals and the bytes from each PE to each other.

usage: same_windows.py GINLAB SCENARIO.json BACKEND [OPTION...] [-- OPTION...]
Options go to both runs, those behind -- to that of BACKEND alone. Exit status 0: all rows do; 1: some do not, each named, or a run failed; 77: this machine has no such backend.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def rows_of(result):
    return {tuple((axis["axis"], axis["value"]) for axis in row["axes"]) if isinstance(row["axes"], list)
            else tuple(row["axes"].items()): row for row in result["rows"]}


def findings(expected, came):
    """Of two results, what differs, a sentence each."""
    expected, came = rows_of(expected), rows_of(came)
    for axes in dict.fromkeys([*expected, *came]):
        name = ", ".join(f"{axis} {value}" for axis, value in axes) or "the only row"
        if axes not in expected or axes not in came:
            yield f"{name}: expected it in both results, came in one"
        elif not came[axes]["verified"]:
            yield f"{name}: expected right data, came {came[axes]['mismatch']}"
        elif not expected[axes]["windows"] or expected[axes]["windows"] != came[axes]["windows"]:
            yield f"{name}: expected windows {expected[axes]['windows'] or 'that are digested'}, came {came[axes]['windows']}"
        else:
            yield from (f"{name}: {difference}" for difference in differences(expected[axes], came[axes]))


def counted(row):
    """What programs alone decide; what a fence or a quiet finds differs with the machine."""
    counts = {counter["name"]: counter["value"] for counter in row["counters"]}
    return {name: counts[name] for name in ("puts", "gets", "values", "signals", "atomics", "fences", "quiets")}


def differences(expected, came):
    if not expected["counters"] or not came["counters"]:
        return
    there, here = counted(expected), counted(came)
    yield from (f"expected {there[name]} {name}, came {here[name]}" for name in there if there[name] != here[name])
    if expected["by_path"] != came["by_path"]:
        yield f"expected calls by path {expected['by_path']}, came {came['by_path']}"
    # What lanes load and store through pointers is no call; virtual time alone knows how much of it a cache kept from travelling.
    travelled = sum(map(sum, expected["pe_traffic"]["bytes"]))
    only_calls = travelled <= sum(path["bytes"] for path in expected["by_path"])
    if only_calls and came["pe_traffic"]["bytes"] and expected["pe_traffic"] != came["pe_traffic"]:
        yield f"expected bytes between PEs {expected['pe_traffic']['bytes']}, came {came['pe_traffic']['bytes']}"


def run(ginlab, scenario, backend, options, out):
    command = [ginlab, "run", scenario, "--backend", backend, "--quiet", "--out", out, *options]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode == 2 and "cannot run here" in ended.stderr:
        print(ended.stderr.strip())
        sys.exit(77)
    result = Path(out) / "result.json"
    if not result.exists():
        print(f"{' '.join(map(str, command))}: expected a result, came exit status {ended.returncode}: {ended.stderr.strip()}")
        sys.exit(1)
    return json.loads(result.read_text())


def main():
    ginlab, scenario, backend, *options = sys.argv[1:]
    end = options.index("--") if "--" in options else len(options)
    options, own = options[:end], options[end + 1:]
    with tempfile.TemporaryDirectory() as scratch:
        came = run(ginlab, scenario, backend, options + own, f"{scratch}/{backend}")  # first: this machine may have no such backend
        expected = run(ginlab, scenario, "emulated", options, f"{scratch}/emulated")
    found = list(findings(expected, came))
    print("\n".join(found) or f"{Path(scenario).stem}: {len(expected['rows'])} rows leave the same windows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
