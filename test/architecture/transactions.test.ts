import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layers, listCodeFiles, repositoryRoot } from './source-files';

/** A business transaction is an operation. What opens one besides is the tool of migrations. */
const others = new Set(['db/migrate.ts']);

const opensTransaction = /\.transaction\(/;
const opening = layers
  .filter((layer) => !['dev', 'bench', 'test'].includes(layer))
  .flatMap((layer) => listCodeFiles(layer))
  .filter((file) => !file.startsWith('db/migrations/'))
  .filter((file) => opensTransaction.test(readFileSync(join(repositoryRoot, file), 'utf8')));

test('transactions begin in operations', () => {
  expect(opening.filter((file) => !file.startsWith('operations/') && !others.has(file))).toEqual([]);
  expect(opening.filter((file) => file.startsWith('operations/')).length).toBeGreaterThan(0);
});
