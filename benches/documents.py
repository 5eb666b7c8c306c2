"""The documents that are checked: real ones or made ones in a folder, and ones of a size that hold one thing only.

Nothing is drawn by lot: the same documents come out each time.
"""

import itertools
import shutil

from bench import BENCH, ROOT

REAL = ROOT.parent / "shared" / "eval" / "docs"
MADE = 2000


def folder():
    """The folder that is checked, its documents in order, and what they are.

    It is a copy that holds documents alone, so that no tool finds a configuration, or counts what the others do not read.
    """
    to = BENCH / "documents"
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    (real if REAL.is_dir() else made)(to)
    documents = sorted(p for p in to.rglob("*") if p.is_file())
    return to, documents, "documents of shared/eval/docs" if REAL.is_dir() else "documents made of those in corpus"


def real(to):
    for path in sorted(REAL.rglob("*")):
        inside = path.relative_to(REAL)
        if path.suffix in (".md", ".markdown") and not any(part.startswith(".") for part in inside.parts):
            (to / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to / inside)


def made(to):
    """Each is a document of the corpus with its own first heading, and sections of two others behind it."""
    texts = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "corpus").glob("*/*/doc.md"))]
    # What follows the first section: front matter and title stay behind.
    ends = [text[text.find("\n## ") + 1 :] for text in texts]
    for n in range(MADE):
        # Steps that share no divisor with most numbers of documents, so that combinations come back late.
        second, third = ends[(n * 7 + n // len(texts)) % len(texts)], ends[(n * 13 + 5) % len(texts)]
        text = texts[n % len(texts)].replace("\n# ", f"\n# {n}. ", 1)
        path = to / f"team-{n % 40}" / f"design-{n:04}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{text}\n{second}\n{third}", encoding="utf-8")


NOUNS = ["broker", "scheduler", "gateway", "replica", "coordinator", "index", "queue", "cursor", "ledger", "router", "archive"]
VERBS = ["reads", "forwards", "confirms", "stores", "drops", "orders", "repeats"]
ENDS = [
    "before the next one comes", "as long as a lease holds", "in the order of arrival", "once a majority has answered", "without a copy",
]


def sentence(n):
    """A sentence without numbers: 385 of them differ."""
    noun, verb, end = NOUNS[n % len(NOUNS)], VERBS[n % len(VERBS)], ENDS[n % len(ENDS)]
    return f"The {noun} {verb} what the {NOUNS[(n + 3) % len(NOUNS)]} sends, {end}."


def prose(n):
    return " ".join(sentence(4 * n + k) for k in range(4)) + "\n\n"


def tables(n):
    cells = lambda k: [f"{NOUNS[(n + k) % len(NOUNS)]} {k}", f"{7 * k + n % 90 + 1} ms", f"{12 * k + 3} MB", VERBS[k % len(VERBS)]]
    rows = [f"| {' | '.join(cells(k))} |" for k in range(12)]
    return "| Part | Latency | Memory | What it does |\n|---|---:|---:|---|\n" + "\n".join(rows) + "\n\n"


def claims(n):
    """Three multiplications that are right; every fifth time the second is wrong."""
    a, b = n % 97 + 3, n % 31 + 2
    wrong = 1 if n % 5 == 0 else 0
    return (
        f"The {NOUNS[n % len(NOUNS)]} holds {a} x {b} KB = {a * b} KB. It sends {b} x {a + 1} requests = "
        f"{b * (a + 1) + 10 * wrong * a} requests, and {a * 60} s / 60 = {a} s pass.\n\n"
    )


def lists(n):
    """A list seven deep, back to its top in between."""
    depths = [0, 1, 2, 3, 4, 5, 6, 3, 1]
    return "".join(f"{'  ' * depth}- {sentence(n + depth)}\n" for depth in depths) + ("\nBetween lists.\n\n" if n % 6 == 5 else "")


def links(n):
    return (
        f"See [{NOUNS[n % len(NOUNS)]} {n}](https://example.org/{n}/page), [the second of them][r{n}] and <https://example.org/{n}>, "
        f"or [r{n}] again.\n\n[r{n}]: https://example.org/reference/{n} \"{VERBS[n % len(VERBS)]}\"\n\n"
    )


GROWING = {"prose": prose, "tables": tables, "claims": claims, "nested lists": lists, "links": links}


def grown(kind, size):
    """A document of at least a size, in bytes, that holds one kind of thing, with a heading before every thirtieth."""
    path = BENCH / "growth" / f"{kind.replace(' ', '-')}-{size}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        written = file.write("# Growth\n\n")
        for n in itertools.count():
            if written >= size:
                return path
            heading = f"## Part {n // 30}\n\n" if n % 30 == 0 else ""
            written += file.write(heading + GROWING[kind](n))


def empty():
    path = BENCH / "growth" / "empty.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    return path


def one(size):
    """A design document of about a size: those of the corpus one after the other, up to the end of a line."""
    parts = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "corpus" / "faulty").glob("*/doc.md"))]
    text = parts[0] + "".join(part[part.find("\n## ") + 1 :] for part in parts[1:])
    path = BENCH / "start" / "document.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    cut = text.encode()[:size].decode("utf-8", "ignore")
    path.write_text(cut[: cut.rindex("\n") + 1], encoding="utf-8")
    return path
