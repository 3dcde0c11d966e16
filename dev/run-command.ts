import { spawn } from 'node:child_process';

export interface CommandOptions {
  /** Milliseconds after which the command and its children are killed. */
  timeoutMs: number;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Called every few seconds with the elapsed seconds. */
  onTick?: (seconds: number) => void;
}

const TICK_MS = 10_000;
const KEPT_OUTPUT = 8_000;

/**
 * Runs a command in its own process group until it ends.
 *
 * @returns its standard output.
 * @throws Error with its last line of output if it fails, cannot be found, or takes too long.
 */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: options.env ?? process.env,
      cwd: options.cwd,
      uid: options.uid,
      gid: options.gid,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout = keep(output.stdout + text)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr = keep(output.stderr + text)));
    const started = Date.now();
    const tick = setInterval(() => options.onTick?.(Math.round((Date.now() - started) / 1_000)), TICK_MS);
    let problem: string | undefined;
    const kill = (): void => killGroup(child.pid);
    const timer = setTimeout(() => {
      problem = `timed out after ${Math.round(options.timeoutMs / 1_000)} s`;
      kill();
    }, options.timeoutMs);
    process.once('exit', kill);
    const finish = (error?: Error): void => {
      clearInterval(tick);
      clearTimeout(timer);
      process.off('exit', kill);
      if (error) reject(error);
      else resolve(output.stdout);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      finish(new Error(error.code === 'ENOENT' ? `${command} is not installed` : error.message));
    });
    child.once('close', (code) => {
      if (code === 0) finish();
      else finish(new Error(problem ?? (lastLine(output.stderr) || lastLine(output.stdout) || `exit code ${code}`)));
    });
  });
}

function keep(text: string): string {
  return text.slice(-KEPT_OUTPUT);
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
