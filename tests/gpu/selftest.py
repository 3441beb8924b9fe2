"""That same_windows.py finds what it is there for, and has a scenario of every program."""

import json
import re
import unittest
from pathlib import Path

from same_windows import findings


def result(*rows):
    return {"rows": [{"axes": {"mode": mode}, "windows": windows, "verified": verified, "counters": [],
                      "mismatch": "" if verified else "PE 1: data[3]: ..."} for mode, windows, verified in rows]}


def counting(puts, there):
    counters = [{"name": name, "value": puts if name == "puts" else 0}
                for name in ("puts", "gets", "values", "signals", "atomics", "fences", "quiets")]
    paths = [{"name": "pointer", "operations": 3, "bytes": 8}]
    return {"rows": [dict(result(("put", "0a", True))["rows"][0], counters=counters, by_path=paths, pe_traffic={"bytes": [[0, there], [0, 0]]})]}


class Findings(unittest.TestCase):
    def test_nothing_in_the_same(self):
        one = result(("put", "0a", True), ("get", "0b", True))
        self.assertEqual(list(findings(one, one)), [])

    def test_other_bytes(self):
        found = list(findings(result(("put", "0a", True)), result(("put", "0b", True))))
        self.assertEqual(found, ["mode put: expected windows 0a, came 0b"])

    def test_wrong_data(self):
        found = list(findings(result(("put", "0a", True)), result(("put", "0a", False))))
        self.assertEqual(found, ["mode put: expected right data, came PE 1: data[3]: ..."])

    def test_a_row_that_is_missing(self):
        found = list(findings(result(("put", "0a", True)), result(("get", "0a", True))))
        self.assertEqual(len(found), 2)

    def test_nothing_digested(self):
        found = list(findings(result(("put", "", True)), result(("put", "", True))))
        self.assertEqual(found, ["mode put: expected windows that are digested, came "])

    def test_a_put_too_many(self):
        self.assertEqual(list(findings(counting(3, 8), counting(4, 8))), ["mode put: expected 3 puts, came 4"])

    def test_bytes_of_another_peer(self):
        self.assertEqual(list(findings(counting(3, 8), counting(3, 0))),
                         ["mode put: expected bytes between PEs [[0, 8], [0, 0]], came [[0, 0], [0, 0]]"])

    def test_bytes_that_lanes_moved_are_nobodys_calls(self):
        self.assertEqual(list(findings(counting(3, 4096), counting(3, 0))), [])


class Scenarios(unittest.TestCase):
    def test_every_program_has_one(self):
        here = Path(__file__).resolve().parent
        sources = here.parents[1] / "scenarios"
        headers = re.findall(r"gin_add_program\((\w+)", (sources / "CMakeLists.txt").read_text())
        names = [re.search(r'name = "(\w+)"', (sources / "programs" / f"{header}.hpp").read_text()).group(1) for header in headers]
        held = [json.loads(file.read_text())["program"] for file in here.glob("*.json")]
        self.assertEqual(sorted(names), sorted(held))


class Scripts(unittest.TestCase):
    def test_run_with_this_python(self):
        """Those that want GPUs run nowhere else in the tests, and on machines with GPUs Python is often a newer one."""
        for script in Path(__file__).resolve().parent.rglob("*.py"):
            with self.subTest(script=script.name):
                compile(script.read_text(), script.name, "exec")


if __name__ == "__main__":
    unittest.main()
