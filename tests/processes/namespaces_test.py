"""PEs on machines of their own, as far as one machine has them: networks and /dev/shm apart, then packets lost too.

usage: namespaces_test.py GINLAB DIFFERENTIAL_TESTS [UNITTEST OPTION]...
"""

import json
import os
import pathlib
import re
import sys
import unittest

import pes

script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "namespaces.sh"
skipped = []


class Namespaces(pes.ProcessTest):
    def in_namespaces(self, options, *command):
        line = [str(script), *options, *map(str, command)]
        run = pes.Started(self.folder / "run", line, pes.environment_without_a_starter())
        self.started.append(run)
        run.end()
        if run.code == 77:
            skipped.append(run.err.strip())
            self.skipTest(run.err.strip())
        return run

    def run_scenario(self, *options, **changes):
        file = self.file("apart.json", pes.scenario(**changes))
        run = self.in_namespaces(["--pes", "3", *options], self.binary, "run", file, "--backend", "tcp", "--json",
                                 "--set", "test.degraded=true")
        self.assertEqual(run.code, 0, run.err)
        alone = self.start("run", file, "--backend", "tcp", "--json").end()
        self.assertEqual(json.loads(run.out)["digest"], json.loads(alone.out)["digest"])
        self.assertTrue(all(row["verified"] for row in json.loads(run.out)["rows"]))
        return run

    def test_networks_and_shared_memory_are_apart(self):
        run = self.in_namespaces(["--pes", "2"], "sh", "-c",
                                 'touch /dev/shm/$GINLAB_RANK; sleep 0.2; ls /dev/shm; ip -o -4 addr show dev net')
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(sorted(re.findall(r"(?m)^\d$|10\.77\.0\.\d/24", run.out)),
                         ["0", "1", "10.77.0.1/24", "10.77.0.2/24"])
        self.assertFalse(os.path.exists("/dev/shm/0") or os.path.exists("/dev/shm/1"))

    def test_a_status_comes_back(self):
        self.assertEqual(self.in_namespaces([], "sh", "-c", "exit $((GINLAB_RANK * 7))").code, 7)

    def test_a_strict_network_between_machines(self):
        self.assertEqual(self.run_scenario(measure={"warmup": 0, "iterations": 20}).err, "")

    def test_one_packet_in_a_hundred_is_lost(self):
        run = self.run_scenario("--loss", "1", measure={"warmup": 0, "iterations": 50},
                                params={"bytes": 65536, "chunks": 4})
        lost = [(int(few), int(all)) for few, all in re.findall(r"PE \d: (\d+) of (\d+) packets lost", run.err)]
        self.assertEqual(len(lost), 3, run.err)
        print(run.err.strip().replace("\n", "; "))
        self.assertGreater(sum(few for few, _ in lost), 0, "packets have to get lost, or this shows nothing")

    def test_random_programs_leave_the_same_bytes_there(self):
        for loss in ("0", "1"):
            with self.subTest(loss=loss):
                run = self.in_namespaces(["--pes", "4", "--loss", loss], differential, "--gtest_brief=1",
                                         "--gtest_filter=*/TcpDegraded")
                self.assertEqual((run.code, run.out.count("[  PASSED  ] 1 test.")), (0, 4), run.out + run.err)


if __name__ == "__main__":
    pes.ProcessTest.binary = os.path.abspath(sys.argv.pop(1))
    differential = os.path.abspath(sys.argv.pop(1))
    done = unittest.main(exit=False).result
    sys.exit(77 if skipped and done.wasSuccessful() else not done.wasSuccessful())
