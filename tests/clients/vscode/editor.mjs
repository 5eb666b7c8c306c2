// What a person does and sees in the editor, in terms of what stands on the page.
import assert from 'node:assert/strict';
import path from 'node:path';

/** Time in which something has to be seen, in milliseconds. */
const PATIENCE = 30_000;

/** A page with the workbench on it. */
export class Editor {
  #shots = 0;

  /** @param screens folder of the screenshots */
  constructor(page, screens) {
    this.page = page;
    this.screens = screens;
  }

  /** Opens a file of the folder by its name. */
  async open(name) {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick({ timeout: 60_000 });
    await this.page.waitForSelector(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`, { timeout: PATIENCE });
    await this.page.waitForSelector('.monaco-editor .view-line', { timeout: PATIENCE });
  }

  /** Runs a command by its title. */
  async command(title) {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input').fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click({ timeout: PATIENCE });
  }

  /** Puts the cursor on a line. */
  async goTo(line) {
    await this.page.keyboard.press('Control+g');
    await this.page.locator('.quick-input-widget input').fill(`:${line}`);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until something holds; says what was seen instead. */
  async soon(what, look, holds) {
    const until = Date.now() + PATIENCE;
    let seen;
    do {
      seen = await look();
      if (holds(seen)) {
        return seen;
      }
      await this.page.waitForTimeout(100);
    } while (Date.now() < until);
    await this.shoot('failed');
    throw new Error(`not seen: ${what}; seen: ${JSON.stringify(seen, null, 1)}`);
  }

  /** The text that lies over each squiggle, as `severity: text`, from top to bottom. */
  underlined() {
    return this.page.evaluate(underlinedTexts);
  }

  /** The visible lines from top to bottom, with the hints between their letters. */
  lines() {
    return this.page.evaluate(() => {
      const lines = [...document.querySelectorAll('.monaco-editor .view-lines .view-line')];
      lines.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
      return lines.map((line) => line.textContent.replace(/\s/g, ' '));
    });
  }

  /** The middle of a text on a visible line, in pixels. */
  async middle(text) {
    const at = await this.page.evaluate(middleOf, text);
    assert.ok(at, `no line shows ${text}`);
    return at;
  }

  async click(text) {
    const { x, y } = await this.middle(text);
    await this.page.mouse.click(x, y);
  }

  /** Points at a text until the hover says all of this. */
  async hover(text, ...says) {
    const { x, y } = await this.middle(text);
    const shown = () => this.page.locator('.monaco-hover:not(.hidden) .hover-contents').allInnerTexts();
    const look = async () => {
      const texts = await shown();
      if (texts.length) return texts;
      await this.page.mouse.move(x - 40, y + 60);
      await this.page.mouse.move(x, y, { steps: 5 });
      await this.page.waitForTimeout(1500);
      return shown();
    };
    const all = (texts) => says.every((one) => texts.join('\n').includes(one));
    await this.soon(`a hover that says ${says.join(' and ')}`, look, all);
  }

  /** The titles of what can be done at the cursor; Enter takes the first. */
  async fixes() {
    const rows = this.page.locator('.action-widget .monaco-list-row');
    const open = async () => {
      await this.page.keyboard.press('Control+.');
      return rows.first().waitFor({ timeout: PATIENCE / 5 }).then(() => true, () => false);
    };
    // A key that comes while the workbench is still busy with the click is lost, as it is for a person, who presses it again.
    for (let tries = 0; tries < 5 && !(await open()); tries += 1) await this.page.keyboard.press('Escape');
    await rows.first().waitFor({ timeout: PATIENCE / 5 });
    // The first row is the name of the group.
    return (await rows.allInnerTexts()).slice(1);
  }

  /** The entries of the status bar. */
  status() {
    return this.page.locator('.statusbar-item').allInnerTexts();
  }

  /** The lenses between the lines. */
  lenses() {
    return this.page.locator('.monaco-editor .codelens-decoration').allInnerTexts();
  }

  /** The page of the rendered preview of Markdown. */
  async preview() {
    const outer = this.page.frameLocator('iframe.webview.ready').last();
    return outer.frameLocator('#active-frame');
  }

  /** The rows of the Problems panel. */
  problems() {
    return this.page.locator('.markers-panel .monaco-list-row').allInnerTexts();
  }

  async shoot(name) {
    this.#shots += 1;
    const file = path.join(this.screens, `${String(this.#shots).padStart(2, '0')}-${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }
}

/** Runs in the page. A squiggle lies over the letters whose middles are between its ends. */
function underlinedTexts() {
  const found = [];
  const lines = [...document.querySelectorAll('.monaco-editor .view-lines .view-line')];
  for (const squiggle of document.querySelectorAll('.monaco-editor .view-overlays [class*="squiggly-"]')) {
    const box = squiggle.getBoundingClientRect();
    const severity = [...squiggle.classList].find((name) => name.startsWith('squiggly-')).slice('squiggly-'.length);
    const line = lines.find((one) => Math.abs(one.getBoundingClientRect().top - box.top) < box.height / 2);
    if (box.width === 0 || line === undefined) {
      continue;
    }
    let text = '';
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(node.data)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        const { left, right, width } = range.getBoundingClientRect();
        const middle = (left + right) / 2;
        text += width > 0 && middle > box.left && middle < box.right ? segment : '';
      }
    }
    found.push({ top: box.top, left: box.left, says: `${severity}: ${text.replace(/\s/g, ' ')}` });
  }
  found.sort((a, b) => a.top - b.top || a.left - b.left);
  return found.map(({ says }) => says);
}

/** Runs in the page. */
function middleOf(text) {
  for (const line of document.querySelectorAll('.monaco-editor .view-lines .view-line')) {
    const nodes = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes.push(node);
    }
    const whole = nodes.map(({ data }) => data).join('').replace(/\s/g, ' ');
    let begin = whole.indexOf(text);
    if (begin < 0) {
      continue;
    }
    let middle = begin + Math.floor(text.length / 2);
    for (const node of nodes) {
      if (middle < node.data.length) {
        const range = document.createRange();
        range.setStart(node, middle);
        range.setEnd(node, middle + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { x: (left + right) / 2, y: (top + bottom) / 2 };
      }
      middle -= node.data.length;
    }
  }
  return null;
}
