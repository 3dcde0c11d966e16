import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listCodeFiles, repositoryRoot } from './source-files';

/** Fields that are named so outside of the service. */
const allowed = new Set(['message_id']);
const allRows = /\.(select|first|returning)(<[^>()]*>)?\('([a-z]+\.)?\*'/;

/** @returns the columns that a file reads by their own names, and statements that return all columns */
function findColumns(file: string, text: string): string[] {
  const found: string[] = [];
  const check = (name: ts.Node | undefined): void => {
    if (name !== undefined && ts.isIdentifier(name) && /[a-z]_[a-z]/.test(name.text) && !allowed.has(name.text))
      found.push(`${file}: ${name.text}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) check(node.name);
    if (ts.isBindingElement(node)) check(node.propertyName ?? node.name);
    if (ts.isInterfaceDeclaration(node)) node.members.filter(ts.isPropertySignature).forEach(({ name }) => check(name));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return allRows.test(text) ? [...found, `${file}: *`] : found;
}

test('a row has the names of its fields when it leaves its statement', () => {
  const files = ['db', 'operations'].flatMap((layer) => listCodeFiles(layer));
  const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
  expect(files).toContain('db/journeys/journeys.ts');
  const searched = files.filter((file) => !file.startsWith('db/migrations/'));
  expect(searched.flatMap((file) => findColumns(file, read(file)))).toEqual([]);
});

test.each([
  ['row.created_at;', 1],
  ['const { created_at: createdAt } = row;', 1],
  ['interface Row { created_at: Date }', 1],
  ["rows.select<Row[]>('*');", 1],
  ["rows.first('j.*');", 1],
  ["rows.where({ created_at: 1 }).select('created_at as createdAt');", 0],
  ['row.createdAt;', 0],
])('columns are found: %s', (text, count) => {
  expect(findColumns('db/a.ts', text)).toHaveLength(count);
});
