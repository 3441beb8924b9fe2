"""ginlab compare: results of runs side by side, what is refused, and what CI reads from the exit code."""

import json

import command


class Compare(command.CommandTest):
    def ran(self, name, *words):
        """The folder of a run's result."""
        self.succeed("run", self.scenario, "--quiet", "--out", name, *words)
        return self.folder / name

    def edited(self, folder, name, change):
        """The folder's result with something changed, as a file."""
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        change(result)
        return self.file(name, json.dumps(result))

    def test_a_folder_and_its_file_are_the_same_run(self):
        folder = self.ran("a")
        text = self.succeed("compare", folder, folder / "result.json")
        self.assertIn("- No difference beyond the noise in 2 rows.\n", text)
        self.assertIn("- 2 rows are the same to the picosecond, sample by sample.\n", text)
        self.assertIn("- Nothing that the results name was changed.\n", text)

    def test_a_difference_is_printed_and_is_no_failure(self):
        text = self.succeed("compare", self.ran("a"), self.ran("b", "--set", "stack=ideal"))
        self.assertIn("- Changed: stack from lean to ideal.\n", text)
        self.assertRegex(text, r"(?m)^- B is faster in \d of 2 rows")
        self.assertRegex(text, r"(?m)^\| gpu +\|")

    def test_json_holds_every_row_with_the_numbers_of_the_results(self):
        folders = [self.ran("a"), self.ran("b", "--set", "stack=ideal")]
        found = json.loads(self.succeed("compare", *folders, "--json"))
        self.assertEqual(found, json.loads(self.succeed("compare", *folders, "--format", "json")))
        self.assertEqual([run["name"] for run in found["runs"]], ["A", "B"])
        rows = [{json.dumps(row["axes"]): row["p50_ps"] for row in json.loads((folder / "result.json").read_text())["rows"]}
                for folder in folders]
        (pair,) = found["comparisons"]
        self.assertEqual(len(pair["rows"]), 2)
        for row in pair["rows"]:
            key = json.dumps(row["axes"])
            times = (rows[0][key], rows[1][key])
            self.assertEqual((row["base_p50_ps"], row["other_p50_ps"]), times)
            beyond = max(times) * 100 >= min(times) * 105
            self.assertEqual(row["standing"] in ("slower", "faster"), beyond)
            if beyond:
                self.assertEqual(row["standing"], "slower" if times[1] > times[0] else "faster")
        self.assertEqual(pair["changes"],
                         [{"what": "stack", "before": "lean", "after": "ideal", "rows": 2}])

    def test_numbers_that_were_replaced_are_named(self):
        replaced = ["--set", "stack.gpu.publish_ns=3.125", "--set", "profile.nic.mtu_bytes=1024"]
        text = self.succeed("compare", self.ran("a"), self.ran("b", *replaced))
        self.assertIn("- Changed: overrides from none to profile.nic.mtu_bytes=1024 stack.gpu.publish_ns=3.125.\n", text)

    def test_other_parameters_are_other_work(self):
        self.refuse("compare", self.ran("a"), self.ran("b", "--set", "params.chunks=3"),
                    expected="path gpu: expected the parameters that ")

    def test_exchanged_results_turn_the_sentence_around(self):
        a, b = self.ran("a"), self.ran("b")
        slow = self.edited(b, "slow.json", lambda result: self.slower(result["rows"][0], 2))
        self.assertIn("- B is slower in 1 of 2 rows, 2.00 times (path gpu).\n", self.succeed("compare", a, slow))
        self.assertIn("- B is faster in 1 of 2 rows, 2.00 times (path gpu).\n", self.succeed("compare", slow, a))

    @staticmethod
    def slower(row, factor):
        row["samples_ps"] = [sample * factor for sample in row["samples_ps"]]
        for name in ("p50_ps", "p99_ps", "max_ps"):
            row[name] *= factor

    def test_fail_over_ends_with_1_when_a_row_is_slower_by_more(self):
        a = self.ran("a")
        slow = self.edited(a, "slow.json", lambda result: self.slower(result["rows"][1], 3))
        self.assertEqual(self.call("compare", a, slow, "--fail-over", "200").returncode, 0)
        done = self.call("compare", a, slow, "--fail-over", "199")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aginlab: slow\.json: path proxy: expected at most 199 % more than the \d+ ps of "
                                      r"\S+, got \d+ ps\n\Z".replace("slow", r"\S*slow"))
        self.assertIn("3.00 times", done.stdout)
        self.assertEqual(self.call("compare", slow, a, "--fail-over", "0").returncode, 0)

    def test_a_row_that_is_gone_or_wrong_holds_no_bound(self):
        a = self.ran("a")
        gone = self.edited(a, "gone.json", lambda result: result["rows"].pop())
        done = self.call("compare", a, gone, "--fail-over", "5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("path proxy: expected this row of", done.stderr)
        self.assertEqual(self.call("compare", gone, a, "--fail-over", "5").returncode, 0)

        def spoil(result):
            result["rows"][0].update(verified=False, mismatch="PE 1: data[3]: expected 0x7, got 0x0")
        done = self.call("compare", a, self.edited(a, "wrong.json", spoil), "--fail-over", "5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("wrong data in B: PE 1: data[3]", done.stderr)

    def test_other_work_and_other_moments_are_refused(self):
        a = self.ran("a")
        for field, value in [("program", "transpose"), ("bracket", "acknowledged"), ("pes", 4), ("payload", "phantom")]:
            other = self.edited(a, "other.json", lambda result: result["rows"][1].update({field: value}))
            self.refuse("compare", a, other, expected="path proxy: expected the ")
        other = self.edited(a, "other.json", lambda result: [row.update(axes={"who": "x"}) for row in result["rows"][:1]]
                            and result["rows"].pop())
        self.refuse("compare", a, other, expected="expected a row that")

    def test_what_is_no_result_is_refused_with_the_reason(self):
        a = self.ran("a")
        text = (a / "result.json").read_text(encoding="utf-8")
        newer = self.edited(a, "newer.json", lambda result: result.update(schema="ginlab/result/9999"))
        self.refuse("compare", a, newer, expected="ginlab/result/9999")
        self.refuse("compare", a, self.file("half.json", text[: len(text) // 2]), expected="half.json: ")
        self.refuse("compare", a, self.file("none.json", "{}"), expected="none.json: ")
        self.refuse("compare", a, self.file("odd.json", "\x00\x01"), expected="odd.json: ")
        self.refuse("compare", a, "nowhere.json", expected="nowhere.json: ")
        self.refuse("compare", a, self.folder, expected="result.json: ")

    def test_words_that_mean_nothing_are_refused(self):
        a = self.ran("a")
        self.refuse("compare", a, expected="compare: expected two to 26 results, got 1")
        self.refuse("compare", *[a] * 27, expected="expected two to 26 results, got 27")
        self.refuse("compare", expected="expected RESULT")
        self.refuse("compare", a, a, "--format", "html", expected="expected md or json")
        self.refuse("compare", a, a, "--fail-over", "-1", expected="expected a whole number from 0")
        self.refuse("compare", a, a, "--fail-over", "5.5", expected="expected a whole number from 0")
        self.refuse("compare", a, a, "--json", "--format", "md", expected="--format")


if __name__ == "__main__":
    command.main()
