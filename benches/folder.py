"""All documents of a folder, beside other tools that read Markdown: one run each."""

from bench import run, size, table, verdict
from documents import folder
from tools import installed

# The most that designlint's user CPU may be of another's.
AIMS = {"rumdl": 1 / 2, "markdownlint-cli2": 1 / 20}


def row(tool, took, found, files, own):
    ratio = own.user / took.user
    aim = AIMS.get(tool.name)
    ends = ["", "", ""] if not tool.peer else [f"{ratio:.3f}", f"{aim:g}" if aim else "", verdict(ratio, aim) if aim else ""]
    spent = [f"{seconds:.2f} s" for seconds in (took.user, took.system, took.wall)]
    return [tool.name, tool.version(), files, found, *spent, f"{took.peak:.0f} MB", *ends]


def print_table(tools):
    place, documents, what = folder()
    weight = sum(p.stat().st_size for p in documents)
    rows, own = [], None
    for tool in tools:
        why = installed(tool)
        if why:
            rows.append([tool.name, f"cannot be had: {why}"] + [""] * 9)
            continue
        took = run([tool.binary, *tool.folder], folder=place)
        own = own or took
        rows.append(row(tool, took, tool.check(took, len(documents)), len(documents), own))
    columns = [
        "Tool", "Version", ">Files", ">Findings", ">User CPU", ">System", ">Wall", ">Peak", ">designlint's user CPU / its", ">Aim", "Holds",
    ]
    table(f"folder: {len(documents)} {what}, {size(weight)}", columns, rows)
