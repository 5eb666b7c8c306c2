// Somebody reads the site: node read.mjs INSTALLED SCREENS
// INSTALLED is the folder with the site and with node_modules. Every page is opened.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [installed, screens] = process.argv.slice(2).map((file) => path.resolve(file));
const site = path.join(installed, 'site');
const require = createRequire(path.join(installed, 'node', 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const WIDE = { width: 1280, height: 900 };
// Pages of rules are built alike; these of them are looked at more closely.
const ALIKE = ['arith-mismatch', 'detection-self-reported', 'latency-budget-no-reserve', 'section-missing'];

const PHONE = { width: 390, height: 844 };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' };

/** The site under the folder that it is published in. */
function serve() {
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(/^\/designlint\//, '/');
    let file = path.join(site, asked);
    if (existsSync(file) && statSync(file).isDirectory()) {
      file = path.join(file, 'index.html');
    }
    if (!file.startsWith(site) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** All pages that somebody reads. */
function pages() {
  const files = readdirSync(site, { recursive: true }).map(String).filter((file) => file.endsWith('.html'));
  return files.filter((file) => !['404.html', 'print.html', 'toc.html'].includes(file)).sort();
}

/** What stands in the way of readers who do not see, or not well. */
async function barriers(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run('main'));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Whether a page is looked at more closely. */
function counts(at) {
  return !at.startsWith('rules/') || ALIKE.includes(path.basename(at, '.html'));
}

/** By how much a page is wider than the screen. */
async function tooWide(page, viewport) {
  await page.setViewportSize(viewport);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Opens every page, as on a phone and some of them wide too: nothing fails, nothing is wider than the screen. */
async function all(browser, address) {
  const page = await browser.newPage();
  const wrong = [];
  let at = '';
  const note = (text) => wrong.push(`${at}: ${text}`);
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', note);
  page.on('response', (response) => response.status() >= 400 && note(response.url()));
  for (at of pages()) {
    await page.goto(address + at);
    for (const viewport of counts(at) ? [WIDE, PHONE] : [PHONE]) {
      const more = await tooWide(page, viewport);
      if (more > 0) {
        note(`${more} px more than ${viewport.width}`);
      }
    }
    if (counts(at)) {
      (await barriers(page)).forEach(note);
    }
  }
  await page.close();
  assert.deepEqual(wrong, []);
}

/** Each theme shows its colours, and a picture of some pages is taken. */
async function pictures(browser, address) {
  const shots = ['introduction.html', 'readings.html', 'rules.html', 'rules/gap-count-off-by-one.html'];
  for (const [name, viewport, theme] of [['light', WIDE, 'light'], ['dark', WIDE, 'navy'], ['phone', PHONE, 'light']]) {
    const context = await browser.newContext({ viewport });
    await context.addInitScript((theme) => localStorage.setItem('mdbook-theme', theme), theme);
    const page = await context.newPage();
    for (const shot of shots) {
      await page.goto(address + shot);
      const [red] = (await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).match(/\d+/g);
      assert.equal(Number(red) < 128, theme === 'navy', `${theme}: ${red}`);
      await page.screenshot({ path: path.join(screens, `docs-${name}-${path.basename(shot, '.html')}.png`) });
    }
    await context.close();
  }
}

/** Somebody looks for a rule by its name, and for what it is about. */
async function search(browser, address) {
  const page = await browser.newPage({ viewport: WIDE });
  for (const [words, wanted] of [['gap-count-off-by-one', 'rules/gap-count-off-by-one.html'], ['baseline', 'suppression.html']]) {
    await page.goto(address + 'introduction.html');
    await page.keyboard.press('s');
    await page.keyboard.type(words);
    const found = page.locator('#mdbook-searchresults a, #searchresults a');
    await found.first().waitFor({ timeout: 20_000 });
    const addresses = await found.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.ok(addresses.some((link) => link.includes(wanted)), `${words}: ${addresses.join('\n')}`);
  }
  await page.screenshot({ path: path.join(screens, 'docs-search.png') });
  await page.close();
}

const started = Date.now();
mkdirSync(screens, { recursive: true });
const server = await serve();
const address = `http://127.0.0.1:${server.address().port}/designlint/`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let code = 0;
try {
  await pictures(browser, address);
  await search(browser, address);
  await all(browser, address);
  console.log(`${pages().length} pages read; ${((Date.now() - started) / 1000).toFixed(1)} s, screenshots in ${screens}`);
} catch (error) {
  console.error(error);
  code = 1;
} finally {
  await browser.close();
  server.close();
}
process.exit(code);
