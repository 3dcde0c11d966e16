import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outboxKinds } from '../../worker/outbox-kinds';
import { repositoryRoot } from '../architecture/source-files';

test('each kind of command is described in the architecture document', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/ARCHITECTURE.md'), 'utf8');
  expect(outboxKinds.length).toBeGreaterThan(5);
  expect(outboxKinds.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
});
