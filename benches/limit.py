"""A whole check beside what its parser takes alone for the same bytes: no check can be faster than that."""

from bench import TARGET, Miscounted, least, size, table, verdict
from documents import folder
from tools import number

MOST, WANTED = 3.0, 2.0


def print_table(tools):
    place, documents, what = folder()
    weight = sum(p.stat().st_size for p in documents)
    parser = [TARGET / "release" / "examples" / "parse_alone", *documents]
    own, alone = least(3, [tools[0].binary, *tools[0].folder], folder=place, threads="one"), least(3, parser, threads="one")
    found = tools[0].check(own, len(documents))
    counted = number(r"^(\d+) files,", alone.out), number(r" (\d+) bytes,", alone.out)
    if alone.code != 0 or counted != (len(documents), weight):
        raise Miscounted(f"the parser alone read {counted[0]} files, {counted[1]} bytes: {alone.err[-300:]}")
    ratio = own.user / alone.user
    rows = [
        ["comrak's parse alone", len(documents), "", f"{alone.user:.2f} s", f"{alone.user * 1e9 / weight:.1f} ns", "", "", ""],
        ["whole check", len(documents), found, f"{own.user:.2f} s", f"{own.user * 1e9 / weight:.1f} ns", f"{ratio:.2f}",
         f"{MOST:.1f}; wanted {WANTED:.1f}", verdict(ratio, MOST)],
    ]
    columns = ["What", ">Files", ">Findings", ">User CPU", ">A byte", ">Ratio", ">Aim", "Holds"]
    note = "One thread, whole processes, the same allocator; the least of three runs."
    table(f"against the limit: {len(documents)} {what}, {size(weight)}", columns, rows, note)
