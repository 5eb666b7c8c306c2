// Visual Studio Code in a browser: code-server with a fresh profile, and Chromium in front of it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';

const SETTINGS = {
  'editor.fontFamily': 'DejaVu Sans Mono',
  'editor.minimap.enabled': false,
  '[markdown]': { 'editor.wordWrap': 'off' },
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'files.autoSave': 'off',
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Whether folders are restricted until they are trusted; nobody is asked about it. */
function trust(enabled) {
  return {
    'security.workspace.trust.enabled': enabled,
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
  };
}

const CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A server of the editor that has the extension, and the browser that shows it. */
export class Workbench {
  /**
   * @param installed folder of code-server and playwright-core
   * @param folder where the profile goes
   * @param vsix the extension to install; none where the tests bring their own
   * @param asksForTrust whether a folder is restricted until somebody trusts it
   */
  static async start(installed, folder, vsix, asksForTrust = false) {
    mkdirSync(path.join(folder, 'user', 'User'), { recursive: true });
    writeFileSync(path.join(folder, 'user', 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...trust(asksForTrust) }));
    writeFileSync(path.join(folder, 'config.yaml'), 'auth: none\ncert: false\n');
    const program = path.join(installed, 'node_modules', '.bin', 'code-server');
    const places = ['--config', 'config.yaml', '--user-data-dir', 'user', '--extensions-dir', 'extensions'];
    const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];
    if (!asksForTrust) {
      quiet.push('--disable-workspace-trust');
    }
    const options = { cwd: folder, env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } };
    if (vsix !== undefined) {
      execFileSync(program, [...places, ...quiet, '--install-extension', vsix], { ...options, stdio: 'pipe' });
    }
    const port = await freePort();
    const log = openSync(path.join(folder, 'server.log'), 'w');
    const server = spawn(program, [...places, ...quiet, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`], {
      ...options,
      stdio: ['ignore', log, log],
    });
    const { chromium } = createRequire(path.join(installed, 'package.json'))('playwright-core');
    const context = await chromium.launchPersistentContext(mkdtempSync(path.join(folder, 'browser-')), {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      headless: true,
      viewport: { width: 1280, height: 800 },
      args: CHROMIUM,
    });
    const workbench = new Workbench(server, context, port);
    try {
      await workbench.#answers();
    } catch (error) {
      await workbench.stop();
      throw error;
    }
    return workbench;
  }

  constructor(server, context, port) {
    this.server = server;
    this.context = context;
    this.port = port;
    this.page = context.pages()[0];
  }

  async #answers() {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => undefined);
      if (answer?.ok) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('code-server does not answer');
  }

  /** The address of a folder, with what the workbench is told besides. */
  address(folder, payload = []) {
    const query = new URLSearchParams({ folder });
    if (payload.length > 0) {
      query.set('payload', JSON.stringify(payload));
    }
    return `http://127.0.0.1:${this.port}/?${query}`;
  }

  /** A file of this machine as the browser names it. */
  remote(file) {
    return `vscode-remote://127.0.0.1:${this.port}${file}`;
  }

  async stop() {
    await this.context.close();
    this.server.kill();
  }
}
