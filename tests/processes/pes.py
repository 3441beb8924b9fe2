"""What the tests of PE processes share: scenarios, PEs started by separate commands, and a look at what they leave."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from guard import patience  # noqa: E402  (found by the line above)

secret = "0123456789abcdef0123456789abcdef"


def scenario(**changes):
    """Three PEs on three nodes; whole in well under a second."""
    return {
        "schema": 1,
        "cluster": {"nodes": 3, "gpus_per_node": 1, "profile": "dgx-h100-cx7"},
        "stack": "lean",
        "program": "signal_pipeline",
        "params": {"bytes": 256, "chunks": 2},
        "launch": {"agents": 2, "scope": "warp"},
        "path": "proxy",
        "measure": {"warmup": 0, "iterations": 4},
        **changes,
    }


def environment_without_a_starter():
    """Whoever runs these tests may have been started by mpirun or inside a Slurm allocation."""
    starters = ("GINLAB_", "OMPI_", "PMI_", "PMIX_", "SLURM_")
    return {name: value for name, value in os.environ.items() if not name.startswith(starters)}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_there(pid):
    """Whether the process runs; one that has ended and waits for its parent does not."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def wait_until(holds, what):
    until = time.monotonic() + patience
    while not holds():
        if time.monotonic() > until:
            raise AssertionError(f"expected within {patience} s: {what}")
        time.sleep(0.002)


def left_in_shared_memory(pids):
    """Files of the shm provider whose owner is one of these processes."""
    return sorted(name for name in os.listdir("/dev/shm") if re.match(r"\d+:", name) and int(name.split(":")[0]) in pids)


def forget_fabric(fabric):
    """Removes what processes left of devices in software; the next one there would do it, and nobody comes."""
    for name in os.listdir("/dev/shm"):
        if re.match(rf"softverbs\d+-\d+-{fabric}-", name):
            os.unlink(f"/dev/shm/{name}")


class Started:
    """A command of ginlab that runs beside the test, in a folder of its own."""

    def __init__(self, folder, line, environment):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.process = subprocess.Popen(line, cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.pid = self.process.pid

    def end(self):
        self.out, self.err = self.process.communicate(timeout=patience)
        self.code = self.process.returncode
        return self


class ProcessTest(unittest.TestCase):
    binary = None  # of ginlab
    surroundings = {}  # more variables for whatever a test starts

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ginlab-processes-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.started = []
        self.addCleanup(self.end_all)
        self.address = f"127.0.0.1:{free_port()}"

    def end_all(self):
        for each in self.started:
            if each.process.poll() is None:
                each.process.kill()
            each.process.communicate()

    def file(self, name, document):
        path = self.folder / name
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def start(self, *words, name="alone", **variables):
        line = [self.binary, *map(str, words)]
        around = {**environment_without_a_starter(), **self.surroundings, **variables}
        self.started.append(Started(self.folder / name, line, around))
        return self.started[-1]

    def start_pe(self, rank, size, *words, **variables):
        """`ginlab WORDS` as PE `rank` of `size`, in the folder "peRANK"."""
        known = {"GINLAB_RANK": str(rank), "GINLAB_SIZE": str(size), "GINLAB_ADDRESS": self.address,
                 "GINLAB_SECRET": secret, **variables}
        return self.start(*words, name=f"pe{rank}", **{key: value for key, value in known.items() if value})
