"""hold.py FILE: renders comments with hostile text by GitHub's own renderer, and does what GitHub does after it: nothing acts.

The file is a list of {attack, body}. Fails where a comment has a link that is not to a page of designlint, an image, a tag that
is not of plain text, or text of which GitHub would make a mention or a reference."""

import json
import re
import sys
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

# What GitHub leaves alone when it looks for mentions and references in the finished page.
SILENT = {"code", "pre", "a"}
PLAIN = {"p", "strong", "em", "del", "ul", "ol", "li", "h2", "h3", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "a", "br"}
PAGES = "https://designlint.github.io/designlint/"
REFERS = [
    re.compile(r"(?:^|[^\w`])@[a-z0-9][a-z0-9-]*", re.I),
    re.compile(r"(?:^|[^\w])(?:[\w.-]+/[\w.-]+)?#\d+"),
    re.compile(r"(?:^|\W)GH-\d+", re.I),
    re.compile(r"(?:https?|ftp)://", re.I),
    re.compile(r"(?:^|\W)www\.\w", re.I),
]


class Acts(HTMLParser):
    """What of a page does something."""

    def __init__(self):
        super().__init__()
        self.found, self.open, self.text = [], [], ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in PLAIN:
            self.found.append(f"<{tag}>")
        if tag == "a" and not values.get("href", "").startswith(PAGES):
            self.found.append(f"a link to {values.get('href')}")
        allowed = {"a": {"href"}, "code": {"class"}, "pre": {"lang"}, "th": {"align"}, "td": {"align"}}.get(tag, set())
        self.found += [f"{tag} {name}" for name in values if name not in allowed]
        self.open.append(tag)
        self.text += "\n"

    def handle_endtag(self, tag):
        self.open.remove(tag)
        self.text += "\n"

    def handle_comment(self, data):
        if not data.startswith(" designlint:"):
            self.found.append(f"a comment of HTML: {data}")

    def handle_data(self, data):
        if not SILENT & set(self.open):
            self.text += data


def acts(body):
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_GITHUB_PRE_LANG | Options.CMARK_OPT_FOOTNOTES
    page = cmarkgfm.github_flavored_markdown_to_html(body, options)
    acts = Acts()
    acts.feed(page)
    refers = [found.group() for pattern in REFERS for found in pattern.finditer(acts.text)]
    return acts.found + [f"a reference {text!r}" for text in refers]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        comments = json.load(file)
    # It does see what acts.
    for text in ["@ana", "see #1", "<img src=x>", "[x](https://evil.example)", "www.evil.example", "![x](y)", "- [x] y", "<b>x</b>"]:
        if not acts(text):
            sys.exit(f"{text} is not seen")
    failed = 0
    for comment in comments:
        found = acts(comment["body"])
        if found:
            failed += 1
            print(f"{comment['attack']}: {found}\n{comment['body']}\n")
    print(f"{len(comments) - failed} comments inert in GitHub's renderer, {failed} not")
    if failed or not comments:
        sys.exit(1)


main()
