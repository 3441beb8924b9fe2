"""What the checkers read: the files of this repository as text, with comments and strings told apart from code.

A Tree can also be made from a dictionary, so that the self-test plants violations without touching the disk.
"""

import os
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path, PurePosixPath

cpp_suffixes = {".hpp", ".h", ".cuh", ".cpp", ".cu"}
header_suffixes = {".hpp", ".h", ".cuh"}
folders_not_walked = {".git", "build", "out", "__pycache__"}

# A number comes before a character, or the separators of 1'000'000 would open one.
_token = re.compile(
    r"""(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
      | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?P<raw>.*?)\)(?P=mark)"
      | (?:u8|[uUL])?"(?P<string>(?:\\.|[^"\\\n])*)"
      | (?P<number>\.?\d(?:'?\w|[eEpP][+-]|\.)*)
      | (?:u8|[uUL])?'(?P<character>(?:\\.|[^'\\\n])+)'
      | (?P<word>[A-Za-z_]\w*)""",
    re.DOTALL | re.VERBOSE,
)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


class Source:
    """One file: as written, and as code in which comments and the insides of strings are blank."""

    def __init__(self, path, text):
        self.path = PurePosixPath(path)
        self.text = text

    @property
    def folder(self):
        return self.path.parent.as_posix()

    @property
    def is_cpp(self):
        return self.path.suffix in cpp_suffixes

    @property
    def is_header(self):
        return self.path.suffix in header_suffixes

    @cached_property
    def code(self):
        def replacement(match):
            whole = match.group()
            if match.group("word") or match.group("number"):
                return whole
            return _blank(whole) if match.group("comment") else '"' + _blank(whole[1:-1]) + '"'

        return _token.sub(replacement, self.text)

    @cached_property
    def strings(self):
        """(line, content) of every string literal, the paths of includes among them."""
        found = []
        for match in _token.finditer(self.text):
            content = match.group("string") if match.group("string") is not None else match.group("raw")
            if content is not None:
                found.append((self.line_of(match.start()), content))
        return found

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1


class Tree:
    """Every text file of the repository, by its path from the root."""

    def __init__(self, texts):
        self.sources = [Source(path, text) for path, text in sorted(texts.items())]

    @classmethod
    def read(cls, root):
        texts = {}
        for path in _paths(root):
            try:
                texts[path] = (root / path).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # A picture, say; nothing here applies to it.
        return cls(texts)

    @property
    def cpp(self):
        return [source for source in self.sources if source.is_cpp]


def _paths(root):
    """What git tracks or would track; in an unpacked archive, everything but build outputs."""
    listing = _git_paths(root)
    if listing is None:
        listing = []
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in folders_not_walked]
            listing += [(Path(folder) / name).relative_to(root).as_posix() for name in files]
    return [path for path in listing if (root / path).is_file() and not (root / path).is_symlink()]


def _git_paths(root):
    # The archive may lie inside somebody else's checkout, whose list would leave our files out.
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-co", "-z", "--exclude-standard"], capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return [path for path in done.stdout.decode().split("\0") if path]


def repository_root():
    return Path(__file__).resolve().parents[2]


def report(findings, what):
    """Prints the findings and returns the exit status."""
    for finding in findings:
        print(finding)
    print(f"{what}: {len(findings)} found" if findings else f"{what}: nothing found")
    return 1 if findings else 0


def run(check, what):
    """The body of every checker's command line."""
    sys.exit(report(check(Tree.read(repository_root())), what))
