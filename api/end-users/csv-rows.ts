import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { delimiterOf } from '../../domain/csv-delimiter';
import { AppError, invalid } from '../../domain/errors';

const maxBytes = 50 * 1024 * 1024;
/** Characters of a row. Attributes of a person have 64 KB at most. */
const longestRow = 100_000;

/**
 * Reads the records of a CSV file as they arrive. Fields are separated by commas, semicolons or tabs, whichever the header
 * has most of.
 * @throws AppError PAYLOAD_TOO_LARGE; VALIDATION_ERROR for a file that is not CSV in UTF-8
 */
export async function* csvRows(file: Readable): AsyncGenerator<string[]> {
  const chunks = limited(file)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first.value.toString('utf8')),
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
    maxRecordSize: longestRow,
  });
  const feeding = feed(parser, first.value, chunks);
  try {
    for await (const record of parser) yield record as string[];
    await feeding;
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The CSV cannot be read: ${error.message}.`);
    throw error;
  }
}

async function* limited(file: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of file) {
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 50 MB. Import it in parts.');
    yield part;
  }
}

/** Writes the chunks into the parser at its pace. An error of the file ends the parser with it. */
async function feed(
  parser: NodeJS.WritableStream & { destroy(error: Error): unknown },
  first: Buffer,
  rest: AsyncIterator<Buffer>,
) {
  try {
    for (let chunk: Buffer | null = first; chunk !== null;) {
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
      const next = await rest.next();
      chunk = next.done === true ? null : next.value;
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}
