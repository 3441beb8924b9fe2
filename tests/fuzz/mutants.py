"""Spoiled scenarios, profiles, stacks, results, states of sweeps and command lines, as a person would give them to the command:
whatever they say, it ends by itself, soon and in little memory, says what is wrong in a sentence, and believes nothing that was
changed behind its back.

usage: mutants.py GINLAB [--count 200] [--first 1]      a finding names its mutant: --first N --count 1 makes it again
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import mutations

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests" / "cli"))
from command import small_scenario  # noqa: E402  (found by the line above)

hang_s = 20
memory_max = 2 << 30
work_max = 1 << 23  # a product of the numbers in a scenario: more is only validated, for it may rightly take long

scenario = small_scenario(compare={"path": {"field": "path.other_node", "values": ["gpu", "proxy"]},
                                   "bytes": {"field": "params.bytes", "log_range": {"from": 8, "to": 64, "factor": 2}}})
with_profile = ["run", "s.json", "--quiet", "--set", "cluster.profile=./profile.json"]
with_stack = ["run", "s.json", "--quiet", "--set", "stack=./stack.json"]
lines = [
    ["run", "s.json", "--set", "launch.agents=2", "--json"],
    ["run", "s.json", "--set=measure.iterations=2", "--out", "o"],
    ["run", "s.json", "--report", "o.html", "--trace", "o.json"],
    ["validate", "s.json"],
    ["sweep", "s.json", "--out", "other", "--axis", "seed=1..2"],
    ["what-if", "s.json", "--top", "3"],
    ["compare", "r.json", "r.json"],
    ["report", "r.json", "--out", "o"],
    ["explain", "launch.agents"],
    ["list", "profiles"],
    ["schema", "scenario"],
    ["doctor"],
]


def usage(pid):
    """What the process and those that it started have: bytes of memory, and seconds of a core so far."""
    memory, ticks, left = 0, 0, [pid]
    while left:
        one = left.pop()
        try:
            memory += int(pathlib.Path(f"/proc/{one}/statm").read_text().split()[1]) * 4096
            ticks += sum(map(int, pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
            left += [int(child) for child in pathlib.Path(f"/proc/{one}/task/{one}/children").read_text().split()]
        except (OSError, IndexError, ValueError):
            pass  # gone meanwhile
    return memory, ticks / os.sysconf("SC_CLK_TCK")


def call(folder, line):
    """Exit status, both outputs, and what was wrong on the way."""
    with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
        process = subprocess.Popen([binary, *line], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        wrong, worked, moved = "", 0, time.monotonic()
        while process.poll() is None and not wrong:
            time.sleep(0.002)
            memory, seconds = usage(process.pid)
            if seconds > worked:
                worked, moved = seconds, time.monotonic()
            if memory > memory_max:
                wrong = f"more than {memory_max >> 30} GiB"
            elif worked > hang_s:  # of a core: a busy machine only takes long
                wrong = f"at work for more than {hang_s} s"
            elif time.monotonic() - moved > hang_s:
                wrong = f"waits for more than {hang_s} s"
        if wrong:
            process.kill()
            process.wait()
    return process.returncode, (folder / "out").read_bytes(), (folder / "err").read_bytes(), wrong


def fault(status, out, err):
    """What no input may lead to, in a sentence; empty without."""
    if status not in (0, 1, 2):
        return f"ended with status {status}"
    if b"internal error" in err or b"what()" in err:
        return "an internal error"
    for name, text in (("standard output", out), ("standard error", err)):
        try:
            text = text.decode()
        except UnicodeDecodeError:
            return f"{name} is not UTF-8"
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
            return f"{name} holds characters that steer a terminal"
        if any(len(one) > 20000 for one in text.splitlines()) and status != 0:
            return f"{name} has a line of more than 20000 characters"
    told = [line for line in err.splitlines() if re.match(rb"ginlab: (?!wrote ).", line)]
    if status != 0 and not told:
        return f"status {status} without a sentence"
    return ""


def is_small(text):
    """Whether a scenario asks for little enough that it has to end soon."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return True
    product = 1
    for block in ("cluster", "params", "launch", "measure"):
        values = document.get(block, {}) if isinstance(document, dict) else {}
        for value in values.values() if isinstance(values, dict) else ():
            if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value:
                product *= max(1, min(abs(value), 2**64))
    return product <= work_max


class Mutants:
    def __init__(self, folder):
        self.base = folder / "base"
        self.base.mkdir()
        (self.base / "s.json").write_text(json.dumps(scenario))
        for kind, name in (("profiles", "dgx-h100-cx7"), ("stacks", "lean")):
            shutil.copy(root / "models" / kind / f"{name}.json", self.base / f"{kind[:-1]}.json")
        for line in [["run", "s.json", "--quiet", "--out", "made"], ["sweep", "s.json", "--quiet", "--out", "w"], with_profile, with_stack]:
            subprocess.run([binary, *line], cwd=self.base, check=True)
        shutil.move(self.base / "made" / "result.json", self.base / "r.json")
        shutil.rmtree(self.base / "made")
        self.swept = self.result(self.base / "w")
        for line in lines:  # sound before they are spoiled, or nothing is learned
            subprocess.run([binary, *line], cwd=self.base, check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(self.base / "o")
        shutil.rmtree(self.base / "other")

    @staticmethod
    def result(folder):
        result = json.loads((folder / "result.json").read_text())
        result.pop("host")
        return result

    def of_document(self, chance, folder):
        name = chance.choice(["s.json", "s.json", "profile.json", "stack.json", "r.json"])
        file = folder / name
        if chance.random() < 0.1:
            mutations.of_file(chance, file)
        else:
            file.write_bytes(mutations.of_text(chance, file.read_bytes()))
        if name == "r.json":
            return chance.choice([["report", "r.json", "--out", "o"], ["compare", "r.json", "r.json"]])
        if name == "profile.json":
            return with_profile
        if name == "stack.json":
            return with_stack
        small = file.is_symlink() or not file.is_file() or file.stat().st_size > 1 << 20 or is_small(file.read_bytes())
        return chance.choice([["run", "s.json"], ["run", "s.json", "--quiet", "--json"]]) if small else ["validate", "s.json"]

    def of_state(self, chance, folder):
        file = folder / "w" / chance.choice(["points.jsonl", "points.jsonl", "sweep.json"])
        if chance.random() < 0.1:
            mutations.of_file(chance, file)
        else:
            lines_of_file = file.read_bytes().splitlines(keepends=True)
            at = chance.randrange(len(lines_of_file))
            change = chance.choice([mutations.of_bytes, mutations.of_text])
            lines_of_file[at] = change(chance, lines_of_file[at].rstrip(b"\n")) + b"\n"
            file.write_bytes(b"".join(lines_of_file))
        return ["sweep", "s.json", "--quiet", "--out", "w"]

    def one(self, number, folder):
        """What is wrong about this mutant, in a sentence; empty if nothing is."""
        chance = random.Random(number)
        shutil.copytree(self.base, folder)
        kind = chance.choice(["document", "document", "state", "line"])
        if kind == "line":
            line = mutations.of_line(chance, chance.choice(lines))
        else:
            line = self.of_document(chance, folder) if kind == "document" else self.of_state(chance, folder)
        status, out, err, wrong = call(folder, line)
        wrong = wrong or fault(status, out, err)
        if not wrong and kind == "state" and status == 0 and self.result(folder / "w") != self.swept:
            wrong = "an edited state changed the result"
        self.statuses[status] = self.statuses.get(status, 0) + 1
        return f"mutant {number}: {wrong}: ginlab {' '.join(map(ascii, line))}" if wrong else ""

    statuses = {}


def main():
    global binary
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("ginlab")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", help="a folder for what a finding was made of")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.ginlab).resolve())
    os.environ["LC_ALL"] = "C.UTF-8"
    findings = 0
    with tempfile.TemporaryDirectory(prefix="ginlab-mutants-") as name:
        mutants = Mutants(pathlib.Path(name))
        for number in range(options.first, options.first + options.count):
            folder = pathlib.Path(name) / "one"
            finding = mutants.one(number, folder)
            if finding:
                findings += 1
                print(finding, (folder / "err").read_bytes()[:400], flush=True)
                if options.keep:
                    shutil.copytree(folder, pathlib.Path(options.keep) / str(number), symlinks=True, ignore=shutil.ignore_patterns("w"))
            shutil.rmtree(folder)
    ended = ", ".join(f"{count} with status {status}" for status, count in sorted(mutants.statuses.items()))
    print(f"{options.count} mutants, {findings} findings; ended: {ended}")
    return findings > 0


if __name__ == "__main__":
    sys.exit(main())
