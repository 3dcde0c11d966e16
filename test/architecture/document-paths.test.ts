import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { documents, layers, listAllCodeFiles, repositoryRoot } from './source-files';

const codeFileNames = new Set(listAllCodeFiles().map((file) => basename(file)));
const folders = new Set<string>([...layers, 'docs', '.ci']);

const fence = /^(```|~~~)[^]*?^\1/gm;
const inlineCode = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)/g;
/** `db/migrations/YYYYMMDD_NN_subject.ts`, `<noun>` and `*` stand for a name; `dist` is built. */
const placeholder = /[<>*…{}:]|YYYY|\/dist(\/|$)/;

const textOf = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** A code file or a folder of the repository as a document names it: from the top, or a file by its name alone. */
function isMissing(word: string): boolean {
  if (placeholder.test(word)) return false;
  const [top = ''] = word.split('/');
  if (word.includes('/') && folders.has(top)) return !existsSync(join(repositoryRoot, word));
  return /^[a-z][\w.-]*\.tsx?$/.test(word) && !codeFileNames.has(word);
}

function findMissingPaths(text: string): string[] {
  const words = [...text.replace(fence, '').matchAll(inlineCode)].flatMap(([, code = '']) => code.split(/[\s,;()]+/));
  return words.filter(isMissing);
}

/** What GitHub makes of a heading: the name by which a link finds it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...text.replace(fence, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

function findBrokenLinks(text: string, file: string): string[] {
  const targets = [...text.replace(fence, '').matchAll(link)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    if (path === '') return !anchorsOf(text).includes(anchor ?? '');
    const linked = normalize(join(dirname(file), path));
    if (!existsSync(join(repositoryRoot, linked))) return true;
    return anchor !== undefined && !anchorsOf(textOf(linked)).includes(anchor);
  });
}

const [, section = ''] = textOf('docs/ARCHITECTURE.md').split('### Three walks');
const walks =
  section
    .split(/\n## /)[0]
    ?.split(/\n(?=1\. )/)
    .slice(1) ?? [];

const filesOf = (walk: string): (string | undefined)[] =>
  [...walk.matchAll(/^\d+\. `([^`]+)`|`([\w/-]+\.tsx?)`/gm)].map(([, first, further]) => first ?? further);

describe('documents', () => {
  it('are checked, and name some paths', () => {
    expect(documents).toEqual(expect.arrayContaining(['docs/ARCHITECTURE.md', 'docs/adr/0002-outbox.md']));
    expect(textOf('docs/ARCHITECTURE.md')).toContain('`domain/journeys/advance.ts`');
  });

  it('the three walks have each file once, twelve at most', () => {
    expect(walks).toHaveLength(3);
    for (const walk of walks) {
      const files = filesOf(walk);
      expect(files.length).toBeGreaterThan(5);
      expect(files.length).toBeLessThanOrEqual(12);
      expect(files).toEqual([...new Set(files)]);
    }
  });

  it('an event goes through seventeen files at most on its way to a mail', () => {
    const steps = walks.slice(0, 2).map((walk) => walk.match(/^\d+\. .*$/gm)?.join('\n') ?? '');
    const files = steps.flatMap(filesOf);
    expect(files).toEqual(expect.arrayContaining(['api/events/routes.ts', 'mail/ses-mailer.ts']));
    expect(files.length).toBeLessThanOrEqual(17);
  });

  it.each(documents)('%s names only files and folders that exist', (file) => {
    expect(findMissingPaths(textOf(file))).toEqual([]);
  });

  it.each(documents)('%s links to pages and headings that exist', (file) => {
    expect(findBrokenLinks(textOf(file), file)).toEqual([]);
  });
});

describe('the checks of documents', () => {
  it.each([
    ['`db/never-written.ts`', ['db/never-written.ts']],
    ['run `npx jest test/never` there', ['test/never']],
    ['`never-written.ts`', ['never-written.ts']],
    ['`domain/never/`, `domain/journeys/`', ['domain/never/']],
    ['`domain/<noun>/never.ts`, `activities/index.ts`, `source-files.ts`', []],
    ['```sh\ncat `db/never-written.ts`\n```', []],
  ])('find missing paths: %j', (text, missing) => {
    expect(findMissingPaths(text)).toEqual(missing);
  });

  it.each([
    ['[a](NEVER.md)', ['NEVER.md']],
    ['[a](ARCHITECTURE.md#never)', ['ARCHITECTURE.md#never']],
    ['# Here\n[a](#here) [b](#there)', ['#there']],
    ['[a](ARCHITECTURE.md#layers) [b](https://example.com/never) [c](adr) [d](../README.md)', []],
  ])('find broken links: %j', (text, broken) => {
    expect(findBrokenLinks(text, 'docs/NEW.md')).toEqual(broken);
  });
});
