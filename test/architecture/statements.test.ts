import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { listCodeFiles, repositoryRoot } from './source-files';

/**
 * SQL is written in two ways: with knex's builder, or as one whole statement. A statement may contain a list of columns
 * or a constant (a number or a word), but no other piece of SQL, so that a reader sees it where it is used.
 */

/** Files with SQL fragments, and how many interpolations use them. A number may only become smaller. */
const fragments: Record<string, number> = {
  // Statements that must count alike: before and after a change, or for an experiment and for a metric's past.
  'db/conversions/completion-sums.ts': 8,
  'db/conversions/touch-paths.ts': 1,
  'db/experiments/experiment-recount.ts': 1,
  'db/experiments/metric-past.ts': 1,
  'db/experiments/outcome-figures.ts': 1,
  'db/experiments/outcome-recount.ts': 1,
  // Expressions that are made from a list of the domain: campaign parameters, currencies, actions of an index.
  'db/analytics/visitor-touches.ts': 10,
  'db/conversions/event-money.ts': 11,
  'db/reports/recent-changes.ts': 1,
  // The same change of many columns, for an erasure.
  'db/erasure/erasure-configuration.ts': 5,
  'db/erasure/erasure-event-mentions.ts': 9,
  'db/erasure/erasure-events.ts': 9,
  'db/erasure/erasure-mentions.ts': 11,
  // Reports of a period, which must select the same rows.
  'db/reports/analytics-summary.ts': 10,
  'db/reports/analytics-timeseries.ts': 8,
  'db/reports/attribution.ts': 3,
  'db/reports/conversion-days.ts': 4,
  'db/reports/converting-visitors.ts': 8,
  'db/reports/journey-failures.ts': 2,
  'db/reports/lead-path.ts': 2,
  'db/reports/period-columns.ts': 24,
  'db/reports/touches.ts': 3,
  'db/reports/week-counts.ts': 12,
  // Filters and orders that a caller chooses.
  'db/beliefs/beliefs.ts': 2,
  'db/communications/communications.ts': 1,
  'db/installation/server-state.ts': 1,
  'db/keys/keys.ts': 1,
  'db/reports/event-types.ts': 4,
  'db/reports/execution-list.ts': 5,
  'db/reports/live-events.ts': 4,
  'db/reports/visitor-timeline.ts': 11,
  'db/workspaces/workspace-rows.ts': 2,
};

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(repositoryRoot, file), 'utf8'), ts.ScriptTarget.Latest, true);

const isSql = /\b(select|insert into|update|delete from|where|returning|from|and|end)\b|::/;

/** Returns the value of a constant of a file, or of one that it imports. */
function valueOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
      if (found?.initializer !== undefined) return found.initializer;
    }
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    if (!bindings.elements.some((element) => element.name.text === name)) continue;
    const file = `${join(dirname(source.fileName), (statement.moduleSpecifier as ts.StringLiteral).text)}.ts`;
    return existsSync(join(repositoryRoot, file)) ? valueOf(parse(file), name) : undefined;
  }
  return undefined;
}

function isColumnsOrConstant(source: ts.SourceFile, expression: ts.Expression): boolean {
  if (/(^|\.)(list)?columns(\(|\.map\(|$)|Columns$/i.test(expression.getText())) return true;
  if (ts.isBinaryExpression(expression) && ts.isNumericLiteral(expression.right))
    return isColumnsOrConstant(source, expression.left);
  if (!ts.isIdentifier(expression)) return false;
  const value = valueOf(source, expression.text);
  return value !== undefined && (ts.isNumericLiteral(value) || (ts.isStringLiteral(value) && /^\w+$/.test(value.text)));
}

/** Returns the pieces of SQL that the templates of a file contain. */
function findFragments(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(' ');
      const pieces = node.templateSpans.filter(({ expression }) => !isColumnsOrConstant(source, expression));
      if (isSql.test(text)) found.push(...pieces.map(({ expression }) => expression.getText()));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('statements are whole', () => {
  const files = listCodeFiles('db').filter(
    (file) => !/^db\/(migrations\/|migrate|build-index|schema-state)/.test(file),
  );
  expect(files).toContain('db/transactional/send-group.ts');
  const found = files
    .map((file) => [file, findFragments(parse(file))] as const)
    .filter(([, pieces]) => pieces.length > 0);
  expect(Object.fromEntries(found.map(([file, pieces]) => [file, pieces.length]))).toEqual(fragments);
});

test.each([
  ['const a = `select #{condition} from b`;', 1],
  ['const a = `delete from b where #{where("x")} and #{other}`;', 2],
  ['const limit = 5; const a = `select c from b limit #{limit}`;', 0],
  ["const kind = 'word'; const a = `select c from b where kind = '#{kind}'`;", 0],
  ["const part = 'c = 1'; const a = `select c from b where #{part}`;", 1],
  ["const a = `select #{columns}, #{listColumns(sendColumns, 's')} from b`;", 0],
  ['const a = `workspace #{id}`;', 0],
])('fragments are found: %s', (text, count) => {
  expect(
    findFragments(ts.createSourceFile('db/a.ts', text.replaceAll('#{', '${'), ts.ScriptTarget.Latest, true)),
  ).toHaveLength(count);
});
