import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../architecture/source-files';
import { useWorld } from '../support/world';

/** Every statement of docs/OPERATIONS.md matches the schema, because operators copy them in an emergency. */

const world = useWorld({ temporal: false });

/** Returns the statements in code blocks, and those in paragraphs that name a table. */
function statementsOf(page: string): string[] {
  const blocks = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.replaceAll(/--.*/g, '').split(';'),
  );
  const inline = [
    ...page.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`((?:select|update|delete)\s[^`]* from [^`]*)`/g),
  ];
  return [...blocks, ...inline.map(([, statement = '']) => statement)]
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

test('every statement names tables and columns that exist', async () => {
  const statements = statementsOf(await readFile(path.join(repositoryRoot, 'docs/OPERATIONS.md'), 'utf8'));
  expect(statements.length).toBeGreaterThan(18);
  const failed: string[] = [];
  for (const statement of statements) {
    // A simple statement, with "?" escaped so that it is not a parameter.
    await world.database.raw(`explain ${statement.replaceAll('?', '\\?')}`).catch((error: unknown) => {
      failed.push(`${statement}: ${String(error)}`);
    });
  }
  expect(failed).toEqual([]);
});
