"""ginlab sweep on ranks that mpirun, srun or a person starts: the same table as on one machine."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import command
from sweep_test import lines_of, long_scenario, many_points, patience

said_by_rank_0 = r"\A(ginlab: wrote ranks/[^\n]+\n){3}\Z"


def environment(**variables):
    """Whoever runs these tests may have been started by mpirun or inside a Slurm allocation."""
    starters = ("GINLAB_", "OMPI_", "PMI_", "PMIX_", "SLURM_")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(starters)}
    return {**plain, **variables}


def has_worker(rank):
    """It has met rank 0 and was given a point."""
    return (pathlib.Path("/proc") / str(rank.pid) / "task" / str(rank.pid) / "children").read_text() != ""


class Ranks(command.CommandTest):
    def setUp(self):
        super().setUp()
        self.scenario = self.file("many.json", json.dumps(many_points()))

    def sorted_table(self, name):
        return sorted((self.folder / name / "points.csv").read_text(encoding="utf-8").splitlines())

    def start(self, rank, size, *words):
        process = subprocess.Popen([command.binary, "sweep", *map(str, words)], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment(GINLAB_RANK=str(rank), GINLAB_SIZE=str(size)))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def end(self, process):
        out, err = process.communicate(timeout=patience)
        return process.returncode, out, err

    def test_mpirun_gives_the_table_of_the_local_run(self):
        if shutil.which("mpirun") is None:
            self.skipTest("mpirun is not installed")
        root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = self.call("sweep", self.scenario, "--out", "local", env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        line = ["mpirun", "--oversubscribe", "-n", "4", command.binary, "sweep", str(self.scenario), "--out", "ranks"]
        done = subprocess.run(line, cwd=self.folder, check=False, timeout=patience, text=True, env=environment(**root),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("16 points, 0 failed"), 1)
        self.assertEqual(self.sorted_table("ranks"), self.sorted_table("local"))

    def test_ranks_by_hand_share_the_points_and_rank_0_answers(self):
        done = self.call("sweep", self.scenario, "--out", "local", env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        ranks = [self.start(rank, 3, self.scenario, "--out", "ranks") for rank in (2, 1, 0)]
        for process in ranks[:2]:
            self.assertEqual(self.end(process), (0, "", ""))
        code, out, err = self.end(ranks[2])
        self.assertEqual(code, 0, err)
        self.assertRegex(err, said_by_rank_0)
        self.assertIn("16 points, 0 failed", out)
        self.assertEqual(self.sorted_table("ranks"), self.sorted_table("local"))
        self.assertFalse((self.folder / "ranks" / "meeting.json").exists())

    def test_a_rank_that_dies_costs_nothing(self):
        long = long_scenario(self)
        ranks = [self.start(rank, 3, long, "--out", "ranks") for rank in (0, 1, 2)]
        until = time.monotonic() + patience
        while len(lines_of(self.folder / "ranks")) < 3:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.002)
        ranks[2].kill()
        self.assertLess(len(lines_of(self.folder / "ranks")), 16)
        code, out, err = self.end(ranks[0])
        self.assertEqual(code, 0, err)
        self.assertRegex(err, said_by_rank_0)
        self.assertIn("16 points, 0 failed", out)
        self.assertEqual(self.end(ranks[1])[0], 0)

    def test_when_rank_0_dies_the_others_end_and_the_sweep_goes_on_later(self):
        long = long_scenario(self)
        ranks = [self.start(rank, 2, long, "--out", "ranks") for rank in (0, 1)]
        until = time.monotonic() + patience
        # Alone rank 0 would be as far, before the other has met it.
        while len(lines_of(self.folder / "ranks")) < 3 or not has_worker(ranks[1]):
            self.assertLess(time.monotonic(), until)
            time.sleep(0.002)
        ranks[0].send_signal(signal.SIGKILL)
        self.assertLess(len(lines_of(self.folder / "ranks")), 16)
        self.assertEqual(self.end(ranks[1]), (1, "", ""))
        done = self.call("sweep", long, "--out", "ranks", env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("from an earlier call", done.stdout)

    def test_ranks_take_no_jobs(self):
        code, out, err = self.end(self.start(0, 2, self.scenario, "--jobs", "2"))
        self.assertEqual((code, out), (2, ""))
        self.assertIn("expected none with 2 ranks", err)


if __name__ == "__main__":
    command.main()
