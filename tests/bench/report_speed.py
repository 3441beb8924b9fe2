"""How long `ginlab report` takes over a result with many rows. Prints seconds; compares with nothing.

usage: report_speed.py GINLAB [ROWS]      1,000 rows; of eight PEs each, with everything that a page shows
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]


def many_rows(result, count):
    """Four contestants over sizes and scopes, their times apart by a few hundredths."""
    rows = []
    for i in range(count):
        row = json.loads(json.dumps(result["rows"][i % len(result["rows"])]))
        row["axes"] = {"path": f"path{i % 4}", "bytes": str(1 << i // 4 % 25), "scope": f"scope{i // 100}"}
        longer = row["p50_ps"] * (i % 25) // 100
        for key in ("p50_ps", "p99_ps", "max_ps"):
            row[key] += longer
        row["samples_ps"] = [sample + longer for sample in row["samples_ps"]]
        rows.append(row)
    return {**result, "rows": rows}


def main(ginlab, count="1000"):
    scenario = root / "scenarios" / "library" / "signalling_ib.json"
    done = subprocess.run([ginlab, "run", scenario, "--json"], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory(prefix="ginlab-report-") as folder:
        file = pathlib.Path(folder) / "result.json"
        file.write_text(json.dumps(many_rows(json.loads(done.stdout), int(count))), encoding="utf-8")
        begin = time.monotonic()
        subprocess.run([ginlab, "report", file, "--out", folder], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - begin
        page = next(pathlib.Path(folder).glob("*.html")).stat().st_size
        print(f"{count} rows: {file.stat().st_size / 1e6:.1f} MB of result, {page / 1e6:.1f} MB of page, {seconds:.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
