"""That rows which were kept are predicted again without a GPU. usage: errors_test.py GINLAB"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import errors

here = Path(__file__).resolve().parent
profile = here.parents[2] / "models" / "profiles" / "h200-nvlink.json"
ginlab = ""


def said(*words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = errors.main([str(word) for word in words])
    return status, out.getvalue().splitlines()


class Errors(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        subprocess.run([ginlab, "run", here / "round_trips.json", "--backend", "emulated", "--set", f"cluster.profile={profile}",
                        "--quiet", "--out", self.folder], check=True, stdout=subprocess.DEVNULL)
        self.result = self.folder / "result.json"
        self.kept = self.folder / "kept.json"

    def took(self, factor):
        """As if a GPU had taken so many times as long as predicted."""
        result = json.loads(self.result.read_text())
        for row in result["rows"]:
            row["predicted_p50_ps"] = row["p50_ps"]
            row["p50_ps"] = int(row["p50_ps"] * factor)
        self.result.write_text(json.dumps(result))
        return len(result["rows"])

    def test_what_was_kept_is_predicted_as_it_was(self):
        rows = self.took(2)
        then = said("--keep", self.kept, profile, self.result)
        self.assertEqual(then[1][-1], f"{rows} points, median error 50.0%, 0 of them within 15%")
        self.assertEqual(said("--again", ginlab, self.kept), then)

    def test_few_points_are_no_proof(self):
        self.took(1)
        status, lines = said(self.result)
        self.assertIn("median error 0.0%", lines[-1])
        self.assertEqual(status, 1)

    def test_other_rows_are_refused(self):
        self.took(1)
        said("--keep", self.kept, profile, self.result)
        text = json.loads(self.kept.read_text())
        text["took_ps"]["round_trips"].popitem()
        self.kept.write_text(json.dumps(text))
        with self.assertRaisesRegex(SystemExit, "expected the rows of"):
            said("--again", ginlab, self.kept)

    def test_a_result_without_predictions_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "expected a prediction, came none"):
            said(self.result)


if __name__ == "__main__":
    ginlab = sys.argv.pop()
    unittest.main()
