import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');

interface LockedPackage {
  license?: string;
  dev?: boolean;
}

/** Licences under which a package may be part of a service that its users run and change. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];
/** Of tools whose code is not shipped: a change to their own files would have to be published, and there is none. */
const ofTools = [...permissive, 'MPL-2.0'];

/** Those whose package.json names none in the standard form. */
const stated: Readonly<Record<string, string>> = {
  // The file LICENSE is the Unlicense.
  'node_modules/unionfs': 'Unlicense',
  'node_modules/slick': 'MIT',
};

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const dependencies = Object.entries(packages).filter(([folder]) => folder.includes('node_modules/'));

/** `A AND B` needs both, `(A OR B)` one of them. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const [first, ...alternatives] = licence.replace(/^\(|\)$/g, '').split(' OR ');
  const holds = (expression: string): boolean => expression.split(' AND ').every((part) => allowed.includes(part));
  return [first!, ...alternatives].some(holds);
}

const refusedOf = (entries: readonly (readonly [string, LockedPackage])[]): string[] =>
  entries
    .map(([folder, { license, dev }]) => ({ folder, dev, license: stated[folder] ?? license ?? 'none' }))
    .filter(({ license, dev }) => !isAllowed(license, dev === true ? ofTools : permissive))
    .map(({ folder, license }) => `${folder}: ${license}`);

test('every package that the lock file names may be used', () => {
  expect(dependencies.length).toBeGreaterThan(500);
  expect(refusedOf(dependencies)).toEqual([]);
});

test.each([
  ['GPL-3.0-only', ['node_modules/x: GPL-3.0-only']],
  ['MIT AND AGPL-3.0', ['node_modules/x: MIT AND AGPL-3.0']],
  ['(MIT OR GPL-2.0)', []],
  ['MPL-2.0', ['node_modules/x: MPL-2.0']],
  [undefined, ['node_modules/x: none']],
])('a package under %s', (license, refused) => {
  expect(refusedOf([['node_modules/x', license === undefined ? {} : { license }]])).toEqual(refused);
});
