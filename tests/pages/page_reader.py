"""A report's page as data: the verdict's sentences and the tables, as anybody who saved the page can read them."""

import html.parser
import re
from dataclasses import dataclass, field


@dataclass
class Sentence:
    text: str = ""
    details: list = field(default_factory=list)


class Page(html.parser.HTMLParser):
    """`verdict`: the sentences with their details. `cells`: table id -> attributes of each cell, its row's among them.
    `no_colours`: variables of the style that are used and that nothing defines: a browser draws those black and is silent.
    Names of contestants stand between backquotes, as in the Markdown report."""

    def __init__(self, text):
        super().__init__()
        self.verdict = []
        self.crossovers = []
        self.cells = {}
        self.no_colours = sorted(set(re.findall(r"var\((--[\w-]+)", text)) - set(re.findall(r"(--[\w-]+):", text)))
        self._section = self._list = self._table = None
        self._depth = 0  # of open <li>
        self._row = {}
        self.feed(text)
        for sentence in self.verdict + self.crossovers:
            sentence.text = " ".join(sentence.text.split())
            sentence.details = [" ".join(detail.split()) for detail in sentence.details]

    def _sentences(self):
        if "crossovers" in (self._list, self._section):
            return self.crossovers
        return self.verdict if self._section == "verdict" else None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "section":
            self._section = attributes.get("id")
        elif tag == "ul" and attributes.get("id"):
            self._list = attributes["id"]
        elif tag == "table":
            self._table = self.cells.setdefault(attributes.get("id"), [])
        elif tag == "tr":
            self._row = {name: value for name, value in attributes.items() if name.startswith("data-")}
        elif tag == "td" and self._table is not None:
            self._table.append({**self._row, **attributes})
        elif tag == "li" and self._sentences() is not None:
            self._depth += 1
            if self._depth == 1:
                self._sentences().append(Sentence())
            else:
                self._sentences()[-1].details.append("")
        elif tag == "code":
            self.handle_data("`")

    def handle_endtag(self, tag):
        if tag == "section":
            self._section = None
        elif tag == "ul" and self._depth == 0:
            self._list = None
        elif tag == "table":
            self._table = None
        elif tag == "li" and self._depth > 0:
            self._depth -= 1
        elif tag == "code":
            self.handle_data("`")

    def handle_data(self, data):
        if self._depth == 1:
            self._sentences()[-1].text += data
        elif self._depth > 1:
            self._sentences()[-1].details[-1] += data
