import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { connect } from '../../db/connection/pool';
import { listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { listCodeFiles, repositoryRoot } from '../architecture/source-files';
import { createTestDatabase } from '../support/database';

/** Statements that name no workspace, by file: how many, and why. They are of the installation, or by an id that is unique over all workspaces. */
const overAll: Readonly<Record<string, readonly [number, string]>> = {
  'db/accounts/accounts.ts': [1, 'the first workspace of a person who signs in'],
  'db/connections/connections.ts': [2, 'all schedules are checked; credentials are put under another key'],
  'db/email/sends.ts': [1, 'by the name that the caller gives, which has the workspace'],
  'db/erasure/erasures.ts': [1, 'internal routes know an erasure by its id alone'],
  'db/events/rejected-events.ts': [1, 'the command that lists what was rejected, of all'],
  'db/installation/waiting-work.ts': [5, 'metrics of the installation'],
  'db/outbox/outbox.ts': [4, 'the queue of all workspaces is taken in its order, and done by ids'],
  'db/transactional/transactional.ts': [1, 'sends that were abandoned, of all'],
};

/** What a query builder is called by. */
const databases = new Set(['database', 'transaction', 'snapshot']);

/** Statements of a source text that name a table, with what they are made of: parts are named by constants of the same file. */
function findStatements(text: string, isTenants: (table: string) => boolean): string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Node>();
  const collect = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name !== undefined) {
      if (ts.isIdentifier(node.name)) declared.set(node.name.text, node);
    }
    ts.forEachChild(node, collect);
  };
  collect(source);
  const whole = (node: ts.Node, seen = new Set<string>()): string => {
    let made = node.getText(source);
    const visit = (part: ts.Node): void => {
      const declaration = ts.isIdentifier(part) ? declared.get(part.text) : undefined;
      if (ts.isIdentifier(part) && declaration !== undefined && declaration !== node && !seen.has(part.text)) {
        seen.add(part.text);
        made += ` ${whole(declaration, seen)}`;
      }
      ts.forEachChild(part, visit);
    };
    visit(node);
    return made;
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const tables = [
        ...node.getText(source).matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b/gi),
      ];
      if (tables.some(([, table = '']) => isTenants(table))) found.push(whole(node));
      if (ts.isStringLiteralLike(node)) {
        const [table = ''] = node.text.split(' ');
        const call = node.parent;
        const isBuilder =
          ts.isCallExpression(call) && call.arguments[0] === node && databases.has(call.expression.getText(source));
        if (isBuilder && /^[a-z_]+( as [a-z]+)?$/.test(node.text) && isTenants(table)) found.push(whole(chainOf(call)));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The whole chain that begins with a call: `database('targets').where(…).first(…)`, with the declaration that it is part of. */
function chainOf(call: ts.Node): ts.Node {
  let node = call;
  while (
    ts.isPropertyAccessExpression(node.parent) ||
    (ts.isCallExpression(node.parent) && node.parent.expression === node)
  ) {
    node = node.parent;
  }
  return node;
}

/** In a condition, a join or as what is written; a column that is only returned says nothing. */
const namesWorkspace = (statement: string): boolean => /\bworkspace_id\b(?! as )/.test(statement);

test('each statement of a tenant’s table names the workspace', async () => {
  const database = await createTestDatabase();
  const pool = connect({ url: database.url, poolSize: 1, applicationName: 'apex-test' });
  const tables = new Set((await listWorkspaceTables(pool)).map(({ name }) => name));
  await pool.destroy();
  await database.drop();
  expect(tables.size).toBeGreaterThan(50);
  const files = ['db', 'operations', 'worker', 'activities', 'api']
    .flatMap((layer) => listCodeFiles(layer))
    .filter((file) => !file.startsWith('db/migrations/'));
  let count = 0;
  const without: Record<string, string[]> = {};
  for (const file of files) {
    const statements = findStatements(readFileSync(join(repositoryRoot, file), 'utf8'), (table) => tables.has(table));
    count += statements.length;
    const some = statements.filter((statement) => !namesWorkspace(statement));
    if (some.length > 0) without[file] = some;
  }
  expect(count).toBeGreaterThan(300);
  const wanted = Object.fromEntries(Object.entries(overAll).map(([file, [number]]) => [file, number]));
  const present = Object.fromEntries(Object.entries(without).map(([file, some]) => [file, some.length]));
  expect(present).toEqual(wanted);
});

test.each([
  ["database.raw('select id from targets where id = ?')", 1, 0],
  [
    'database.raw(`select $' +
      '{columns} from targets where id = ?`); const columns = `workspace_id as "workspaceId", id`;',
    1,
    0,
  ],
  ["database('targets').where({ id }).first('id')", 1, 0],
  ["database('targets').where({ workspace_id: workspaceId, id }).first('id')", 1, 1],
  ['database.raw(`select id from targets $' + '{mine}`); const mine = `where workspace_id = ?`;', 1, 1],
  ["database.raw('insert into targets (workspace_id, id) values (?, ?)')", 1, 1],
  ["database('users').where({ id })", 0, 0],
])('statements are found, and whether they name the workspace: %s', (text, count, naming) => {
  const statements = findStatements(text, (table) => table === 'targets');
  expect([statements.length, statements.filter(namesWorkspace).length]).toEqual([count, naming]);
});
