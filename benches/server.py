#!/usr/bin/env python3
"""How long an edit takes to become diagnostics, over standard input and output, with the server of rumdl beside it.

    benches/server.py [--binary target/release/designlint] [--rounds 200] [--check]

Prints p50 and p95 of the time from an edit to its diagnostics, the time of processors that an edit costs (the figure to
compare where the machine does other things too), and the peak of memory, for documents of 20 kB and 150 kB made of those
in corpus/. rumdl is installed into a virtual environment under target/; without it designlint is measured
alone. With --check it exits 1 where designlint misses its bars: at most 3 ms and 10 ms in the median by pull, and at most
half of what rumdl takes in the same run. Needs Python 3.9 and, for memory and processors, Linux.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEER = "rumdl==0.3.0"
# Size in bytes, and the most that the median may take in milliseconds.
SIZES = [(20_000, 3.0), (150_000, 10.0)]
MARK = "The pool takes "


class Server:
    """A server that is spoken to as an editor does: requests in, diagnostics out."""

    def __init__(self, command, encoding="utf-16"):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        capabilities = {
            "general": {"positionEncodings": [encoding]},
            "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "dataSupport": True}},
        }
        result = self.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})["capabilities"]
        sync = result["textDocumentSync"]
        self.incremental = (sync if isinstance(sync, int) else sync.get("change")) == 2
        self.pulls = "diagnosticProvider" in result
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self):
        """The next message, and when its last byte came."""
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = self.process.stdout.read(length)
        if len(body) < length or not length:
            sys.exit(f"{self.process.args[0]} ended")
        return time.perf_counter(), json.loads(body)

    def wait(self, wanted):
        while True:
            when, message = self.receive()
            if wanted(message):
                return when, message
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def request(self, method, params):
        return self.timed(method, params)[1]

    def timed(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        when, message = self.wait(lambda m: m.get("id") == self.last and "method" not in m)
        if "error" in message:
            sys.exit(f"{self.process.args[0]}: {method}: {message['error']}")
        return when, message["result"]

    def diagnostics(self, uri, version):
        """When the diagnostics of this version came, and how many there are."""
        if self.pulls:
            when, items = self.pull(uri)
            return when, len(items)
        pushed = lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"].get("version") == version
        when, message = self.wait(pushed)
        return when, len(message["params"]["diagnostics"])

    def pull(self, uri):
        """When the diagnostics came that were asked for, and what they are."""
        when, report = self.timed("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return when, report["items"]

    def peak(self):
        """The most memory that it had, in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), float("nan"))

    def processors(self):
        """The time of processors that it took so far, in milliseconds."""
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat")
        fields = stat.read_text().rsplit(")", 1)[1].split() if stat.exists() else []
        return sum(map(int, fields[11:13])) * 1000 / os.sysconf("SC_CLK_TCK") if fields else float("nan")

    def leave(self):
        # rumdl takes no parameters here, not even null.
        self.last += 1
        self.send({"id": self.last, "method": "shutdown"})
        self.wait(lambda m: m.get("id") == self.last and "method" not in m)
        self.send({"method": "exit"})
        self.process.stdin.close()
        self.process.wait(20)


def document(size):
    """A document of about this many bytes: those of the corpus one after the other, again and again."""
    parts = []
    for path in sorted((ROOT / "corpus").glob("*/*/doc.md")):
        text = path.read_text(encoding="utf-8")
        parts.append(text.split("\n---\n", 1)[1] if text.startswith("---\n") else text)
    body = "\n\n".join(parts) + "\n\n"
    text = (body * (size // len(body.encode()) + 1)).encode()[:size].decode("utf-8", "ignore")
    middle = text.index("\n\n", len(text) // 2) + 2
    return text[:middle] + MARK + "7 x 6 MB = 42 MB.\n\n" + text[middle : text.rindex("\n") + 1]


def measure(command, size, rounds):
    """Milliseconds from each edit to its diagnostics, milliseconds of processors for one, the number of findings, and the
    peak of memory in MB."""
    server = Server(command)
    uri, text = f"file:///designlint-bench/{size}.md", document(size)
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
    server.diagnostics(uri, 1)
    before = text[: text.index(MARK) + len(MARK)]
    position = {"line": before.count("\n"), "character": len(MARK)}
    times, found, used = [], 0, server.processors()
    for version in range(2, rounds + 2):
        # A digit comes and goes: 7 x 6 MB becomes 17 x 6 MB, which is no 42 MB.
        coming = version % 2 == 0
        end = {**position, "character": position["character"] + (0 if coming else 1)}
        change = {"range": {"start": position, "end": end}, "text": "1" if coming else ""}
        if not server.incremental:
            change = {"text": before + ("1" if coming else "") + text[len(before) :]}
        start = time.perf_counter()
        server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        when, found = server.diagnostics(uri, version)
        times.append((when - start) * 1000)
        time.sleep(0.002)
    used, peak = (server.processors() - used) / rounds, server.peak()
    server.leave()
    return times, used, found, peak


def peer():
    """The command of rumdl's server; None where it cannot be installed."""
    folder = ROOT / "target" / "bench-rumdl"
    binary = folder / "bin" / "rumdl"
    if not binary.exists():
        venv.create(folder, with_pip=True)
        installed = subprocess.run([folder / "bin" / "pip", "install", "--quiet", PEER], check=False)
        if installed.returncode != 0:
            return None
    return [str(binary), "server"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target" / "release" / "designlint"))
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--check", action="store_true", help="exit 1 where a bar is missed")
    options = parser.parse_args()
    servers = {"designlint": [options.binary, "lsp"], "rumdl": peer()}
    missed, medians = [], {}
    print(f"{'server':<12}{'size':>8}{'p50':>12}{'p95':>12}{'processors':>13}{'findings':>10}{'peak':>10}")
    for size, bar in SIZES:
        for name, command in servers.items():
            if command is None:
                print(f"{name:<12}{size // 1000:>5} kB  cannot be installed")
                continue
            times, used, found, peak = measure(command, size, options.rounds)
            p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            medians[name, size] = p50
            print(f"{name:<12}{size // 1000:>5} kB{p50:>9.2f} ms{p95:>9.2f} ms{used:>10.2f} ms{found:>10}{peak:>7.0f} MB", flush=True)
        own, other = medians["designlint", size], medians.get(("rumdl", size))
        if own > bar:
            missed.append(f"{size // 1000} kB takes {own:.2f} ms, more than {bar:.0f} ms")
        if other is not None and own > other / 2:
            missed.append(f"{size // 1000} kB takes {own:.2f} ms, more than half of rumdl's {other:.2f} ms")
    for line in missed:
        print(f"missed: {line}")
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
