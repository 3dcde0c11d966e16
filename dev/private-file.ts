import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file atomically with mode 0600: a reader sees the old or the new content, never a part. */
function writePrivateFile(path: string, content: string): void {
  const staged = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(staged, content, { mode: 0o600, flush: true });
    renameSync(staged, path);
  } finally {
    rmSync(staged, { force: true });
  }
}

/** Writes a value as indented JSON, as {@link writePrivateFile}. */
export function writePrivateJson(path: string, value: unknown): void {
  writePrivateFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Reads a JSON file. Undefined if the file does not exist.
 * @throws Error with the file's path if it is not JSON.
 */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not valid JSON. Restore it, or remove it to create a new one.`);
  }
}
