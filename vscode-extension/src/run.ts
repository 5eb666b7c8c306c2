// Runs the binary once, for what a language server does not say.
import { execFile } from 'node:child_process';

/** What a run printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Largest output that is taken, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Runs a program to its end.
 *
 * @param folder where it runs
 * @param input what it reads from standard input
 * @throws an Error where it cannot be run
 */
export function run(program: string, args: readonly string[], folder: string | undefined, input = ''): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, [...args], { cwd: folder, maxBuffer: LARGEST }, (error, out, err) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') {
        resolve({ code, out, err });
      } else {
        reject(error);
      }
    });
    // A program that ends before it has read all is judged by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
