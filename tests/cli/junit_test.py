"""ginlab run --junit: what a CI system reads from it, with a reader of XML that is not ours."""

import json
import xml.etree.ElementTree

import command

wrong = ["--set", "test.flip_payload=1"]
# Proxies that poll for real never rest, so the row on path proxy is called a livelock; the one on path gpu is none.
livelock = ["--set", "test.poll_for_real=true", "--set", "test.livelock_calls=1"]


class Junit(command.CommandTest):
    def suite_of(self, *words, code=0, scenario=None):
        """The one testsuite that a run writes, its numbers held against what it holds."""
        file = self.folder / "junit.xml"
        file.unlink(missing_ok=True)
        done = self.call("run", scenario or self.scenario, "--quiet", "--junit", file, *words)
        self.assertEqual(done.returncode, code, done.stderr)
        root = xml.etree.ElementTree.parse(file).getroot()
        self.assertEqual((root.tag, [child.tag for child in root]), ("testsuites", ["testsuite"]))
        suite = root[0]
        cases = suite.findall("testcase")
        for element in (root, suite):
            self.assertEqual(int(element.get("tests")), len(cases))
            for attribute, tag in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]:
                self.assertEqual(int(element.get(attribute)), len(suite.findall(f"testcase/{tag}")), attribute)
        self.assertEqual({case.get("classname") for case in cases}, {suite.get("name")})
        red = int(suite.get("failures")) + int(suite.get("errors"))
        self.assertEqual(red > 0, code == 1)
        return suite

    def names(self, suite):
        return [(case.get("name"), [child.tag for child in case]) for case in suite.findall("testcase")]

    def test_each_row_is_a_testcase_with_its_p50(self):
        suite = self.suite_of()
        self.assertEqual(suite.get("name"), "small")
        self.assertEqual(self.names(suite), [("path gpu", []), ("path proxy", [])])
        rows = json.loads(self.succeed("run", self.scenario, "--json"))["rows"]
        times = [case.get("time") for case in suite.findall("testcase")]
        self.assertEqual([int(time.replace(".", "")) for time in times], [row["p50_ps"] for row in rows])
        self.assertTrue(all(len(time.split(".")[1]) == 12 for time in times))

    def test_equal_runs_write_equal_files(self):
        texts = []
        for name in ("first.xml", "second.xml"):
            self.succeed("run", self.scenario, "--quiet", "--junit", name)
            texts.append((self.folder / name).read_bytes())
        self.assertEqual(texts[0], texts[1])

    def test_wrong_data_fails_every_row_that_has_it(self):
        suite = self.suite_of(*wrong, code=1)
        self.assertEqual(self.names(suite), [("path gpu", ["failure"]), ("path proxy", ["failure"])])
        for failure in suite.iter("failure"):
            self.assertEqual(failure.get("type"), "wrong data")
            self.assertRegex(failure.get("message"), r"^PE \d+: \w+\[\d+\]: expected 0x\w+, got 0x\w+$")
            self.assertEqual(failure.text, failure.get("message"))

    def test_an_equal_run_passes_its_golden_file(self):
        golden = self.folder / "golden.json"
        self.succeed("run", self.scenario, "--quiet", "--golden", golden)
        suite = self.suite_of("--expect", golden)
        self.assertEqual(self.names(suite), [("path gpu", []), ("path proxy", []), ("golden file", [])])

    def test_differences_are_failures_of_the_row_that_differs(self):
        golden = self.folder / "golden.json"
        self.succeed("run", self.scenario, "--quiet", "--golden", golden)
        text = json.loads(golden.read_text(encoding="utf-8"))
        text["rows"][1]["p50_ps"] += 7
        golden.write_text(json.dumps(text), encoding="utf-8")
        suite = self.suite_of("--expect", golden, code=1)
        self.assertEqual(self.names(suite), [("path gpu", []), ("path proxy", ["failure"]), ("golden file", [])])
        self.assertRegex(suite.find("testcase/failure").get("message"), r"^p50_ps: expected \d+, got \d+$")
        text["rows"].pop()
        golden.write_text(json.dumps(text), encoding="utf-8")
        suite = self.suite_of("--expect", golden, code=1)
        self.assertEqual(suite.find("testcase/failure").get("message"), "expected no such row, got one")
        text["rows"][0]["axes"]["path"] = "pointer"
        golden.write_text(json.dumps(text), encoding="utf-8")
        suite = self.suite_of("--expect", golden, code=1)
        self.assertIn(("golden file", ["failure"]), self.names(suite))
        self.assertEqual(suite.findall("testcase/failure")[-1].text, "row path=pointer: expected such a row, got none")

    def test_a_row_that_fails_is_an_error_with_its_diagnosis(self):
        golden = self.folder / "golden.json"
        self.succeed("run", self.scenario, "--quiet", "--golden", golden)
        axis = {"path": {"field": "path.other_node", "values": ["gpu", "proxy"]},
                "bytes": {"field": "params.bytes", "values": [8, 16]}}
        scenario = self.file("four.json", json.dumps(command.small_scenario(compare=axis)))
        suite = self.suite_of(*livelock, "--expect", golden, code=1, scenario=scenario)
        self.assertEqual([name for name, _ in self.names(suite)],
                         ["path gpu, bytes 8", "path gpu, bytes 16", "path proxy, bytes 8", "path proxy, bytes 16",
                          "golden file"])
        self.assertEqual([tags for _, tags in self.names(suite)][2:], [["error"], ["skipped"], ["skipped"]])
        error = suite.find("testcase/error")
        said = self.call("run", scenario, "--quiet", *livelock).stderr
        self.assertEqual(f"ginlab: {error.text}\n", said)
        self.assertTrue(error.get("message").startswith("row path=proxy, bytes=8: "))

    def test_the_only_row_may_fail(self):
        scenario = command.small_scenario(path="proxy")
        del scenario["compare"]
        suite = self.suite_of(*livelock, code=1, scenario=self.file("one.json", json.dumps(scenario)))
        self.assertEqual(self.names(suite), [("the only row", ["error"])])

    def test_names_may_hold_anything(self):
        odd = "<a href=\"x\">&'\u00e9\U0001f600</a>"
        scenario = self.file("odd.json", json.dumps(command.small_scenario(name=odd + "\n\t")))
        self.assertEqual(self.suite_of(scenario=scenario).get("name"), odd + "\n\t")
        scenario = self.file("odd.json", json.dumps(command.small_scenario(name="a\uffffb")))
        self.assertEqual(self.suite_of(scenario=scenario).get("name"), "a\ufffdb")

    def test_bad_input_leaves_the_file_alone(self):
        before = self.file("junit.xml", "what was there")
        self.refuse("run", self.scenario, "--junit", before, "--seed", "-1", expected="got -1")
        self.refuse("run", "nowhere.json", "--junit", before, expected="nowhere.json")
        self.assertEqual(before.read_text(encoding="utf-8"), "what was there")

    def test_a_file_that_cannot_be_written_is_refused(self):
        self.refuse("run", self.scenario, "--junit", self.folder / "no" / "j.xml", expected="--junit")
        done = self.call("run", self.scenario, "--quiet", *livelock, "--junit", self.folder / "no" / "j.xml")
        self.assertEqual(done.returncode, 2)
        # The diagnosis is not lost for it.
        self.assertIn("row path=proxy: PE ", done.stderr)

    def test_a_run_on_the_wall_clock_is_told_too(self):
        if "memory" not in self.names_listed("backends"):
            self.skipTest("this build has no backend on the wall clock")
        suite = self.suite_of("--backend", "memory")
        self.assertEqual(suite.find("properties/property[@name='clock']").get("value"), "wall")


if __name__ == "__main__":
    command.main()
