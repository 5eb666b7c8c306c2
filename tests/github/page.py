"""page.py PULL PAGE: writes a page that shows a review as it stands on a pull request. Comments go through GitHub's renderer."""

import html
import json
import re
import sys

import cmarkgfm
from cmarkgfm.cmark import Options

STYLE = """
body { font: 14px/1.5 "DejaVu Sans", sans-serif; color: #1f2328; margin: 24px auto; width: 1020px; }
h1 { font-size: 20px; } h2 { font-size: 17px; border-bottom: 1px solid #d1d9e0; padding-bottom: 4px; } h3 { font-size: 15px; }
.box { border: 1px solid #d1d9e0; border-radius: 6px; margin: 12px 0; overflow: hidden; }
.head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 7px 14px; font-weight: bold; }
.head small { font-weight: normal; color: #59636e; }
.body { padding: 4px 14px; }
table { border-collapse: collapse; } .body td, .body th { border: 1px solid #d1d9e0; padding: 4px 10px; text-align: left; }
code { background: #eff1f3; border-radius: 4px; padding: 1px 5px; font: 12px "DejaVu Sans Mono", monospace; }
a { color: #0969da; text-decoration: none; }
.diff { width: 100%; font: 12px/1.6 "DejaVu Sans Mono", monospace; }
.diff td { padding: 0 8px; vertical-align: top; white-space: pre-wrap; } .diff .n { color: #59636e; width: 44px; text-align: right; }
.diff .add { background: #dafbe1; } .diff .del { background: #ffebe9; } .gap td { background: #ddf4ff; color: #59636e; }
.cell { padding: 8px 8px 8px 60px !important; white-space: normal !important; font: 14px/1.5 "DejaVu Sans", sans-serif; }
.suggest { border: 1px solid #d1d9e0; border-radius: 6px; margin: 8px 0; } .suggest p { margin: 6px 12px; color: #59636e; }
"""


def rendered(body):
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_GITHUB_PRE_LANG
    return cmarkgfm.github_flavored_markdown_to_html(body, options)


def suggested(page, old):
    """A suggestion as a small diff of the lines that it takes the place of."""

    def diff(found):
        rows = [("del", "-", line) for line in old] + [("add", "+", line) for line in html.unescape(found[1]).splitlines()]
        cells = "".join(f'<tr class="{name}"><td class="n">{sign}</td><td>{html.escape(line)}</td></tr>' for name, sign, line in rows)
        return f'<div class="suggest"><p>Suggested change</p><table class="diff">{cells}</table></div>'

    return re.sub(r'<pre lang="suggestion"><code>(.*?)</code></pre>', diff, page, flags=re.S)


def box(who, what, page):
    return f'<div class="box"><div class="head">{who} <small>{what}</small></div><div class="body">{page}</div></div>'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        pull = json.load(file)
    lines = [line[1:] for line in pull["patch"].split("\n")[1:]]
    about = {comment["line"]: comment for comment in pull["on_lines"]}
    near = {n for line in about for n in range(line - 3, line + 1)}
    rows, last = [], 0
    for number, line in enumerate(lines, 1):
        if number not in near:
            continue
        if number != last + 1:
            rows.append('<tr class="gap"><td class="n">…</td><td></td></tr>')
        last = number
        rows.append(f'<tr class="add"><td class="n">{number}</td><td>+ {html.escape(line)}</td></tr>')
        if number in about:
            comment = about[number]
            old = lines[(comment["start_line"] or number) - 1 : number]
            page = box("github-actions <small>bot</small>", "", suggested(rendered(comment["body"]), old))
            rows.append(f'<tr><td colspan="2" class="cell">{page}</td></tr>')
    bot = "github-actions <small>bot</small>"
    parts = [box(bot, "commented", rendered(pull["summary"]))]
    parts += [box(bot, "reviewed", rendered(body)) for body in pull["review"]]
    name = html.escape(pull["path"])
    parts.append(f'<div class="box"><div class="head">{name}</div><table class="diff">{"".join(rows)}</table></div>')
    page = f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><h1>Serving platform <small>#1</small></h1>{''.join(parts)}"
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(page)


main()
