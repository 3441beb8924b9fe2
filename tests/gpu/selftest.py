"""That same_windows.py finds what it is there for."""

import unittest

from same_windows import findings


def result(*rows):
    return {"rows": [{"axes": {"mode": mode}, "windows": windows, "verified": verified, "mismatch": "" if verified else "PE 1: data[3]: ..."}
                     for mode, windows, verified in rows]}


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


if __name__ == "__main__":
    unittest.main()
