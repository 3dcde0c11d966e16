import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { SettingsError } from '../config';

/**
 * Creates the data folder if it is missing. As root, makes it traversable, so that the PostgreSQL account can reach its
 * part. All secrets in it have mode 0600 or 0700. An existing folder is not changed.
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
    }
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SettingsError(`Wrong settings: DATA_DIR ${dataDir} cannot be used (${(error as Error).message}).`);
  }
}
