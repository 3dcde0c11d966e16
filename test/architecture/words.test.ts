import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { documents, listAllCodeFiles, repositoryRoot } from './source-files';

/** Words that make the reader guess, and the ones that the documentation of Temporal, PostgreSQL and HTTP would use. */
const replacements: Record<string, string> = Object.fromEntries(
  (
    [
      ['tell tells told telling hear hears heard ear ears news', 'signal, match, notify, report, received, pending'],
      ['ask asks asked asking answer answers answered', 'query, request, response'],
      ['passage surroundings', 'carryOver, context'],
      ['performance', 'result'],
      ['hold turn turns', 'lock'],
      ['bring worthwhile late', 'drain, minParallelBatchWeight, timeout'],
      ['judge judges judged', 'classify'],
      ['say says said', 'set, report'],
      ['forget forgets forgotten', 'erase, evict, delete'],
      ['beside untold anew amid sought', 'others, parallel, unreported, again, during, needle'],
      ['nobody somebody whoever', 'no match, a person, the caller'],
    ] as const
  ).flatMap(([words, better]) => words.split(' ').map((word) => [word, better])),
);

/** Identifiers and names of files that are as they must be, with the reason. */
const allowed: Record<string, string> = {
  answer: 'column of idempotency_records',
  answer_status: 'column of idempotency_records',
  heard_event_id: 'column of execution_steps',
  ask: 'the search engine ask.com',
  performance: 'the clock of Node',
  armPerformance: 'the branch performance of the specification',
  ArmPerformance: 'the branch performance of the specification',
  branchPerformance: 'the branch performance of the specification',
  presentBranchPerformance: 'the branch performance of the specification',
  'branch-performance': 'the branch performance of the specification',
  performance_url: 'variable of a catalog template',
  forgetEndUser: 'workflow type in recorded histories',
  'forget-end-user': 'workflow type in recorded histories',
  holdTimers: 'what the test does: timers are held until they are released',
  holdTasks: 'what the test does: tasks are held until they are released',
};
/** Allowed above only where the column is; anywhere else `answer` and `ask` are a response and a request. */
const allowedIn: Record<string, RegExp> = {
  answer:
    /^(db\/transactional\/(idempotency|transactional)\.ts|test\/(api\/transactional\/idempotency|db\/transactional\/send-groups)\.test\.ts)$/,
  ask: /^domain\/analytics\/traffic-sources\.ts$/,
};

const vague = 'nobody|somebody|everybody|anybody|whoever|told|asked for';
const stilted =
  'anew|beside|whom|thereby|herein|meanwhile|lest|of before|of then|what came of|goes by|falls due|a further|so many|the like';
/** Phrases that make a reader guess, or read a sentence twice. Comments, texts and documents do without them. */
const allPhrases = new RegExp(`(?<![-\\w])(${vague}|${stilted})\\b`, 'i');
/** Texts that are as they must be, with the reason. */
const allowedTexts: Record<string, string> = {
  nobody: 'an account of the operating system',
};

/** What is generated, and this file, which names the words. */
const leftOut = ['client/src/api-types.ts', 'test/architecture/words.test.ts'];
const files = listAllCodeFiles().filter((file) => !leftOut.includes(file) && !file.startsWith('db/migrations/'));

/** `holdEndUsers` → hold, end, users; `SESAnswer` → ses, answer; `translate` stays one word. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function identifiersOf(file: string, text: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return names;
}

/** @returns the comments and texts of a file with a loose word */
function findLooseTexts(file: string, text: string): string[] {
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    const ranges = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)];
    for (const { pos, end } of ranges.flatMap((found) => found ?? [])) texts.add(text.slice(pos, end));
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText && !Object.hasOwn(allowedTexts, node.text)) texts.add(node.text);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(source);
  visit(source.endOfFileToken);
  return [...texts].filter((found) => allPhrases.test(found)).map((found) => `${file}: ${found}`);
}

/** @returns a line for each word to replace in the file's name and identifiers */
function findWords(file: string, names: Set<string>): string[] {
  const parts = file.split('/').map((part) => part.replace(/\..*$/, ''));
  return [...parts, ...names]
    .filter((name) => !Object.hasOwn(allowed, name) || allowedIn[name]?.test(file) === false)
    .flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(replacements, word))
        .map((word) => `${file}: ${name}: instead of "${word}" ${replacements[word]}`),
    );
}

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

/** Of each file once: parsing takes most of the time. */
const identifiers = new Map<string, Set<string>>();
function identifiersIn(file: string, text: string): Set<string> {
  const known = identifiers.get(file) ?? identifiersOf(file, text);
  identifiers.set(file, known);
  return known;
}

/** Whether a file has such a word anywhere, in a comment or a text, too: only then is it worth parsing. */
const mentionsWord = (file: string, text: string): boolean =>
  wordsOf(`${file} ${text}`).some((word) => Object.hasOwn(replacements, word));

describe('words', () => {
  it('of files and identifiers are those of the systems that the reader knows', () => {
    expect(files).toEqual(expect.arrayContaining(['api/app.ts', 'test/architecture/naming.test.ts']));
    const found = files.flatMap((file) => {
      const text = read(file);
      return mentionsWord(file, text) ? findWords(file, identifiersIn(file, text)) : [];
    });
    expect(found).toEqual([]);
  });

  it('of comments and texts are those of the field', () => {
    const shipped = files.filter((file) => !file.startsWith('test/'));
    const found = shipped
      .filter((file) => allPhrases.test(read(file)))
      .flatMap((file) => findLooseTexts(file, read(file)));
    expect(found).toEqual([]);
  });

  it.each(documents)('of %s are those of the field', (file) => {
    expect(read(file).match(new RegExp(allPhrases, 'gi'))).toBeNull();
  });

  it.each([
    ['/** For somebody. */\nconst a = 1;', 1],
    ['const a = 1; // as it was told', 1],
    ['/** Of whoever\n * is asked for. */\nfunction f() {}', 1],
    ["const text = 'Nobody is here.'; // a person", 1],
    ['// counted anew, as of before\nconst a = 1;', 1],
    ['const text = `for everybody`;', 1],
    ['const text = <p>Anybody can</p>;', 1],
    ["lookUp('nobody'); // household, toldo", 0],
  ])('of comments and texts are found: %j', (text, count) => {
    expect(findLooseTexts('db/a.tsx', text)).toHaveLength(count);
  });

  it('that are allowed are still in use', () => {
    const texts = files.map((file) => [file, read(file)] as const);
    const isUsed = (name: string): boolean =>
      texts.some(
        ([file, text]) =>
          file.split(/[/.]/).includes(name) || (text.includes(name) && identifiersIn(file, text).has(name)),
      );
    expect(Object.keys(allowed).filter((name) => !isUsed(name))).toEqual([]);
  });

  it.each([
    ['db/a.ts', 'function holdRows() {}', 1],
    ['db/a.ts', 'const { told: isLate } = x;', 2],
    ['db/a.ts', 'const answer = 1;', 1],
    ['api/judge-hit.ts', '', 1],
    ['db/a.ts', 'const translate = related + household;', 0],
    ['db/a.ts', "const text = 'ask'; // told", 0],
    ['db/transactional/idempotency.ts', 'row.answer;', 0],
  ])('are found in %s: %s', (file, text, count) => {
    expect(findWords(file, identifiersOf(file, text))).toHaveLength(count);
    expect(mentionsWord(file, text) || count === 0).toBe(true);
  });
});

test('the glossary has each noun once', () => {
  const rows = read('docs/GLOSSARY.md').match(/^\| (?!Noun |-)[^|]+/gm) ?? [];
  const nouns = rows.map((row) => row.slice(2).trim().toLowerCase());
  expect(nouns.length).toBeGreaterThan(50);
  expect(nouns.filter((noun, index) => nouns.indexOf(noun) !== index)).toEqual([]);
});
