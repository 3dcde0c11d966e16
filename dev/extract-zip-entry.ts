import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

interface ZipEntry {
  name: string;
  method: number;
  compressedSize: number;
  headerOffset: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * Writes one file of a zip archive to `target` with mode 0755. Use it for archives with a verified checksum: zip64,
 * encryption and archive comments are not supported.
 *
 * @throws Error if the archive has no such entry or an unsupported format.
 */
export async function extractZipEntry(archive: string, name: string, target: string): Promise<void> {
  const file = await open(archive, 'r');
  try {
    const entry = (await readDirectory(file)).find((candidate) => candidate.name === name);
    if (entry === undefined) throw new Error(`${archive} does not contain ${name}`);
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error(`${archive}: unknown compression`);
    const local = await readAt(file, entry.headerOffset, LOCAL_HEADER_SIZE);
    const start = entry.headerOffset + LOCAL_HEADER_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
    await pipeline(
      createReadStream(archive, { start, end: start + entry.compressedSize - 1, highWaterMark: 1 << 20 }),
      entry.method === DEFLATED ? createInflateRaw({ chunkSize: 1 << 20 }) : new PassThrough(),
      createWriteStream(target, { mode: 0o755 }),
    );
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  if (size < END_SIZE) throw new Error('not a zip archive');
  const end = await readAt(file, size - END_SIZE, END_SIZE);
  if (end.readUInt32LE(0) !== END_OF_DIRECTORY) throw new Error('not a zip archive');
  const directory = await readAt(file, end.readUInt32LE(16), end.readUInt32LE(12));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY;) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength),
      method: directory.readUInt16LE(at + 10),
      compressedSize: directory.readUInt32LE(at + 20),
      headerOffset: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_SIZE + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new Error('the archive is truncated');
  return buffer;
}
