"""What all parts of a benchmark share: where things lie, how a command is measured, and the tables."""

import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()
# What is installed, generated and printed by the tools lies here.
BENCH = TARGET / "bench"
# Seconds of CPU after which a command counts as one that does not end.
LIMIT = 300


class Miscounted(Exception):
    """A tool looked at another number of files than it was given, or found nothing where there is something."""


@dataclass
class Run:
    """What a command took: seconds, and its peak of memory in MB."""

    code: int
    wall: float
    user: float
    system: float
    peak: float
    cold: bool
    out: str
    err: str

    @property
    def ended(self):
        """Whether it ended by itself."""
        return self.code >= 0


def run(command, folder=ROOT, threads="all", start="warm", limit=LIMIT):
    """Runs a command once and measures it."""
    output = BENCH / "output"
    BENCH.mkdir(parents=True, exist_ok=True)
    parent = [sys.executable, "-I", "-S", HERE / "measured.py", output, str(limit), threads, start]
    told = subprocess.run(parent + list(command), cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    out, err = (output.with_name(f"output.{n}").read_text("utf-8", "replace") for n in ("out", "err"))
    code, (wall, user, system), peak = int(told[0]), map(float, told[1:4]), int(told[4]) / 1000
    return Run(code, wall, user, system, peak, told[5] == "1", out, err)


def least(times, command, **how):
    """The run of several that used the least CPU: what else the machine does only adds to it."""
    return min((run(command, **how) for _ in range(times)), key=lambda r: r.user)


def verdict(value, most):
    """Whether a value is within its aim."""
    return "ok" if value <= most else "over"


def size(n):
    """A number of bytes in words."""
    return f"{n / 1e6:.4g} MB" if n >= 1e6 else f"{n / 1e3:.4g} kB"


def table(title, columns, rows, note=""):
    """Prints a table; columns that begin with `>` are set to the right."""
    print(f"\n## {title}\n")
    if note:
        print(f"{note}\n")
    names = [c.lstrip(">") for c in columns]
    lines = ["---:" if c.startswith(">") else "---" for c in columns]
    print(f"| {' | '.join(names)} |\n|{'|'.join(lines)}|")
    for row in rows:
        print(f"| {' | '.join(str(cell) for cell in row)} |")
    sys.stdout.flush()
