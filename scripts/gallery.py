"""Makes the gallery of scripts/gallery.sh with a ginlab that is there.

usage: gallery.py GINLAB [--check]
--check writes nothing and says what in docs/gallery is no longer what ginlab says; exit status 1 when something is.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[1]
gallery = root / "docs" / "gallery"

comparisons = {
    "proxy_against_gpu_fanout": "Who should post, a CPU thread or the GPU, as peers grow?",
    "ring_rate": "The same for many small messages, as agents grow?",
    "pointer_against_get": "Read a peer's memory directly, or copy first?",
    "signalling_ib": "put_signal, or put, quiet and a flag?",
    "infiniband_against_efa": "InfiniBand or EFA, as messages grow?",
    "moe_libraries": "Library against library: expert dispatch",
    "single_put_libraries": "Library against library: one small put",
    "gpudirect_against_staging": "What does it cost when the NIC cannot reach GPU memory?",
    "iommu_modes": "What does an IOMMU cost?",
    "queue_placement": "In whose memory should queues and rings lie?",
    "nvswitch_against_mesh": "What does a switch buy over links between pairs?",
    "rails_aligned_against_cross": "All-to-all within rails, or across?",
}


def ginlab(*words):
    subprocess.run([binary, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def report_of(name, folder):
    """The Markdown report of a scenario; its result stays in a folder of its name."""
    ginlab("run", root / "scenarios" / "library" / f"{name}.json", "--quiet", "--out", folder / name)
    return (folder / name / "report.md").read_text(encoding="utf-8")


def verdict(report):
    """The first sentence that says who won."""
    section = report.partition("## Verdict\n\n")[2].partition("\n\n")[0]
    bullets = [" ".join(bullet.split()) for bullet in re.split(r"(?m)^- ", section) if bullet.strip()]
    return bullets[0].split(" - ")[0].split("; ")[0].rstrip(".") + ("" if len(bullets) == 1 else f" (and {len(bullets) - 1} more)")


def index(reports):
    lines = [
        "# Gallery",
        "",
        "The comparisons that ginlab is for, as it reports them. Made by `scripts/gallery.sh`, which also writes the pages with",
        "all figures into `build/gallery`; nothing here is written by hand. A machine's profile and a library's stack stand at",
        "the end of each report, and many of their numbers are estimates (`models/profiles`, `models/stacks`).",
        "",
        "| question | what came out |",
        "|---|---|",
    ]
    for name, report in reports.items():
        lines.append(f"| [{comparisons[name]}]({name}.md) | {verdict(report)} |")
    return "\n".join(lines) + "\n"


def texts(folder):
    """Every committed text: file -> what it holds."""
    reports = {name: report_of(name, folder) for name in comparisons}
    files = {f"{name}.md": with_picture(name, report) for name, report in reports.items()}
    return {"README.md": index(reports), **files}


def with_picture(name, report):
    title, rest = report.split("\n", 1)
    return f"{title}\n\n![{html.escape(comparisons[name])}]({name}.png)\n{rest}"


def page_index():
    links = "\n".join(f'<li><a href="{name}.html">{html.escape(question)}</a></li>' for name, question in comparisons.items())
    return (f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>ginlab gallery</title>\n'
            f"<h1>ginlab gallery</h1>\n<ul>\n{links}\n</ul>\n</html>\n")


def pictures(folder):
    """The first figure of each page. Without a browser the pictures stay as they are, and that is said."""
    sys.path.insert(0, str(root / "tests" / "pages"))
    import browser

    if missing := browser.why_not():
        print(f"no pictures: {missing}", file=sys.stderr)
        return
    with browser.browser() as chromium:
        for name in comparisons:
            chromium.open(folder / f"{name}.html", width=900)
            chromium.picture("figure .plot", gallery / f"{name}.png")


def make():
    folder = root / "build" / "gallery"
    for each in (folder, gallery):
        each.mkdir(parents=True, exist_ok=True)
    for file, text in texts(folder).items():
        (gallery / file).write_text(text, encoding="utf-8")
    for name in comparisons:
        ginlab("report", folder / name, "--out", folder)
    (folder / "index.html").write_text(page_index(), encoding="utf-8")
    pictures(folder)
    print(f"open {folder / 'index.html'}")


def check():
    with tempfile.TemporaryDirectory() as folder:
        wanted = texts(pathlib.Path(folder))
    there = {file.name for file in gallery.iterdir() if file.suffix == ".md"}
    stale = [file for file, text in wanted.items()
             if not (gallery / file).exists() or (gallery / file).read_text(encoding="utf-8") != text]
    stale += [f"{file} (no comparison of that name)" for file in sorted(there - wanted.keys())]
    stale += [f"{name}.png (none there)" for name in comparisons if not (gallery / f"{name}.png").exists()]
    for file in stale:
        print(f"docs/gallery/{file}: expected what ginlab says today, came something else; run scripts/gallery.sh")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    check() if "--check" in sys.argv[2:] else make()
