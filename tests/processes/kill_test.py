"""Processes that are killed at moments drawn by chance: nobody waits for ever, nobody and nothing is left, and the
message names who died.

usage: kill_test.py GINLAB SOFTVERBS [--rounds N] [--seed N] [UNITTEST OPTION]...
SOFTVERBS: the library of the device in software on which backend efa runs; N: rounds of each case, a fifth of them on efa
"""

import argparse
import os
import random
import signal
import sys
import time
import unittest

import pes

endless = pes.scenario(measure={"warmup": 0, "iterations": 100000})
latest = 1.5  # seconds after the start: by then, iterations are under way


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


class Kill(pes.ProcessTest):
    device = None  # in software: a library
    rounds = 3
    seed = 0
    longest = {}

    def setUp(self):
        super().setUp()
        self.chance = random.Random(f"{self.seed} {self.id()}")
        self.endless = self.file("endless.json", endless)
        self.short = self.file("short.json", pes.scenario())

    def use_efa_in_software(self):
        fabric = f"kill{os.getpid()}"
        self.surroundings = {"LD_PRELOAD": self.device, "SOFTVERBS_EFA": "7", "SOFTVERBS_FABRIC": fabric}
        self.addCleanup(pes.forget_fabric, fabric)

    def repeat(self, once, backend):
        rounds = self.rounds
        if backend == "efa":
            self.use_efa_in_software()
            rounds = -(-rounds // 5)  # libfabric's provider takes a second to start, in each process
        for number in range(rounds):
            with self.subTest(round=number, seed=self.seed):
                self.address = f"127.0.0.1:{pes.free_port()}"
                once(backend)

    def wait_by_chance(self):
        """Up to the time in which a run gets under way here, so that set-up is hit too."""
        time.sleep(self.chance.uniform(0, latest))

    def end(self, started):
        """How long the rest of the job takes to end."""
        began = time.monotonic()
        for each in started:
            each.end()
        name = self.id().rpartition(".")[2]
        Kill.longest[name] = max(Kill.longest.get(name, 0), time.monotonic() - began)

    def check_nothing_is_left(self, backend, pids):
        pes.wait_until(lambda: not any(map(pes.is_there, pids)), f"no process of {pids} is left")
        after = self.start("run", self.short, "--backend", backend, "--quiet").end()
        self.assertEqual((after.code, after.err), (0, ""))
        self.assertEqual(pes.left_in_shared_memory([*pids, after.pid]), [])

    def kill_one_of_ours(self, backend):
        run = self.start("run", self.endless, "--backend", backend)
        pes.wait_until(lambda: len(children_of(run.pid)) == 3, "three PE processes")
        pids = children_of(run.pid)
        victim = self.chance.randrange(3)
        self.wait_by_chance()
        os.kill(pids[victim], signal.SIGKILL)
        self.end([run])
        self.assertEqual((run.code, run.out), (1, ""), run.err)
        died = rf"\Aginlab: PE {victim} died: killed by signal 9 \(Killed\); it (stood at: |had not joined)[^\n]*\n\Z"
        self.assertRegex(run.err, died)
        self.check_nothing_is_left(backend, pids)

    def kill_the_launcher(self, backend):
        run = self.start("run", self.endless, "--backend", backend)
        pes.wait_until(lambda: len(children_of(run.pid)) == 3, "three PE processes")
        pids = children_of(run.pid)
        self.wait_by_chance()
        os.kill(run.pid, signal.SIGKILL)
        self.end([run])
        self.check_nothing_is_left(backend, pids)

    def kill_one_by_hand(self, backend):
        job = [self.start_pe(rank, 3, "run", self.endless, "--backend", backend) for rank in range(3)]
        victim = self.chance.randrange(3)
        # PE 0 waits for those that never came as long as for those that come late: let all of them come.
        pes.wait_until(lambda: all(self.has_joined(pe) for pe in job), "all PEs know each other")
        self.wait_by_chance()
        job[victim].process.kill()
        self.end(job)
        rest = [pe for rank, pe in enumerate(job) if rank != victim]
        self.assertEqual([(pe.code, pe.out) for pe in rest], [(1, "")] * 2, [pe.err for pe in rest])
        if victim == 0:
            for pe in rest:
                self.assertRegex(pe.err, r"\Aginlab: PE \d: the rendezvous at [^\n]* is gone [^\n]*PE 0[^\n]*\n\Z")
        else:
            died = rf"PE {victim} died: connection closed; it stood at: [^\n]*"
            # Who is killed may hold a lock that libfabric has in memory of all. Others who wait for it end themselves, and say so.
            stuck = rf"|ginlab: PE \d: {died}; this process did not come to its end [^\n]*\n" if backend == "shm" else ""
            self.assertRegex(job[0].err, rf"\A(ginlab: {died}\n{stuck})\Z")
            self.assertRegex(rest[1].err, rf"\A({stuck})\Z")
        self.check_nothing_is_left(backend, [pe.pid for pe in job])

    def has_joined(self, pe):
        """A PE opens libfabric's endpoints once it has met the others."""
        self.assertIsNone(pe.process.poll(), "a PE that nobody killed has ended")
        with open(f"/proc/{pe.pid}/maps", encoding="utf-8") as maps:
            return "libfabric.so" in maps.read()

    def test_a_killed_pe_shm(self):
        self.repeat(self.kill_one_of_ours, "shm")

    def test_a_killed_pe_tcp(self):
        self.repeat(self.kill_one_of_ours, "tcp")

    def test_a_killed_pe_efa(self):
        self.repeat(self.kill_one_of_ours, "efa")

    def test_a_killed_launcher_shm(self):
        self.repeat(self.kill_the_launcher, "shm")

    def test_a_killed_launcher_tcp(self):
        self.repeat(self.kill_the_launcher, "tcp")

    def test_a_killed_launcher_efa(self):
        self.repeat(self.kill_the_launcher, "efa")

    def test_a_killed_pe_by_hand_shm(self):
        self.repeat(self.kill_one_by_hand, "shm")

    def test_a_killed_pe_by_hand_tcp(self):
        self.repeat(self.kill_one_by_hand, "tcp")

    def test_a_killed_pe_by_hand_efa(self):
        self.repeat(self.kill_one_by_hand, "efa")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary")
    options.add_argument("device")
    options.add_argument("--rounds", type=int, default=Kill.rounds)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    known, rest = options.parse_known_args()
    pes.ProcessTest.binary = os.path.abspath(known.binary)
    Kill.device = os.path.abspath(known.device)
    Kill.rounds, Kill.seed = known.rounds, known.seed
    done = unittest.main(argv=[sys.argv[0], *rest], exit=False).result
    print(f"seed {known.seed}; longest from the kill to the end of the job:",
          ", ".join(f"{name} {seconds:.1f} s" for name, seconds in sorted(Kill.longest.items())))
    sys.exit(not done.wasSuccessful())


if __name__ == "__main__":
    main()
