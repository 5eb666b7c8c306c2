"""What the parts of a check take, by criterion: claims, units, parsing, reading the facts, and each rule."""

import json
import os
import shutil
import subprocess
import sys

from bench import BENCH, ROOT, Miscounted, table, verdict

# Crate, benchmark, and which of its figures.
BENCHES = [
    ("designlint-quantity", "claims", "^claims/"),
    ("designlint-quantity", "units", ""),
    ("designlint-document", "parse", ""),
    ("designlint-rules", "parts", ""),
]
# The most that one element may take, in ns, where a number is promised.
AIMS = {"claims": 8000}


def measure(results):
    for crate, bench, only in BENCHES:
        command = ["cargo", "bench", "--quiet", "-p", crate, "--bench", bench, "--", "--noplot", *([only] if only else [])]
        surroundings = {**os.environ, "CRITERION_HOME": str(results)}
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, env=surroundings)
        if done.returncode != 0:
            sys.stderr.write(done.stdout + done.stderr)
            raise Miscounted(f"cargo bench -p {crate} --bench {bench} ended with {done.returncode}")


def figures(results):
    """Group, name, kind and number of elements, and median in ns of each figure."""
    for file in sorted(results.glob("**/new/benchmark.json")):
        told = json.loads(file.read_text())
        (kind, number), = told["throughput"].items()
        median = json.loads((file.parent / "estimates.json").read_text())["median"]["point_estimate"]
        yield told["group_id"], told["function_id"], kind, number, median


def row(figure):
    group, name, kind, number, median = figure
    each = "byte" if kind == "Bytes" else {"claims": "claim", "units": "word"}[group]
    aim = AIMS.get(group)
    held = [f"{aim / 1000:g} µs", verdict(median / number, aim)] if aim else ["", ""]
    return [name if group == "rule" else group, f"{median / 1000:,.1f} µs", f"{median / number:,.3f} ns a {each}", *held]


def print_table(_tools):
    results = BENCH / "criterion"
    shutil.rmtree(results, ignore_errors=True)
    measure(results)
    found = list(figures(results))
    missing = {"claims", "units", "parse", "extract", "rule"} - {f[0] for f in found}
    rules = sum(f[0] == "rule" for f in found)
    listed = sum("::" in line for line in (ROOT / "rules/src/lib.rs").read_text().split("designlint_core::rules! {")[1].splitlines())
    if missing or rules != listed:
        raise Miscounted(f"{rules} of {listed} rules were measured; without a figure: {', '.join(sorted(missing)) or 'none'}")
    # The parts in the order of a check, then the rules by what they take.
    order = ["units", "claims", "parse", "extract", "rule"]
    found.sort(key=lambda f: (order.index(f[0]), -f[4]))
    columns = ["Part", ">All documents of corpus/faulty, median", ">Each", ">Aim", "Holds"]
    note = f"One thread. {rules} rules, each with what its query takes once the facts are read; claims are those of corpus/clean too."
    table("parts", columns, [row(f) for f in found], note)
