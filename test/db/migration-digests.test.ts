import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '../../db/migrations');
const listed = path.join(__dirname, 'migration-digests.txt');

/** Databases record migrations by name, so an edited migration would not run again. */
test('migrations are unchanged, and each has its digest', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== 'list.ts',
  );
  expect(files).toContain('20261129_01_baseline.ts');
  // Format of sha256sum.
  const lines = readFileSync(listed, 'utf8').trimEnd().split('\n');
  const digests = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const problems = files.flatMap((file) => {
    const now = createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex');
    const landed = digests.get(file);
    if (landed === now) return [];
    return landed === undefined
      ? [`${file} is new: add the line "${now}  ${file}" to test/db/migration-digests.txt.`]
      : [
          `${file} was edited: databases that have run it do not run it again. Undo the edit, and write a new migration.`,
        ];
  });
  const gone = [...digests.keys()].filter((file) => !files.includes(file));
  expect([
    ...problems,
    ...gone.map((file) => `${file} is gone: databases that have run it refuse to migrate. Restore it.`),
  ]).toEqual([]);
});
