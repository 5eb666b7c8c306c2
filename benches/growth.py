"""Whether time grows with the document and no faster: documents that hold one kind of thing, from 10 kB to 10 MB.

Instructions are counted by callgrind and the start is taken away, so that the figure is the same on any machine. It is fifty times
slower than a run, so the largest document is timed only, beside the second largest.
"""

import shutil

from bench import Miscounted, least, run, size, table, verdict
from documents import GROWING, empty, grown
from tools import number, of_designlint

COUNTED = [10_000, 100_000, 1_000_000]
LARGEST = 10_000_000
MOST = 1.5
# Seconds of CPU for a document: callgrind's run of one that grows as it should takes less.
PATIENCE = 900


def command(tool, path):
    return [tool.binary, *tool.file(path)]


def instructions(tool, path):
    """How many a run takes; nothing where it did not end."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    took = run([*valgrind, *command(tool, path)], limit=PATIENCE)
    counted = number(r"Collected : (\d+)", took.err)
    if took.ended and (took.code != 0 or counted == 0):
        raise Miscounted(f"callgrind on {path.name} ended with {took.code}: {took.err[-300:]}")
    return counted if took.ended else None


def times(tool, kind, start):
    """User CPU a byte, in ns, of the two largest documents, and the findings in the largest; nothing where it did not end."""
    out = []
    for length in (COUNTED[-1], LARGEST):
        path = grown(kind, length)
        took = least(3 if length < LARGEST else 1, command(tool, path))
        if not took.ended:
            return out + [None], None
        if took.code != 0 or (kind == "claims" and of_designlint(took)[1] == 0):
            raise Miscounted(f"designlint on {path.name} ended with {took.code} and found nothing: {took.err[-300:]}")
        out.append(max(took.user - start, 1e-6) * 1e9 / path.stat().st_size)
    return out, of_designlint(took)[1]


def counted(tool, kind, none):
    """Instructions a byte at each size."""
    out = []
    for length in COUNTED:
        path = grown(kind, length)
        took = instructions(tool, path)
        out.append(None if took is None else (took - none) / path.stat().st_size)
        if took is None:
            break
    return out


def growth(values):
    """The last over the first, or infinity where the last did not come."""
    return float("inf") if values[-1] is None else values[-1] / values[0]


def shown(values, unit):
    return ", ".join("does not end" if v is None else f"{v:,.0f}" for v in values) + unit


def print_table(tools):
    tool, valgrind = tools[0], shutil.which("valgrind")
    nothing = empty()
    none = instructions(tool, nothing) if valgrind else None
    start = least(5, command(tool, nothing)).user
    rows = []
    for kind in GROWING:
        by_count = counted(tool, kind, none) if valgrind else []
        by_time, found = times(tool, kind, start)
        grows = [growth(by_count)] if by_count else []
        grows.append(growth(by_time))
        rows.append([
            kind, shown(by_count, "") if by_count else "no valgrind", f"{grows[0]:.2f}" if by_count else "",
            shown(by_time, " ns"), f"{grows[-1]:.2f}", "" if found is None else found, f"{MOST}", verdict(max(grows), MOST),
        ])
    sizes = ", ".join(size(n) for n in COUNTED)
    columns = [
        "Document of", f">Instructions a byte at {sizes}", ">Last / first", f">User CPU a byte at {size(COUNTED[-1])}, {size(LARGEST)}",
        ">Last / first", f">Findings at {size(LARGEST)}", ">Aim, of both", "Holds",
    ]
    note = (
        f"An empty document's run is taken away ({f'{none / 1e6:.1f} million instructions, ' if none else ''}{start * 1000:.1f} ms). "
        f"{size(LARGEST)} is timed and not counted: callgrind is fifty times slower than a run."
    )
    table("growth", columns, rows, note)
