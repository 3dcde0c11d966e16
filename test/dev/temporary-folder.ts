import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Returns a folder (mode 0700) that is removed after the tests of this file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-dev-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
