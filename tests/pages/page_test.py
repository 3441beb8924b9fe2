"""The HTML report in a headless Chromium: what a reader sees, by day, by night, on paper and without scripts.

usage: page_test.py GINLAB PICTURES [unittest arguments]      PICTURES: a folder for a screenshot of each figure
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from guard import patience  # noqa: E402  (found by the line above)

try:
    import browser as chromium
    missing = chromium.why_not()
except ModuleNotFoundError as error:
    missing = f"expected the Python module {error.name}, came nothing; install python3-selenium"

root = pathlib.Path(__file__).resolve().parents[2]
library = root / "scenarios" / "library"
figures_of_quickstart = {"times", "rates", "bounds", "path-figure", "phases", "pe-traffic", "nics"}
hostile = "</script><script>document.title='taken'</script>\"'<img src=x onerror=document.title='taken'>&amp;"


def run(*words):
    return subprocess.run([ginlab, *map(str, words)], check=True, timeout=patience, text=True, capture_output=True).stdout


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ginlab-pages-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.result = json.loads(run("run", library / "quickstart.json", "--json"))
        cls.page = cls.made("quickstart", cls.result)
        cls.browser = cls.enterClassContext(chromium.browser()) if hasattr(cls, "enterClassContext") else None
        if cls.browser is None:
            context = chromium.browser()
            cls.browser = context.__enter__()
            cls.addClassCleanup(context.__exit__, None, None, None)

    @classmethod
    def made(cls, name, result):
        folder = cls.folder / name
        folder.mkdir()
        (folder / "result.json").write_text(json.dumps(result), encoding="utf-8")
        run("report", folder, "--out", folder)
        return next(folder.glob("*.html"))

    def setUp(self):
        self.browser.emulate()
        self.browser.complaints()

    def opened(self, page=None, **how):
        self.browser.open(page or self.page, **how)
        return self.browser

    def texts(self, selector):
        return self.browser.ask("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def colour(self, selector, of="color"):
        return self.browser.ask("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, of)

    # What a reader may rely on

    def test_it_asks_for_nothing_and_complains_about_nothing(self):
        browser = self.opened()
        self.assertEqual(browser.requests(), [self.page.as_uri()])
        self.assertEqual(browser.complaints(), [])

    def test_the_content_policy_lets_no_other_script_or_style_in(self):
        browser = self.opened()
        browser.ask("const s = document.createElement('script'); s.textContent = 'document.title = \"taken\"';"
                    "document.body.append(s); document.body.setAttribute('style', 'color: red');")
        self.assertEqual(browser.ask("return document.title"), "quickstart")
        self.assertNotEqual(self.colour("body"), "rgb(255, 0, 0)")
        self.assertEqual(len(browser.complaints()), 2)

    def test_every_figure_is_drawn_with_data_and_a_name(self):
        browser = self.opened()
        self.assertEqual(set(browser.ask("return [...document.querySelectorAll('figure')].map((f) => f.id)")),
                         figures_of_quickstart)
        for figure in figures_of_quickstart:
            found = browser.ask("""
                const svg = document.querySelector(`#${arguments[0]} .plot svg`);
                // Axes and legends are symbols too, but no data.
                const marks = [...svg.querySelectorAll('[role="graphics-symbol"]')].filter(
                    (e) => !['axis', 'legend'].includes(e.getAttribute('aria-roledescription')));
                const drawn = marks.filter((e) => e.getBBox().width > 0 && e.getBBox().height > 0);
                return {name: svg.getAttribute('aria-label') ?? svg.querySelector('[aria-label]').getAttribute('aria-label'),
                        marks: drawn.length,
                        named: drawn.filter((e) => (e.getAttribute('aria-label') ?? '').length > 5).length};""", figure)
            with self.subTest(figure=figure):
                self.assertGreater(len(found["name"]), 10)
                self.assertGreaterEqual(found["marks"], 3)
                self.assertGreaterEqual(found["named"], 3)

    def test_a_choice_shows_the_data_of_another_place(self):
        browser = self.opened()
        def drawn():
            return browser.ask("return document.querySelector('#path-figure .plot svg').outerHTML")
        first = drawn()
        browser.ask("const s = document.querySelector('#path-figure select'); s.value = '2';"
                    "s.dispatchEvent(new Event('change'))")
        browser.wait("document.querySelector('#path-figure .plot svg').textContent.includes('nic.earlier_work')")
        self.assertNotEqual(drawn(), first)
        self.assertEqual(browser.complaints(), [])

    def test_tables_sort_by_numbers_and_say_so(self):
        browser = self.opened()
        def p50():
            return [int(v) for v in browser.ask(
                "return [...document.querySelectorAll('#comparison td[data-column=p50]')].map((c) => c.dataset.value)")]
        before = p50()
        self.assertNotEqual(before, sorted(before))
        head = "[...document.querySelectorAll('#comparison th')].find((h) => h.textContent === 'p50')"
        browser.ask(f"{head}.querySelector('button').focus(); document.activeElement.click()")
        self.assertEqual(p50(), sorted(before))
        self.assertEqual(browser.ask(f"return {head}.getAttribute('aria-sort')"), "ascending")
        browser.ask(f"{head}.querySelector('button').click()")
        self.assertEqual(p50(), sorted(before, reverse=True))

    def test_dark_colours_apply_to_text_and_figures_without_drawing_again(self):
        browser = self.opened()
        day = self.colour("body"), self.colour("body", "backgroundColor"), self.colour("#times .plot svg text", "fill")
        browser.emulate(scheme="dark")
        night = self.colour("body"), self.colour("body", "backgroundColor"), self.colour("#times .plot svg text", "fill")
        for a, b in zip(day, night):
            self.assertNotEqual(a, b)

    def test_paper_is_light_and_has_no_controls(self):
        browser = self.opened()
        light = self.colour("body")
        browser.emulate(media="print", scheme="dark")
        self.assertEqual(self.colour("body"), light)
        for selector in ("nav", ".controls", "#path-figure .controls"):
            self.assertEqual(self.colour(selector, "display"), "none")
        self.assertEqual(self.colour("#path .scroll", "overflow"), "visible")
        self.assertGreater(len(browser.command("Page.printToPDF")["data"]), 10000)

    def test_without_scripts_text_and_tables_stay_and_a_sentence_says_what_is_missing(self):
        browser = self.opened(scripts=False)
        # A command of the driver is itself a script; the page's stay off.
        shown = browser.command("DOMSnapshot.captureSnapshot", computedStyles=["display"])
        words = [text for text in shown["strings"] if len(text) < 400]
        self.assertTrue(any("drawn by a script" in text for text in words))
        self.assertIn("put_quiet_flag", words)
        self.assertTrue(any("is best for bytes" in text for text in words))
        self.assertEqual(browser.complaints(), [])

    def test_keys_alone_reach_every_control_and_show_where_they_are(self):
        browser = self.opened()
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys
        browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
        self.assertEqual(browser.ask("return document.activeElement.className"), "skip")
        reached = set()
        for _ in range(60):
            browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            reached.add(browser.ask("const e = document.activeElement; return e.tagName + (e.dataset.save ?? '')"
                                    " + getComputedStyle(e).outlineStyle"))
        for control in ("Asolid", "BUTTONsolid", "SELECTsolid", "SUMMARYsolid"):
            self.assertIn(control, reached)

    def test_a_pointer_over_a_mark_is_told_its_numbers(self):
        browser = self.opened()
        browser.ask("""
            const svg = document.querySelector('#times .plot svg');
            const mark = [...svg.querySelectorAll('[aria-roledescription="point"]')].at(-1);
            mark.scrollIntoView({block: 'center'});
            const box = mark.getBoundingClientRect();
            for (const type of ['pointermove', 'mousemove', 'pointerover', 'mouseover'])
                mark.dispatchEvent(new PointerEvent(type, {bubbles: true, clientX: box.x + 3, clientY: box.y + 3}));""")
        browser.wait("!document.querySelector('#hint').hidden")
        self.assertRegex(self.texts("#hint")[0], r"signalling: put_\w+\nplace: bytes \d+\np50: [\d.]+ us\nbound: ")
        self.assertEqual(browser.complaints(), [])

    def meaning(self, word):
        """What the page says at its end of a word, as the box beside the word has it."""
        return self.browser.ask("return [...document.getElementById('word-' + arguments[0]).children]"
                                ".map((e) => e.textContent).join('\\n')", word)

    def test_a_word_under_the_pointer_is_explained_until_the_pointer_leaves_it_and_its_box(self):
        browser = self.opened()
        def hover(selector):
            box = browser.ask("""
                const e = document.querySelector(arguments[0]);
                if (e.matches('.word')) e.scrollIntoView({block: 'center', behavior: 'instant'});
                const box = e.getBoundingClientRect();
                return {x: box.x + 2, y: box.y + box.height / 2};""", selector)
            browser.command("Input.dispatchMouseEvent", type="mouseMoved", **box)
        for word in ("nic.earlier_work", "puts", "path-gpu", "latency", "nic.port_queue"):
            # Not every kind of word stands in every table.
            selector = f"td a[href='#word-{word}']"
            if browser.ask("return !document.querySelector(arguments[0])", selector):
                continue
            hover(selector)
            browser.wait("!document.querySelector('#about').hidden")
            self.assertEqual(self.texts("#about"), [self.meaning(word)])
            self.assertRegex(self.texts("#about")[0], r"\A[A-Z].*\.\nComes from: .*\.\n\w[\w ]+: [A-Z].*\.\Z")
            hover("#about")
            self.assertFalse(browser.ask("return document.querySelector('#about').hidden"))
            browser.command("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
            browser.wait("document.querySelector('#about').hidden")
        self.assertEqual(browser.complaints(), [])

    def test_keys_reach_each_word_once_in_a_table_and_explain_it(self):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        browser = self.opened()
        keys = lambda key: ActionChains(browser.driver).send_keys(key).perform()
        words = browser.ask("return [...document.querySelectorAll('#critical-path a.word')].map((e) => e.textContent)")
        reachable = browser.ask("return [...document.querySelectorAll('#critical-path a.word')]"
                                ".filter((e) => e.tabIndex >= 0).map((e) => e.textContent)")
        self.assertEqual(reachable, list(dict.fromkeys(words)))
        self.assertEqual(set(words), {item["item"] for row in self.result["rows"] for item in row["critical_path"]})
        browser.ask("document.querySelector('#critical-path').closest('.scroll').focus()")
        for word in reachable:
            keys(Keys.TAB)
            self.assertEqual(browser.ask("return document.activeElement.textContent"), word)
            self.assertEqual(browser.ask("return getComputedStyle(document.activeElement).outlineStyle"), "solid")
            self.assertEqual(self.texts("#about:not([hidden])"), [self.meaning(word)])
        keys(Keys.ESCAPE)
        self.assertEqual(self.texts("#about:not([hidden])"), [])

    def test_words_are_described_to_a_screen_reader_and_lead_to_the_text_without_scripts(self):
        browser = self.opened()
        browser.command("Accessibility.enable")
        nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
        described = {node["name"]["value"]: node["description"]["value"] for node in nodes
                     if node["role"]["value"] == "link" and node.get("description", {}).get("value")}
        named = {item["item"] for row in self.result["rows"] for item in row["critical_path"]}
        named |= {c["name"] for row in self.result["rows"] for c in row["counters"] if c["value"]}
        self.assertEqual(named - set(described), set())
        for word, description in described.items():
            with self.subTest(word):
                plain = " ".join(self.meaning(word.replace(" ", "-")).split())
                self.assertEqual(" ".join(description.split()), plain)
        browser.command("Accessibility.disable")
        self.opened(scripts=False)
        ends = browser.command("DOM.getDocument")["root"]["nodeId"]
        for word in sorted(named):
            found = browser.command("DOM.querySelectorAll", nodeId=ends, selector=f"dd[id='word-{word}']")["nodeIds"]
            self.assertEqual(len(found), 1, word)

    def test_a_part_of_the_critical_path_says_what_it_is(self):
        browser = self.opened()
        browser.ask("""
            const mark = document.querySelector('#path-figure .plot svg [aria-roledescription="bar"]');
            mark.scrollIntoView({block: 'center', behavior: 'instant'});
            const box = mark.getBoundingClientRect();
            for (const type of ['pointermove', 'mousemove', 'pointerover', 'mouseover'])
                mark.dispatchEvent(new PointerEvent(type, {bubbles: true, clientX: box.x + 3, clientY: box.y + 3}));""")
        browser.wait("!document.querySelector('#hint').hidden")
        text = self.texts("#hint")[0]
        item = dict(line.split(": ", 1) for line in text.splitlines()[:4])["item"]
        self.assertEqual(text.splitlines()[-1], self.meaning(item).splitlines()[0])

    def test_a_saved_figure_has_colours_of_its_own(self):
        browser = self.opened()
        browser.ask("""
            HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };
            URL.createObjectURL = (blob) => { blob.text().then((text) => { window.text = text; }); return '#'; };
            document.querySelector('#times [data-save]').click();""")
        browser.wait("window.text !== undefined")
        self.assertEqual(browser.ask("return window.saved"), "times.svg")
        text = browser.ask("return window.text")
        self.assertIn("<svg", text)
        self.assertIn("#0072b2", text)
        self.assertNotIn("var(", text)

    # What is on it

    def test_table_cells_carry_the_numbers_of_the_result(self):
        self.opened()
        cells = self.browser.ask("""return [...document.querySelectorAll('#comparison tbody tr')].map(
            (r) => [Number(r.dataset.row), Number(r.querySelector('[data-column=p50]').dataset.value)])""")
        self.assertEqual(dict(cells), {i: row["p50_ps"] for i, row in enumerate(self.result["rows"])})

    def test_critical_paths_add_up_on_the_page(self):
        self.opened()
        cells = self.browser.ask("""return [...document.querySelectorAll('#critical-path td[data-item]')].map(
            (c) => [c.dataset.row, c.dataset.item, Number(c.dataset.value)])""")
        for row in {cell[0] for cell in cells}:
            total = [ps for at, item, ps in cells if at == row and item == "total"]
            self.assertEqual(total, [sum(ps for at, item, ps in cells if at == row and item != "total")])
            self.assertEqual(total[0], self.result["rows"][int(row)]["critical_path_total_ps"])

    def test_the_verdict_says_what_the_markdown_report_says(self):
        self.opened()
        markdown = run("report", self.page.parent, "--format", "md").split("## Comparison")[0]
        plain = " ".join(markdown.replace("`", "").split())
        sentences = self.browser.ask("""return [...document.querySelectorAll('#verdict li')].map(
            (li) => [...li.childNodes].filter((n) => n.nodeName !== 'UL').map((n) => n.textContent).join(''))""")
        self.assertGreaterEqual(len(sentences), 3)
        for sentence in sentences:
            self.assertIn(" ".join(sentence.split()), plain)

    def test_names_from_a_file_are_text_whatever_they_hold(self):
        result = json.loads(json.dumps(self.result))
        result["scenario"] = result["description"] = hostile
        for row in result["rows"]:
            row["axes"] = {name: hostile + value if name == "signalling" else value for name, value in row["axes"].items()}
            row["mismatch"], row["verified"], row["program"] = hostile, False, hostile
        page = self.made("hostile", result)
        browser = self.opened(page)
        self.assertEqual(browser.ask("return document.title"), hostile)
        self.assertEqual(self.texts("h1"), [hostile])
        self.assertEqual(browser.ask("return document.querySelectorAll('img').length"), 0)
        self.assertEqual(browser.complaints(), [])
        self.assertEqual(browser.requests(), [page.as_uri()])
        self.assertTrue(self.texts("#verdict li")[0].startswith("WRONG DATA"))

    def test_a_thousand_rows_stay_usable(self):
        result = json.loads(json.dumps(self.result))
        rows = []
        for i in range(1000):
            row = json.loads(json.dumps(self.result["rows"][i % 3 * 3]))
            row["axes"] = {"path": f"p{i % 4}", "bytes": str(8 << i // 4 % 25), "agents": f"{i // 100}"}
            rows.append(row)
        result["rows"] = rows
        page = self.made("thousand", result)
        browser = self.opened(page)
        self.assertLess(page.stat().st_size, 3_000_000)
        self.assertEqual(len(self.texts("#comparison tbody tr")), 1000)
        self.assertEqual(browser.complaints(), [])
        browser.ask("const f = document.querySelector('.filter input'); f.value = 'p3 1024';"
                    "f.dispatchEvent(new Event('input'))")
        left = browser.ask("return [...document.querySelectorAll('#comparison tbody tr')].filter((r) => !r.hidden).length")
        self.assertTrue(0 < left < 100, left)

    def test_a_row_alone_and_a_result_without_rows_are_pages_too(self):
        for name, rows in (("alone", [dict(self.result["rows"][0], axes={})]), ("empty", [])):
            with self.subTest(name):
                page = self.made(name, dict(self.result, rows=rows))
                browser = self.opened(page)
                self.assertEqual(browser.complaints(), [])
                self.assertEqual(len(self.texts("#verdict")), 1)

    def test_pictures_of_every_figure_are_left_for_people(self):
        pictures.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            browser = self.opened()
            browser.emulate(scheme=scheme)
            for figure in sorted(figures_of_quickstart):
                file = pictures / f"quickstart-{figure}-{scheme}.png"
                browser.picture(f"#{figure}", file)
                self.assertGreater(file.stat().st_size, 5000)
            browser.picture("body", pictures / f"quickstart-page-{scheme}.png")
            browser.ask("const w = document.querySelector('#critical-path a.word');"
                        "w.scrollIntoView({block: 'center', behavior: 'instant'}); w.focus({focusVisible: true})")
            browser.wait("!document.querySelector('#about').hidden")
            browser.picture("#path .scroll", pictures / f"quickstart-word-{scheme}.png")


if __name__ == "__main__":
    if missing:
        print(missing)
        sys.exit(77)
    ginlab = str(pathlib.Path(sys.argv.pop(1)).resolve())
    pictures = pathlib.Path(sys.argv.pop(1))
    unittest.main()
