"""What a command says about the files that it wrote: one form, on standard error, after the answer."""

import command


class Written(command.CommandTest):
    def said(self, *words):
        return self.written(self.call(*words))

    def test_run_names_each_file_and_what_it_is(self):
        said = self.said("run", self.scenario, "--out", "out", "--report", "page.html", "--golden", "g.json",
                         "--junit", "j.xml")
        self.assertEqual(said, [
            ("j.xml", "JUnit file, a test for each row"),
            ("out/result.json", "result, for ginlab report and compare"),
            ("out/report.md", "report as text"),
            ("out/report.html", "report page"),
            ("page.html", "report page"),
            ("g.json", "golden file, for --expect"),
        ])

    def test_a_trace_says_how_much_is_in_it_and_what_opens_it(self):
        (file, what), = self.said("run", self.scenario, "--trace", "t.pftrace", "--trace-events", "20")
        self.assertEqual((file, what), ("t.pftrace", "trace of 20 events; open it with ui.perfetto.dev"))

    def test_sweep_names_its_tables(self):
        self.assertEqual(self.said("sweep", self.scenario, "--out", "s"), [
            ("s/result.json", "result, for ginlab report and compare"),
            ("s/points.csv", "rows as a table"),
            ("s/points.jsonl", "a line for each point, as they ended"),
        ])

    def test_report_names_the_result_of_each_file(self):
        self.call("run", self.scenario, "--out", "made")
        self.assertEqual(self.said("report", "made", "--format", "html,md,csv,json", "--out", "pages"), [
            ("pages/small.html", "report page of made"),
            ("pages/small.md", "report as text of made"),
            ("pages/small.csv", "rows as a table of made"),
            ("pages/small.json", "result of made"),
        ])

    def test_a_run_that_fails_names_the_file_that_it_left(self):
        done = self.call("run", self.scenario, "--junit", "j.xml", "--out", "out",
                         "--set", "test.poll_for_real=true", "--set", "test.livelock_calls=1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.written(done), [("j.xml", "JUnit file, a test for each row")])
        self.assertTrue(done.stderr.startswith("ginlab: row path=proxy: PE "), done.stderr)

    def test_what_is_wrong_comes_after_the_files(self):
        done = self.call("run", self.scenario, "--out", "out", "--set", "test.flip_payload=1")
        self.assertEqual([line.startswith("ginlab: wrote ") for line in done.stderr.splitlines()],
                         [True, True, True, False, False], done.stderr)

    def test_standard_output_holds_the_answer_alone(self):
        plain = self.call("run", self.scenario)
        self.assertEqual(self.call("run", self.scenario, "--report", "page.html").stdout, plain.stdout)
        self.assertEqual(self.call("sweep", self.scenario, "--out", "s").stdout, "2 points, 0 failed\n")
        self.call("run", self.scenario, "--out", "made")
        self.assertEqual(self.call("report", "made").stdout, "")

    def test_quiet_says_nothing(self):
        self.assertEqual(self.call("run", self.scenario, "--quiet", "--out", "o", "--junit", "j.xml", "--golden", "g.json",
                                   "--trace", "t.json").stderr, "")
        self.assertEqual(self.call("sweep", self.scenario, "--quiet").stderr, "")

    def test_a_file_that_could_not_be_written_is_not_said(self):
        done = self.call("run", self.scenario, "--junit", "nowhere/j.xml")
        self.assertEqual((done.returncode, self.written(done)), (2, []))


if __name__ == "__main__":
    command.main()
