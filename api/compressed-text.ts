import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A text that is sent often, and the same compressed. */
export interface CompressedText {
  text: string;
  gzip: Buffer;
  br: Buffer;
}

/** Compresses as well as can be: slow, for what is done once. */
export async function compressText(text: string): Promise<CompressedText> {
  const [gzipped, brotlied] = await Promise.all([promisify(gzip)(text, { level: 9 }), promisify(brotliCompress)(text)]);
  return { text, gzip: gzipped, br: brotlied };
}
