import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layers, listCodeFiles, repositoryRoot } from './source-files';

/** A business transaction is an operation. What opens one besides is the tool of migrations. */
const others = new Set(['db/migrate.ts']);

/** Still to be moved to operations. This list only gets shorter. */
const notYetMoved = new Set<string>([
  'activities/reconcile.ts',
  'activities/sends.ts',
  'db/completion-history.ts',
  'db/event-partitions.ts',
  'db/reports/audience-preview.ts',
  'db/reports/period-columns.ts',
  'db/rollups.ts',
  'db/sends.ts',
  'db/transactional.ts',
  'worker/outbox.ts',
  'worker/upkeep.ts',
]);

const opensTransaction = /\.transaction\(/;
const opening = layers
  .filter((layer) => !['dev', 'bench', 'test'].includes(layer))
  .flatMap((layer) => listCodeFiles(layer))
  .filter((file) => !file.startsWith('db/migrations/'))
  .filter((file) => opensTransaction.test(readFileSync(join(repositoryRoot, file), 'utf8')));

test('transactions begin in operations', () => {
  const elsewhere = opening.filter((file) => !file.startsWith('operations/') && !others.has(file));
  expect(elsewhere.filter((file) => !notYetMoved.has(file))).toEqual([]);
  expect(opening.filter((file) => file.startsWith('operations/')).length).toBeGreaterThan(0);
});

test('what is listed as not yet moved still opens transactions', () => {
  expect([...notYetMoved].filter((file) => !opening.includes(file))).toEqual([]);
});
