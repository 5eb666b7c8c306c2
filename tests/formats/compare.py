"""compare.py FORMAT FOLDER: what a format says against what JSON says of the same run, read with the standard library and
with packages that are not designlint's."""

import collections
import json
import pathlib
import re
import sys

form, folder = sys.argv[1], pathlib.Path(sys.argv[2])
raw = (folder / form).read_bytes()
text = raw.decode("utf-8")
base = json.loads((folder / "json").read_text("utf-8"))
findings = base["diagnostics"]
safe = [d for d in findings if d["fix"] and d["fix"]["safety"] == "safe"]
assert {d["severity"] for d in findings} == {"error", "warning", "info"}, "not every severity"
assert safe, "no safe fix"
assert not raw.startswith(b"\xef\xbb\xbf"), "a byte order mark"
obeyed = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|##\\[|##vso\\[")
assert not obeyed.search(text), obeyed.search(text)


def relative(path):
    """The path as services want it, and the file is there."""
    assert not path.startswith("./") and ".." not in path.split("/"), path
    assert path.endswith("gone.md") or pathlib.Path(path).exists(), path
    return path


def same(found, wanted):
    assert sorted(found) == sorted(wanted), "other findings than in JSON"


places = [(d["path"], d["rule"], d["line"]) for d in findings]

if form == "jsonl":
    import jsonschema

    schema = json.loads(pathlib.Path("docs/schemas/check-line.json").read_text("utf-8"))
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        jsonschema.Draft202012Validator(schema).validate(line)
    assert lines == findings
elif form == "sarif":
    report = json.loads((folder / "report").read_text("utf-8-sig"))
    complaints = [result for run in report["runs"] for result in run.get("results", [])]
    said = collections.Counter((result["ruleId"], result.get("level", "warning")) for result in complaints)
    assert not complaints, (said, complaints[:3])
    run = json.loads(text)["runs"][0]
    place = [r["locations"][0]["physicalLocation"] for r in run["results"]]
    same([(relative(p["artifactLocation"]["uri"].removeprefix("file://")), r["ruleId"], p["region"]["startLine"])
          for r, p in zip(run["results"], place)], places)
    assert sum("fixes" in r for r in run["results"]) == len(safe)
    assert not run["invocations"][0]["executionSuccessful"]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["help"]["text"] and 0 < len(rule["shortDescription"]["text"]) <= 1024, rule["id"]
elif form == "gitlab":
    issues = json.loads(text)
    keys = {"description", "check_name", "fingerprint", "severity", "location"}
    assert all(set(issue) == keys and all(issue.values()) for issue in issues)
    assert all(issue["severity"] in {"info", "minor", "major", "critical", "blocker"} for issue in issues)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues), "equal fingerprints are one issue"
    same([(relative(i["location"]["path"]), i["check_name"], i["location"]["lines"]["begin"]) for i in issues], places)
elif form == "junit":
    import junitparser

    suites = junitparser.JUnitXml.fromstring(raw)
    assert [suite.name for suite in suites] == [file["path"] for file in base["files"]]
    failures = [(suite.name, result.type) for suite in suites for case in suite for result in case.result
                if isinstance(result, junitparser.Failure)]
    same(failures, [(path, rule) for path, rule, _ in places])
    assert suites.failures == len(findings) and suites.errors == 1
    passed = [suite.name for suite in suites if suite.tests and not suite.failures and not suite.errors]
    assert set(passed) == {file["path"] for file in base["files"]} - {d["path"] for d in findings} - {str(folder / "gone.md")}
elif form == "rdjson":
    report = json.loads(text)
    diagnostics = report["diagnostics"]
    same([(relative(d["location"]["path"]), d["code"]["value"], d["location"]["range"]["start"]["line"])
          for d in diagnostics], places)

    def span(lines, range_):
        """Bytes of a range: columns count them."""
        at = [sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1 for place in (range_["start"], range_["end"])]
        return at

    for diagnostic, finding in zip(diagnostics, findings):
        lines = pathlib.Path(finding["path"]).read_bytes().splitlines(keepends=True)
        assert span(lines, diagnostic["location"]["range"]) == finding["span"], finding
        for suggestion in diagnostic["suggestions"]:
            edits = finding["fix"]["edits"]
            start, end = span(lines, suggestion["range"])
            assert (start, end) == (min(e["span"][0] for e in edits), max(e["span"][1] for e in edits))
            whole = b"".join(lines)
            mended = whole
            for edit in sorted(edits, key=lambda edit: edit["span"], reverse=True):
                mended = mended[: edit["span"][0]] + edit["text"].encode() + mended[edit["span"][1]:]
            assert whole[:start] + suggestion["text"].encode() + whole[end:] == mended
    assert sum(bool(d["suggestions"]) for d in diagnostics) == len(safe)
elif form == "markdown":
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("gfm-like").parse(text)
    inline = [child for token in tokens if token.type == "inline" for child in token.children]
    links = [token.attrGet("href") for token in inline if token.type == "link_open"]
    assert links and all(link.startswith("https://designlint.github.io/designlint/rules/") for link in links), links
    kinds = {token.type for token in tokens + inline}
    assert not kinds & {"html_block", "html_inline", "image", "fence"}, kinds
    words = [token.content for token in inline if token.type == "text"]
    mention = re.compile(r"(?<![\w`])(@\w|#\d|!\d|GH-\d)")
    assert not any(mention.search(word) for word in words), [w for w in words if mention.search(w)]
    assert len(text) < 65536
print(f"{form}: {len(findings)} findings, {len(safe)} safe fixes")
