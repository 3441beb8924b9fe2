"""ginlab report, and the pages that ginlab run leaves."""

import csv
import io
import json

import command


class Report(command.CommandTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", self.scenario, "--quiet", "--out", "made")
        self.made = self.folder / "made"
        self.result = self.made / "result.json"

    def changed(self, name, **changes):
        return self.file(name, json.dumps({**json.loads(self.result.read_text()), **changes}))

    def test_a_page_is_the_same_from_the_run_and_from_its_result(self):
        self.succeed("report", "made", "--out", "again")
        page = (self.folder / "again" / "small.html").read_text()
        # Compared as a whole: what differs in a page of a megabyte helps nobody on a terminal.
        self.assertTrue(page == (self.made / "report.html").read_text(), "pages differ")
        self.succeed("run", self.scenario, "--quiet", "--report", "third.html")
        self.assertTrue(page == (self.folder / "third.html").read_text(), "pages differ")
        self.assertTrue("are level: p50 within 5 %." in page, "no verdict")

    def test_one_text_goes_to_standard_output(self):
        self.assertEqual(self.succeed("report", "made", "--format", "md"), (self.made / "report.md").read_text())
        self.assertEqual(json.loads(self.succeed("report", self.result, "--format", "json")),
                         json.loads(self.result.read_text()))
        rows = list(csv.DictReader(io.StringIO(self.succeed("report", "made", "--format", "csv"))))
        self.assertEqual([int(row["p50_ps"]) for row in rows],
                         [row["p50_ps"] for row in json.loads(self.result.read_text())["rows"]])

    def test_everything_else_goes_to_files_that_are_named(self):
        said = self.written(self.call("report", "made", "--format", "html,csv,md,html", "--out", "pages"))
        self.assertEqual(sorted(path.name for path in (self.folder / "pages").iterdir()),
                         ["small.csv", "small.html", "small.md"])
        self.assertEqual([file for file, _ in said], [f"pages/small.{end}" for end in ("html", "csv", "md")])
        self.succeed("report", "made")
        self.assertTrue((self.folder / "small.html").exists())

    def test_results_of_one_name_are_numbered(self):
        other = self.changed("other.json", description="Another one.")
        said = self.written(self.call("report", "made", other, "--format", "md", "--out", "pages"))
        self.assertEqual(said, [("pages/small.md", "report as text of made"),
                                ("pages/small-2.md", f"report as text of {other}")])
        self.assertIn("Another one.", (self.folder / "pages" / "small-2.md").read_text())

    def test_a_name_leads_nowhere_else(self):
        self.succeed("report", self.changed("evil.json", scenario="../../etc/$(x) y"), "--format", "md", "--out", "pages/in")
        self.assertEqual([path.name for path in (self.folder / "pages" / "in").iterdir()], ["etc---x--y.md"])
        self.succeed("report", self.changed("dots.json", scenario=".."), "--format", "md", "--out", "dots")
        self.assertEqual([path.name for path in (self.folder / "dots").iterdir()], ["report.md"])

    def test_what_is_no_result_is_refused_with_the_reason(self):
        text = self.result.read_text()
        self.refuse("report", "nowhere", expected="nowhere: expected a result.json or a folder that holds one")
        self.refuse("report", self.file("cut.json", text[: len(text) // 2]), expected="cut.json: ")
        self.refuse("report", self.file("empty.json", ""), expected="it is empty")
        self.refuse("report", self.changed("newer.json", schema="ginlab/result/99"), expected='got "ginlab/result/99"')
        rows = json.loads(text)["rows"]
        rows[0]["critical_path_total_ps"] += 1
        self.refuse("report", self.changed("wrong.json", rows=rows), expected="critical_path")
        (self.folder / "hollow").mkdir()
        self.refuse("report", "hollow", expected="hollow/result.json: expected a result.json")

    def test_one_bad_result_of_several_leaves_nothing_behind(self):
        self.refuse("report", "made", self.file("bad.json", "{"), "--out", "pages", expected="bad.json")
        self.assertFalse((self.folder / "pages").exists())

    def test_a_format_that_nobody_knows_is_refused(self):
        self.refuse("report", "made", "--format", "html,pdf", expected='got "pdf"')
        self.refuse("report", expected="expected")
        self.refuse("report", "made", "--out", self.result, expected="--out")


if __name__ == "__main__":
    command.main()
