// The server's life: started, watched, stopped.
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  DidChangeConfigurationNotification,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type ServerOptions,
  State,
} from 'vscode-languageclient/node';
import type { Binary } from './binary';
import { Budget } from './budget';
import { coverageOf } from './coverage';
import { binary, forServer, setting } from './settings';

/** What the server does, as the status bar says it. */
export type Condition = 'off' | 'starting' | 'running' | 'failed';

/** The language server and the client that speaks to it. */
export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Condition>();
  private readonly budget = new Budget();
  private readonly output = vscode.window.createOutputChannel('designlint server');
  private readonly trace = vscode.window.createOutputChannel('designlint trace');
  private last: Promise<void> = Promise.resolve();
  private now: Condition = 'off';
  /** The client, where the server runs or is about to. */
  client: LanguageClient | undefined;
  /** The binary that was started last. */
  started: Binary | undefined;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get condition(): Condition {
    return this.now;
  }

  /** Starts the server, or starts it again with the settings of now. */
  restart(): Promise<void> {
    this.budget.renew();
    return this.inTurn(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.end());
  }

  showLogs(): void {
    this.output.show(true);
  }

  dispose(): void {
    void this.stop();
    for (const part of [this.changed, this.output, this.trace]) {
      part.dispose();
    }
  }

  /** One start or stop after the other, whoever asks for it. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step, step);
    return this.last;
  }

  private async begin(): Promise<void> {
    if (!setting<boolean>('enable')) {
      this.become('off');
      return;
    }
    this.become('starting');
    try {
      this.started = binary(this.extension);
      this.log.info(`starting ${this.started.path}, from ${this.started.from}`);
      const { path: command } = this.started;
      const options: ServerOptions = { command, args: ['lsp'], options: { env: process.env } };
      this.client = new LanguageClient('designlint', 'designlint', options, this.clientOptions());
      this.client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) {
          this.become('running');
        }
      });
      await this.client.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.fail(`designlint does not start: ${reason}`);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.become('off');
    try {
      await client?.dispose(2000);
    } catch (error) {
      // It is gone either way: a server that failed to start cannot be stopped.
      this.log.debug(`stopping: ${String(error)}`);
    }
  }

  private clientOptions(): LanguageClientOptions {
    const onType = setting<string>('run') === 'onType';
    return {
      documentSelector: [
        { scheme: 'file', language: 'markdown' },
        { scheme: 'untitled', language: 'markdown' },
      ],
      initializationOptions: forServer,
      diagnosticCollectionName: 'designlint',
      diagnosticPullOptions: { onChange: onType, onSave: true },
      outputChannel: this.output,
      traceOutputChannel: this.trace,
      errorHandler: this.errorHandler(),
      middleware: this.middleware(),
    };
  }

  private middleware(): Middleware {
    return {
      // The server has no command of its own: whoever clicks on the coverage wants to see the calculations.
      provideCodeLenses: async (document, token, next) => {
        const lenses = (await next(document, token)) ?? [];
        for (const { command } of lenses) {
          if (command !== undefined && coverageOf(command.title) !== undefined) {
            Object.assign(command, { command: 'designlint.ledger', arguments: [document.uri] });
          }
        }
        return lenses;
      },
      workspace: {
        configuration: ({ items }) => items.map(() => forServer()),
        didChangeConfiguration: async () => {
          await this.client?.sendNotification(DidChangeConfigurationNotification.type, {
            settings: { designlint: forServer() },
          });
        },
      },
    };
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: (): CloseHandlerResult => {
        if (this.budget.spend()) {
          this.log.warn('the server went away; starting it again');
          return { action: CloseAction.Restart, handled: true };
        }
        this.fail('The server of designlint went away too often and stays away.');
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private fail(reason: string): void {
    this.log.error(reason);
    this.become('failed');
    void vscode.window.showErrorMessage(reason, 'Restart', 'Show Server Logs', 'Show Settings').then((chosen) => {
      if (chosen === 'Restart') {
        void this.restart();
      } else if (chosen === 'Show Server Logs') {
        this.showLogs();
      } else if (chosen === 'Show Settings') {
        void vscode.commands.executeCommand('workbench.action.openSettings', 'designlint');
      }
    });
  }

  private become(condition: Condition): void {
    this.now = condition;
    this.changed.fire(condition);
  }
}
