import { existsSync } from 'node:fs';
import path from 'node:path';

/** Finds a program: as given, on PATH, or in additional folders. Null if it is not installed. */
export function findProgram(
  name: string,
  { given = '', folders = [] }: { given?: string | undefined; folders?: readonly string[] } = {},
): string | null {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [given, ...[...onPath, ...folders].map((folder) => path.join(folder, name))];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}
