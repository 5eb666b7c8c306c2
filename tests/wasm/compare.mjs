// compare.mjs MODULE BINARY SECONDS: checks each document of the corpus with both. Prints where they differ and exits 1, or a
// line with the count of documents, the size of the module and the seconds that it took to build.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [file, binary, seconds] = process.argv.slice(2);
const bytes = fs.readFileSync(file);
const { exports } = (await WebAssembly.instantiate(bytes, {})).instance;

// The memory grows while the module works, so that no view of it outlives a call.
function hand(where, bytes) {
    const at = where(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}

// Where a rule panics the module traps: nothing unwinds in it.
function inModule(name, document) {
    hand(exports.path, Buffer.from(name));
    hand(exports.document, document);
    try {
        const length = exports.check();
        return Buffer.from(new Uint8Array(exports.memory.buffer, exports.result(), length));
    } catch (error) {
        throw new Error(`${name}: the module fails`, { cause: error });
    }
}

// Exit 1 says that something was found.
function inBinary(name, folder) {
    const { status, stdout, stderr } = spawnSync(binary, ["check", "--isolated", "--format", "json", name], { cwd: folder });
    if (status > 1 || status === null) throw new Error(`${name}: ${stderr}`);
    return stdout;
}

function difference(folder, theirs, ours) {
    const lines = (json) => JSON.stringify(JSON.parse(json), null, 1) + "\n";
    const [left, right] = ["binary.json", "module.json"].map((name) => path.join(folder, name));
    fs.writeFileSync(left, lines(theirs));
    fs.writeFileSync(right, lines(ours));
    return spawnSync("diff", ["-u", left, right], { encoding: "utf8" }).stdout || "the same values, written differently";
}

const documents = ["clean", "faulty"].flatMap((half) =>
    fs.readdirSync(`corpus/${half}`).sort().map((name) => `corpus/${half}/${name}/doc.md`));
// Outside of the repository: in it the binary looks for the files that a document names, and the module has no disk.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "designlint-wasm-"));
let different = 0;
try {
    for (const name of documents) {
        const document = fs.readFileSync(name);
        fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), document);
        const theirs = inBinary(name, folder);
        const ours = inModule(name, document);
        if (theirs.equals(ours)) continue;
        different += 1;
        console.log(`${name}: binary and module differ\n${difference(folder, theirs, ours)}`);
    }
} finally {
    fs.rmSync(folder, { recursive: true });
}
if (different > 0 || documents.length === 0) {
    console.log(`${different} of ${documents.length} documents differ`);
    process.exit(1);
}
const size = (bytes.length / 1e6).toFixed(1);
console.log(`${documents.length} documents, same JSON; module ${size} MB, ${seconds} s`);
