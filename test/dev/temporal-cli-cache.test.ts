import { appendFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, findCachedCli, installCli } from '../../dev/temporal-cli-cache';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();

async function cacheWith(...versions: string[]): Promise<string> {
  const cache = mkdtempSync(path.join(root, 'cache-'));
  for (const version of versions) {
    const binary = path.join(cache, `binary-${version}`);
    writeFileSync(binary, `#!/bin/sh\ntouch '${root}/was-executed'\n# ${version}\n`, { mode: 0o755 });
    await installCli(cache, binary, version);
  }
  return cache;
}

test('the newest version is found', async () => {
  const cache = await cacheWith('1.9.1', '1.10.0', '1.2.3');
  expect(await findCachedCli(cache, fail)).toEqual({ version: '1.10.0', path: path.join(cache, '1.10.0/temporal') });
});

test('a copy with changed content is discarded, not executed, and the next one is used', async () => {
  const cache = await cacheWith('1.9.1', '1.10.0');
  appendFileSync(path.join(cache, '1.10.0/temporal'), 'damage');
  const lines: string[] = [];
  const found = await findCachedCli(cache, (line) => lines.push(line));
  expect(found?.version).toBe('1.9.1');
  expect(lines).toEqual([expect.stringContaining('damaged')]);
  expect(existsSync(path.join(cache, '1.10.0'))).toBe(false);
  expect(existsSync(path.join(root, 'was-executed'))).toBe(false);
});

test('a copy without its checksum counts as damaged', async () => {
  const cache = await cacheWith('1.9.1');
  writeFileSync(path.join(cache, '1.9.1/temporal.sha256'), '');
  expect(await findCachedCli(cache, () => undefined)).toBeUndefined();
});

test('an empty cache returns nothing', async () => {
  expect(await findCachedCli(await cacheWith(), fail)).toBeUndefined();
});

test('the cache is under XDG_CACHE_HOME, or in the fallback folder if that cannot be written', () => {
  const xdg = path.join(root, 'xdg');
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(cacheFolder({ XDG_CACHE_HOME: xdg }, root)).toBe(path.join(xdg, 'apex/temporal'));
  expect(cacheFolder({ XDG_CACHE_HOME: path.join(file, 'cache') }, root)).toBe(path.join(root, 'apex/temporal'));
});

function fail(line: string): void {
  throw new Error(line);
}
