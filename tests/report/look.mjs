// Review pages in Chromium: what they fetch and run, what axe-core finds, whether they fit a phone, and what is on paper.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [installed, screens, folder] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(installed), 'package.json'));
const { chromium } = load('playwright-core');
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };
const PAPER = { width: 720, height: 1000 };

/** A page in a context of its own, and everything that it did besides being shown. */
async function open(browser, file) {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  const did = [];
  const address = pathToFileURL(file).href;
  page.on('request', (request) => request.url() === address || did.push(`fetched ${request.url()}`));
  page.on('dialog', (dialog) => (did.push(`asked ${dialog.message()}`), dialog.dismiss()));
  page.on('console', (message) => did.push(`said ${message.text()}`));
  page.on('pageerror', (error) => did.push(`threw ${error}`));
  page.on('framenavigated', (frame) => frame.url() === address || did.push(`went to ${frame.url()}`));
  await page.goto(address);
  return { context, page, did };
}

/** What axe-core finds, a line for each element. */
async function inaccessible(page) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate((tags) => axe.run({ runOnly: tags }), TAGS);
  assert.ok(passes.some((rule) => rule.id === 'color-contrast'), 'axe-core looked at the contrast of nothing');
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`));
}

async function overflow(page) {
  return page.evaluate(() => {
    const root = document.scrollingElement;
    const wide = [...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll') && e.getBoundingClientRect().right > root.clientWidth + 1);
    const reach = root.scrollWidth > root.clientWidth ? wide.map((e) => `${e.tagName}.${e.getAttribute('class')}: ${e.textContent.slice(0, 40)}`) : [];
    return reach.slice(0, 5);
  });
}

/** No heading skips a level, and there is one of the first. */
async function headings(page) {
  const levels = await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => Number(h.tagName[1])));
  assert.equal(levels.filter((level) => level === 1).length, 1, 'one heading of the first level');
  levels.forEach((level, i) => assert.ok(i === 0 || level <= levels[i - 1] + 1, `heading ${i} skips a level: ${levels}`));
}

/** Every picture has a name, and stands beside a table. */
async function pictures(page) {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('svg')].filter((svg) => {
      const by = (svg.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
      const name = svg.getAttribute('aria-label') ?? by.join(' ').trim();
      return svg.getAttribute('role') !== 'img' || !name || !svg.closest('figure, section, table')?.parentElement.querySelector('table');
    }).length);
  assert.equal(nameless, 0, 'pictures without a name or a table');
}

/** The first key leads to the review, and the keyboard unfolds a derivation. */
async function keyboard(page) {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the review');
  const folded = page.locator('details.claim:not([open])').first();
  if ((await folded.count()) === 0) return;
  const claim = await folded.elementHandle();
  await (await claim.$('summary')).focus();
  await page.keyboard.press('Enter');
  assert.ok(await claim.evaluate((details) => details.open && details.querySelector('.derivation').checkVisibility()), 'a derivation unfolds');
  await page.keyboard.press('Enter');
}

/** On paper every derivation is unfolded, and nothing is there to be clicked. */
async function paper(page, name) {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize(PAPER);
  const hidden = await page.evaluate(() => {
    const seen = (e) => e.getBoundingClientRect().height > 0 && e.checkVisibility({ contentVisibilityAuto: true });
    return [...document.querySelectorAll('.derivation')].filter((e) => !seen(e)).length;
  });
  assert.equal(hidden, 0, 'derivations that are not on paper');
  assert.equal(await page.locator('nav:visible').count(), 0);
  assert.deepEqual(await overflow(page), [], 'too wide for paper');
  await page.screenshot({ path: path.join(screens, `report-${name}-paper.png`), fullPage: true });
  const pdf = await page.pdf({ format: 'A4', path: path.join(screens, `report-${name}.pdf`) });
  assert.ok(pdf.length > 10_000);
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
}

async function look(browser, file) {
  const name = path.basename(file, '.html');
  const { context, page, did } = await open(browser, file);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ media: 'screen', colorScheme });
    for (const [where, size] of [['wide', WIDE], ['phone', PHONE]]) {
      await page.setViewportSize(size);
      assert.deepEqual(await inaccessible(page), [], `${name}, ${where}, ${colorScheme}`);
      await page.screenshot({ path: path.join(screens, `report-${name}-${where}-${colorScheme}.png`), fullPage: true });
    }
  }
  for (const size of [PHONE, NARROW]) {
    await page.setViewportSize(size);
    assert.deepEqual(await overflow(page), [], `${name} is wider than ${size.width}`);
  }
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await headings(page);
  await pictures(page);
  await page.setViewportSize(WIDE);
  await page.reload();
  await keyboard(page);
  const pages = await paper(page, name);
  assert.deepEqual(did, [], `${name} did something`);
  assert.equal(await page.evaluate(() => document.querySelectorAll('script, img, iframe, object, form, input, [onerror], [onclick]').length), 0);
  await context.close();
  return `${name}: ${pages} pages on paper`;
}

mkdirSync(screens, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let code = 0;
try {
  const said = [];
  for (const file of readdirSync(folder).filter((f) => f.endsWith('.html')).sort()) said.push(await look(browser, path.join(folder, file)));
  console.log(`${said.length} pages, nothing inaccessible; ${said.join(', ')}; pictures in ${screens}`);
} catch (error) {
  console.error(error);
  code = 1;
} finally {
  await browser.close();
}
process.exit(code);
