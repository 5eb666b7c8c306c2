"""Writes a document that tries to speak to terminals, CI runners and hosts of code through what is said about it."""

import sys

SIGNS = [
    "\x1b[31mred", "\x9b2J", "\x07", "::error::x", "##[error]x", "##vso[task.x]", "]]>", "<script>alert(1)</script>",
    "@ana", "#12", "!7", "GH-3", "[a](https://example.org)", "![b](https://example.org/c.png)", "www.example.org",
    "{0}", "\u202eevil", "\u2066x", "\ufffe", "\uffff", "50%0A", "&amp;", "a\u0085b",
]

lines = ["# Design: hostile", "", "## Failure modes", "", "| failure | detection | users see |", "|---|---|---|"]
lines += [f"| {sign} down | users report {sign} | errors {sign} |" for sign in SIGNS]
lines += ["", "## Options", "", *(f"- {sign} is cheap" for sign in SIGNS), "", "## Open questions", ""]
lines += [f"- Who pays for {sign}?" for sign in SIGNS]
lines += ["", *(f"The {sign} needs 2 x 3 GB {sign} = 7 GB.\n" for sign in SIGNS)]
lines += ["```", *(f"2 x 4 = 9 {sign}" for sign in SIGNS), "```", ""]
with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as file:
    file.write("\n".join(lines))
