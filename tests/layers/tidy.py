"""What holds for every file, whatever it says: sizes, guards, whitespace, READMEs, and no trace of one machine."""

import re

import sources

lines_max = 400
readme_lines_max = 40
sized_suffixes = sources.cpp_suffixes | {".py", ".sh", ".cmake", ".mjs", ".js"}
suffixes_that_need_a_readme = sized_suffixes | {".json"}

# Written as patterns, so that this file does not hold what it forbids.
forbidden = {
    r"(?<![\w./)}\]-])/(?:work|root|home/\w+)(?![\w-])": "a path of one machine",
    r"\.\./(?:shared|\.library)\b": "a path outside the repository",
    r"\b(?:deb|security)\.debian\.org|\barchive\.ubuntu\.com|\bregistry\.npmjs|\bfiles\.pythonhosted|\bpypi\.org"
    r"|\bcrates\.io|\bghcr\.io|\bdocker\.io|\bconda\.anaconda": "the host of a package registry",
    r"\b(?:TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b": "a note of unfinished work",
}

# Broken on purpose: what is wrong with these files is what their tests are about.
malformed = "tests/malformed/"


def _check_sizes(source):
    lines = source.text.count("\n")
    if source.path.suffix in sized_suffixes and lines > lines_max:
        return [f"{source.path}: expected at most {lines_max} lines, came {lines}; split it by noun"]
    return []


def _check_guard(source):
    if source.is_header and not re.search(r"(?m)^#pragma once$", source.code):
        return [f"{source.path}: expected #pragma once, came a header without; add it under the opening comment"]
    return []


def _check_whitespace(source):
    return [f"{source.path}:{source.line_of(match.start())}: expected no whitespace at the end of a line; delete it"
            for match in re.finditer(r"(?m)[ \t\r]+$", source.text)]


def _check_forbidden(source):
    findings = []
    for pattern, what in forbidden.items():
        for match in re.finditer(pattern, source.text):
            findings.append(f"{source.path}:{source.line_of(match.start())}: expected nothing of the kind, came"
                            f" {what}: {match.group()}; say it without")
    return findings


def _check_readmes(tree):
    folders = {source.folder for source in tree.sources if source.path.suffix in suffixes_that_need_a_readme}
    readmes = {source.folder: source for source in tree.sources if source.path.name == "README.md"}
    findings = [f"{folder}: expected a README.md (purpose, what it may include, how to add one); write it"
                for folder in sorted(folders - readmes.keys())]
    for folder, readme in readmes.items():
        lines = readme.text.count("\n")
        if folder != "." and lines > readme_lines_max:
            findings.append(f"{readme.path}: expected at most {readme_lines_max} lines, came {lines}; shorten it")
    return findings


def check(tree):
    findings = _check_readmes(tree)
    for source in tree.sources:
        findings += _check_sizes(source) + _check_guard(source) + _check_forbidden(source)
        if not source.path.as_posix().startswith(malformed):
            findings += _check_whitespace(source)
    return findings


if __name__ == "__main__":
    sources.run(check, "untidy places")
