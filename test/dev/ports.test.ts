import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPorts, writePorts } from '../../dev/ports';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const newFolder = () => mkdtempSync(path.join(root, 'data-'));

describe('the ports of the last start', () => {
  test('are stored for each part', () => {
    const dataDir = newFolder();
    expect(readPorts(dataDir)).toEqual({});
    writePorts(dataDir, { postgres: 40_001, mail: 40_002 });
    writePorts(dataDir, { mail: 40_003 });
    expect(readPorts(dataDir)).toEqual({ postgres: 40_001, mail: 40_003 });
    expect(existsSync(path.join(dataDir, 'ports.json'))).toBe(true);
  });

  test.each(['{', '[]', '{"postgres":"5432","mail":99999}'])(
    'a file with %s loses the ports, but does not prevent the start',
    (text) => {
      const dataDir = newFolder();
      writeFileSync(path.join(dataDir, 'ports.json'), text);
      expect(Object.values(readPorts(dataDir)).filter((port) => port !== undefined)).toEqual([]);
    },
  );
});
