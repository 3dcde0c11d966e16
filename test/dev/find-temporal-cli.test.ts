import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTemporalCli } from '../../dev/find-temporal-cli';
import { installCli } from '../../dev/temporal-cli-cache';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();

function fakeCli(output: string): string {
  const file = path.join(mkdtempSync(path.join(root, 'bin-')), 'temporal');
  writeFileSync(file, `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
  return file;
}

function find(environment: NodeJS.ProcessEnv) {
  return findTemporalCli({ environment, fallbackCache: path.join(root, 'fallback'), report: () => undefined });
}

test('TEMPORAL_CLI_PATH comes first', async () => {
  const chosen = fakeCli('temporal version 1.7.0 (Server 1.30.0)');
  const other = fakeCli('temporal version 1.2.0');
  expect(await find({ TEMPORAL_CLI_PATH: chosen, PATH: path.dirname(other) })).toEqual({
    path: chosen,
    version: '1.7.0',
    source: 'TEMPORAL_CLI_PATH',
  });
});

test.each(['/nonexistent/temporal', '/bin/true'])('a wrong TEMPORAL_CLI_PATH (%s) is an error', async (chosen) => {
  await expect(find({ TEMPORAL_CLI_PATH: chosen })).rejects.toThrow(/^Wrong settings: TEMPORAL_CLI_PATH/);
});

test('then PATH, then the cache; another program with this name on PATH is skipped', async () => {
  const cli = fakeCli('temporal version 1.7.0');
  expect(await find({ PATH: `/nonexistent:${path.dirname(cli)}` })).toMatchObject({ path: cli, source: 'PATH' });

  const cache = path.join(root, 'xdg/apex/temporal');
  mkdirSync(cache, { recursive: true });
  await installCli(cache, fakeCli('temporal version 1.8.0'), '1.8.0');
  const stranger = fakeCli('something else');
  expect(await find({ PATH: path.dirname(stranger), XDG_CACHE_HOME: path.join(root, 'xdg') })).toMatchObject({
    version: '1.8.0',
    source: 'cache',
  });
});
