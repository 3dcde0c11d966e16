import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAllCodeFiles, repositoryRoot } from './source-files';

const maxLines = 300;
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** `20261121_01_accounts.ts`: knex runs migrations in the order of their names. */
const migration = /^db\/migrations\/\d{8}(_\d+)?(_[a-z0-9]+)+\.ts$/;
/** `npm run client:types` */
const generated = 'client/src/api-types.ts';
const meaningless = /^(utils?|helpers?|common|misc|shared)(\.|$)/;

const files = listAllCodeFiles();
const textOf = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** Lines on which a test is switched off without a word why, or left alone to run. */
function findSwitchedTests(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line, index) => {
    if (/\b(describe|it|test)\.only\b|\b(fdescribe|fit)\(/.test(line)) return true;
    if (!/\b(describe|it|test)\.(skip|todo)\b|\b(xdescribe|xit|xtest)\(/.test(line)) return false;
    return !line.includes('//') && !/^\s*(\/\/|\*|\/\*)/.test(lines[index - 1] ?? '');
  });
}

describe('names and sizes', () => {
  it('are checked on some files', () => {
    expect(files).toEqual(expect.arrayContaining(['config.ts', 'test/architecture/naming.test.ts']));
  });

  it('files and folders are kebab-case', () => {
    const odd = files.filter((file) => !migration.test(file) && !file.split('/').every((part) => kebabCase.test(part)));
    expect(odd).toEqual([]);
  });

  it('no file or folder is named after nothing', () => {
    expect(files.filter((file) => file.split('/').some((part) => meaningless.test(part)))).toEqual([]);
  });

  it(`no file has more than ${maxLines} lines, tests, migrations and what is generated aside`, () => {
    const long = files
      .filter((file) => !file.startsWith('test/') && !file.startsWith('db/migrations/') && file !== generated)
      .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines > maxLines);
    expect(long).toEqual([]);
  });
});

describe('switched tests', () => {
  it('are not there without a reason in a comment', () => {
    const found = files
      .filter((file) => file.startsWith('test/') && file !== 'test/architecture/naming.test.ts')
      .flatMap((file) => findSwitchedTests(textOf(file)).map((line) => `${file}: ${line.trim()}`));
    expect(found).toEqual([]);
  });

  it.each([
    ["it.only('a')", true],
    ["describe.only('a') // because", true],
    ["it.skip('a')", true],
    ["xit('a')", true],
    ["it.skip('a') // needs a network", false],
    ["// needs a network\nit.skip('a')", false],
    ["it('a')", false],
    ['visit(page)', false],
  ])('are found: %j', (text, found) => {
    expect(findSwitchedTests(text).length > 0).toBe(found);
  });
});
