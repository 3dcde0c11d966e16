import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFolderLocked, lockFolder } from '../../dev/folder-lock';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();

test('a folder is locked by one process at a time, and free after the unlock', () => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  const unlock = lockFolder(folder);
  expect(isFolderLocked(folder)).toBe(true);
  expect(() => lockFolder(folder)).toThrow(`Another instance (process ${process.pid}) is running on ${folder}`);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
  lockFolder(folder)();
});

test.each(['', '999999999 x', `${process.pid} the same id, but another process`])(
  'a lock of a process that no longer exists (%j) is taken over',
  (content) => {
    const folder = mkdtempSync(path.join(root, 'data-'));
    writeFileSync(path.join(folder, 'stack.lock'), content);
    expect(isFolderLocked(folder)).toBe(false);
    const unlock = lockFolder(folder);
    expect(isFolderLocked(folder)).toBe(true);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  },
);
