import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '../architecture/source-files';
import { entryArguments } from '../support/run-entry';

test('the types of the client are those of the routes as they are declared', () => {
  const check = entryArguments('client/generate-types.ts', ['--check']);
  const { status, stderr } = spawnSync(process.execPath, check, { cwd: repositoryRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
});
