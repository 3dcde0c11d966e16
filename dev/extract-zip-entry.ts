import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/**
 * Writes one file of a zip archive to `target` with mode 0755. Use it for archives with a verified checksum.
 *
 * @throws Error if the archive has no such entry or an unsupported format.
 */
export async function extractZipEntry(archive: string, name: string, target: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
  try {
    const entry = await findEntry(zip, name);
    if (entry === undefined) throw new Error(`${archive} does not contain ${name}`);
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o755 }));
  } finally {
    zip.close();
  }
}

async function findEntry(zip: ZipFile, name: string): Promise<Entry | undefined> {
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return entry;
  }
  return undefined;
}
