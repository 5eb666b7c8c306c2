// Bundles the extension into dist/extension.js; with --test the tests into dist/test, with --production smaller.
import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const options = new Set(process.argv.slice(2));
const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node18', logLevel: 'warning' };

await build({
  ...common,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  external: ['vscode'],
  minify: options.has('--production'),
});
if (options.has('--test')) {
  rmSync('dist/test', { recursive: true, force: true });
  const tests = readdirSync('test').filter((name) => name.endsWith('.test.ts'));
  await build({ ...common, entryPoints: tests.map((name) => `test/${name}`), outdir: 'dist/test' });
}
