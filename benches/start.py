"""One document, as an editor or a hook starts a tool: the time of the whole process, with nothing of the disk in memory, and with it."""

import pathlib
import statistics

from bench import Miscounted, run, size, table, verdict
from documents import one
from tools import installed, of_designlint

BYTES = 20_000
ROUNDS = 9
# Of another tool, whose figure is there for comparison.
FEW = 3
MOST = 10.0


def median(command, start, rounds):
    """The median wall in ms of several runs, the least, and whether they were cold."""
    runs = [run(command, start=start) for _ in range(rounds)]
    walls = [r.wall * 1000 for r in runs]
    return statistics.median(walls), min(walls), all(r.cold for r in runs), runs[-1]


def rows_of(tool, path):
    """A row for cold starts, where this user may empty the cache, and one for warm ones; the aim stands with the first."""
    out = []
    for start in ("cold", "warm"):
        middle, fastest, cold, last = median([tool.binary, *tool.file(path)], start, FEW if tool.peer else ROUNDS)
        if last.code not in tool.good or not (last.out + last.err).strip():
            raise Miscounted(f"{tool.name} on one document ended with {last.code}: {last.err[-300:]}")
        if not tool.peer and of_designlint(last)[1] == 0:
            raise Miscounted("designlint found nothing in one document with mistakes")
        if start == "cold" and not cold:
            continue
        held = [f"{MOST:.0f} ms", verdict(middle, MOST)] if not tool.peer and not out else ["", ""]
        took = [f"{ms:.1f} ms" for ms in (middle, fastest, last.user * 1000)]
        out.append([tool.name, start, *took, weight(tool), *held])
    return out


def weight(tool):
    """The size of the program's file; a script's says nothing."""
    file = pathlib.Path(tool.binary).resolve()
    with file.open("rb") as start:
        return "a script" if start.read(2) == b"#!" else size(file.stat().st_size)


def print_table(tools):
    path = one(BYTES)
    rows = []
    for tool in tools:
        why = installed(tool)
        rows += [[tool.name, f"cannot be had: {why}"] + [""] * 6] if why else rows_of(tool, path)
    cold = any(row[1] == "cold" for row in rows)
    how = "Cold: the disk's cache was emptied before each, but for what runs anyway" if cold else "All warm: only root may empty the disk's cache"
    note = f"{ROUNDS} runs, and {FEW} of each other tool. {how}."
    columns = ["Tool", "Start", ">Wall, median", ">Least", ">User CPU", ">Binary", ">Aim", "Holds"]
    table(f"start: one document of {size(path.stat().st_size)}", columns, rows, note)
