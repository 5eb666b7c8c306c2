// The task that checks a folder and fills the Problems panel with what is wrong in documents that are not open.
import * as vscode from 'vscode';
import { binary } from './settings';

interface Definition extends vscode.TaskDefinition {
  readonly paths?: readonly string[];
  readonly args?: readonly string[];
}

/** Offers one task for each folder of the workspace. */
export class Tasks implements vscode.TaskProvider {
  static readonly TYPE = 'designlint';

  constructor(private readonly extension: vscode.ExtensionContext) {}

  provideTasks(): vscode.Task[] {
    const all = vscode.workspace.workspaceFolders ?? [];
    return all.filter(({ uri }) => uri.scheme === 'file').map((folder) => this.task({ type: Tasks.TYPE }, folder));
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const { scope } = task;
    return typeof scope === 'object' ? this.task(task.definition as Definition, scope) : undefined;
  }

  private task(definition: Definition, folder: vscode.WorkspaceFolder): vscode.Task {
    const { path: program } = binary(this.extension);
    const { paths = ['.'], args = [] } = definition;
    const words = ['check', '--format', 'concise', '--color', 'never', ...args, ...paths];
    const execution = new vscode.ProcessExecution(program, words, { cwd: folder.uri.fsPath });
    const task = new vscode.Task(definition, folder, 'check', 'designlint', execution, '$designlint');
    // What it finds is in the Problems panel.
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Never, clear: true, showReuseMessage: false };
    return task;
  }
}
