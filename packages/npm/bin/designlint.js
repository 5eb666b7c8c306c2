#!/usr/bin/env node
// Runs the binary of the package for this platform, which npm installed as an optional dependency.
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');

/** The packages whose binary runs here, the best first. */
function packages() {
  const name = `@designlint/cli-${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') {
    return [name];
  }
  // The static binary also runs where there is a glibc; the other one runs nowhere else.
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  return glibc ? [name, `${name}-musl`] : [`${name}-musl`];
}

function binary() {
  const file = process.platform === 'win32' ? 'designlint.exe' : 'designlint';
  for (const name of packages()) {
    try {
      return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
    } catch {
      // Not installed; perhaps the next one is.
    }
  }
  console.error(`designlint: ${packages()[0]} is not installed. Install again without --no-optional and --omit=optional; ` +
    'where there is no such package, `cargo install designlint` builds the program.');
  process.exit(2);
}

const child = spawn(binary(), process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(`designlint: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
