"""What the tests of the command share: calling it, a scenario to call it with, and what every error must be."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests"))
from guard import patience  # noqa: E402  (found by the line above)

quickstart = root / "scenarios" / "library" / "quickstart.json"


def small_scenario(**changes):
    """Two rows that take milliseconds; the last payload delivered is not overwritten by another iteration."""
    return {
        "schema": 1,
        "cluster": {"nodes": 2, "gpus_per_node": 1, "profile": "dgx-h100-cx7"},
        "stack": "lean",
        "program": "signal_pipeline",
        "params": {"bytes": 64, "chunks": 2},
        "launch": {"agents": 1, "scope": "warp"},
        "measure": {"warmup": 0, "iterations": 1},
        "compare": {"path": {"field": "path.other_node", "values": ["gpu", "proxy"]}},
        **changes,
    }


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ginlab-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.scenario = self.file("small.json", json.dumps(small_scenario()))

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def call(self, *words, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        line = [binary, *map(str, words)]
        return subprocess.run(line, cwd=self.folder, check=False, timeout=patience, text=True, **options)

    def written(self, done):
        """(file, what it is) for each file that a call says it wrote; they must be there, each said once."""
        said = re.findall(r"(?m)^ginlab: wrote (.+?) \((.+)\)$", done.stderr)
        for file, _ in said:
            self.assertTrue((self.folder / file).is_file(), file)
        self.assertEqual(len({file for file, _ in said}), len(said), done.stderr)
        return said

    def complained(self, done):
        """Lines of standard error that are no word about a file."""
        self.written(done)
        return [line for line in done.stderr.splitlines() if not line.startswith("ginlab: wrote ")]

    def succeed(self, *words):
        """Standard output of a call that must do well and have nothing to complain about."""
        done = self.call(*words)
        self.assertEqual((done.returncode, self.complained(done)), (0, []), done.stderr)
        return done.stdout

    def refuse(self, *words, expected, code=2):
        """A call that must be refused: nothing on standard output, one line that holds `expected` on the other."""
        done = self.call(*words)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Aginlab: [^\n]+\n\Z")
        self.assertIn(expected, done.stderr)

    def names_listed(self, what):
        return re.findall(r"(?m)^\S+", self.succeed("list", what))


def main():
    global binary
    binary = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__")
