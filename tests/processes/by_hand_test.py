"""PEs that somebody else starts: each by its own command, as a person, mpirun or srun does."""

import json
import os
import sys
import unittest

import pes

two_rows = {"compare": {"bytes": {"field": "params.bytes", "values": [64, 4096]}}}
shm = ["--backend", "shm"]
tcp = ["--backend", "tcp"]


class ByHand(pes.ProcessTest):
    def run_all(self, *words, size=3, words_of=None, **variables):
        """Ends all PEs; `words_of` adds words for some."""
        started = [self.start_pe(rank, size, *words, *(words_of or {}).get(rank, []), **variables)
                   for rank in range(size)]
        return [each.end() for each in started]

    def check_silent(self, ended, code):
        for pe in ended:
            self.assertEqual((pe.code, pe.out, pe.err), (code, "", ""))

    def test_pe_0_answers_and_the_others_are_silent(self):
        file = self.file("two.json", pes.scenario(**two_rows, measure={"warmup": 0, "iterations": 4, "repeat": 2}))
        for backend in (shm, tcp):
            with self.subTest(backend=backend[1]):
                ended = self.run_all("run", file, *backend, "--out", "files", "--junit", "junit.xml")
                self.assertEqual(ended[0].code, 0)
                self.assertRegex(ended[0].err, r"\A(ginlab: wrote (junit\.xml|files/\S+) \([^\n]+\)\n){4}\Z")
                self.assertTrue(ended[0].out.startswith("# two\n"), ended[0].out)
                self.check_silent(ended[1:], 0)
                result = json.loads((ended[0].folder / "files" / "result.json").read_text(encoding="utf-8"))
                self.assertEqual([row["axes"] for row in result["rows"]], [{"bytes": "64"}, {"bytes": "4096"}])
                for row in result["rows"]:
                    self.assertTrue(row["verified"])
                    self.assertEqual((row["pes"], len(row["samples_ps"])), (3, 8))
                self.assertEqual(sorted(os.listdir(ended[0].folder)), ["files", "junit.xml"])
                self.assertEqual([os.listdir(pe.folder) for pe in ended[1:]], [[], []])

    def test_bytes_are_those_of_pes_that_ginlab_starts(self):
        file = self.file("two.json", pes.scenario(**two_rows))
        ended = self.run_all("run", file, *tcp, "--json", "--set", "test.degraded=true")
        alone = self.start("run", file, *tcp, "--json").end()
        self.assertEqual((ended[0].code, alone.code), (0, 0), ended[0].err + alone.err)
        self.assertEqual(json.loads(ended[0].out)["digest"], json.loads(alone.out)["digest"])

    def test_the_last_to_come_is_waited_for(self):
        file = self.file("one.json", pes.scenario())
        late = [self.start_pe(rank, 3, "run", file, *shm) for rank in (2, 1)]
        pes.wait_until(lambda: all(os.path.exists(f"/proc/{pe.pid}/task/{pe.pid}") for pe in late), "PEs 1 and 2 run")
        first = self.start_pe(0, 3, "run", file, *shm).end()
        self.assertEqual((first.code, first.err), (0, ""))
        self.check_silent([pe.end() for pe in late], 0)

    def test_mpirun_mpiexec_and_srun_say_who_a_process_is(self):
        file = self.file("one.json", pes.scenario())
        for rank_in, size_in in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
                                 ("SLURM_PROCID", "SLURM_NTASKS")):
            with self.subTest(rank_in):
                self.address = f"127.0.0.1:{pes.free_port()}"
                ended = [self.start_pe(rank, 3, "run", file, *tcp, GINLAB_RANK="", GINLAB_SIZE="",
                                       **{rank_in: str(rank), size_in: "3"}) for rank in range(3)]
                ended = [each.end() for each in ended]
                self.assertEqual((ended[0].code, ended[0].err), (0, ""))
                self.assertTrue(ended[0].out.startswith("# one\n"))
                self.check_silent(ended[1:], 0)

    def test_a_starter_that_hands_on_no_address_is_told_how(self):
        file = self.file("one.json", pes.scenario())
        ended = self.start("run", file, *tcp, OMPI_COMM_WORLD_RANK="1", OMPI_COMM_WORLD_SIZE="3").end()
        self.assertEqual((ended.code, ended.out), (2, ""))
        self.assertIn("add -x GINLAB_ADDRESS -x GINLAB_SECRET to mpirun", ended.err)

    def test_who_does_not_know_the_secret_is_refused_and_the_job_does_not_notice(self):
        file = self.file("one.json", pes.scenario())
        others = [self.start_pe(rank, 3, "run", file, *shm) for rank in (0, 1)]
        stranger = self.start_pe(2, 3, "run", file, *shm, GINLAB_SECRET="another").end()
        self.assertEqual((stranger.code, stranger.out), (1, ""))
        self.assertRegex(stranger.err, r"\Aginlab: [^\n]*refused PE 2: expected the secret of this job[^\n]*\n\Z")
        right = self.start_pe(2, 3, "run", file, *shm).end()
        self.check_silent([right, others[1].end()], 0)
        self.assertEqual((others[0].end().code, others[0].err), (0, ""))

    def test_a_pe_of_a_job_of_another_size_is_refused(self):
        file = self.file("one.json", pes.scenario())
        two = self.file("smaller.json", pes.scenario(cluster={"nodes": 2, "profile": "dgx-h100-cx7",
                                                              "gpus_per_node": 1}))
        others = [self.start_pe(rank, 3, "run", file, *shm) for rank in (0, 2)]
        wrong = self.start_pe(1, 2, "run", two, *shm).end()
        self.assertEqual((wrong.code, wrong.out), (1, ""))
        self.assertIn("refused PE 1: expected a PE of a job of 3, came one of a job of 2", wrong.err)
        self.check_silent([self.start_pe(1, 3, "run", file, *shm).end(), others[1].end()], 0)
        self.assertEqual((others[0].end().code, others[0].err), (0, ""))

    def test_the_scenario_has_to_have_as_many_pes_as_were_started(self):
        file = self.file("one.json", pes.scenario())
        ended = self.start_pe(0, 2, "run", file, *tcp).end()
        self.assertEqual((ended.code, ended.out), (2, ""))
        self.assertIn("expected as many PEs as were started, 2, came 3 nodes with 1 GPUs each; start 3", ended.err)

    def test_a_pe_with_another_scenario_ends_the_job_and_pe_0_says_what_differs(self):
        file = self.file("two.json", pes.scenario(**two_rows))
        ended = self.run_all("run", file, *tcp, words_of={2: ["--set", "measure.iterations=5"]})
        self.assertEqual((ended[0].code, ended[0].out), (1, ""))
        self.assertIn('PE 2 runs another row than PE 0: expected "measure.iterations: 4", came "measure.iterations: 5"',
                      ended[0].err)
        self.assertEqual(len(ended[0].err.splitlines()), 1)
        self.check_silent(ended[1:], 1)

    def test_a_pe_with_fewer_rows_ends_the_job(self):
        two = self.file("two.json", pes.scenario(**two_rows))
        one = self.file("one.json", pes.scenario(params={"bytes": 64, "chunks": 2}))
        started = [self.start_pe(rank, 3, "run", one if rank == 1 else two, *shm) for rank in range(3)]
        zero, fewer, other = (each.end() for each in started)
        self.assertEqual((zero.code, zero.out), (1, ""))
        self.assertIn("but PE 1 left before it", zero.err)
        self.check_silent([other], 1)
        self.check_silent([fewer], 0)

    def test_memory_is_not_shared_so_pointers_are_refused(self):
        file = self.file("node.json", pes.scenario(cluster={"nodes": 1, "gpus_per_node": 3, "profile": "dgx-h100-cx7"},
                                                   path={"same_node": "pointer"}))
        for pe in self.run_all("run", file, *shm):
            self.assertEqual((pe.code, pe.out), (2, ""))
            self.assertIn("let ginlab start all PEs", pe.err)

    def test_pe_0_says_when_it_cannot_listen(self):
        file = self.file("one.json", pes.scenario())
        self.address = "192.0.2.1:4000"  # of nobody
        ended = self.start_pe(0, 3, "run", file, *tcp).end()
        self.assertEqual((ended.code, ended.out), (2, ""))
        self.assertIn("rendezvous: expected to listen at 192.0.2.1:4000", ended.err)


if __name__ == "__main__":
    pes.ProcessTest.binary = os.path.abspath(sys.argv.pop(1))
    unittest.main()
