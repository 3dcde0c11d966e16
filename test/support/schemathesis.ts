import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { runCommand } from '../../dev/run-command';

/** On PyPI. */
const VERSION = '4.32.5';
const INSTALL_MS = 5 * 60_000;

/**
 * Returns why Schemathesis cannot be installed here; null if it can. Only a missing Python is a reason; a failed
 * installation is an error.
 */
export function whyNoSchemathesis(): string | null {
  if (existsSync(executable())) return null;
  const needs = [
    ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))', 'python3 (3.10 or newer)'],
    ['-c', 'import venv, ensurepip', 'python3 with venv and pip'],
  ] as const;
  for (const [flag, code, what] of needs) {
    if (spawnSync('python3', [flag, code]).status !== 0) return `${what} is not installed`;
  }
  return null;
}

/** Installs Schemathesis into the user's cache folder, once. @returns its command */
export async function installSchemathesis(): Promise<string> {
  const command = executable();
  if (existsSync(command)) return command;
  mkdirSync(path.dirname(folder()), { recursive: true });
  try {
    await runCommand('python3', ['-m', 'venv', '--clear', folder()], { timeoutMs: INSTALL_MS });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`];
    await runCommand(path.join(folder(), 'bin', 'python'), pip, { timeoutMs: INSTALL_MS });
  } catch (error) {
    rmSync(folder(), { recursive: true, force: true });
    throw error;
  }
  return command;
}

const folder = (): string => {
  const { XDG_CACHE_HOME: xdg } = process.env;
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache');
  return path.join(base, 'apex', `schemathesis-${VERSION}`);
};

const executable = (): string => path.join(folder(), 'bin', 'schemathesis');
