import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import getRawBody from 'raw-body';
import type { RawBodyError } from 'raw-body';
import { AppError, invalid } from '../../domain/errors';
import { hasMoreValues } from './count-values';
import { maxBodyBytes } from '../../domain/json/max-body-bytes';
import { checkStorable, parseJson, textOf } from '../../domain/json/parse-json';

/** Values of a body. A batch of 500 events of a hundred values each has as many. */
const maxValues = 50_000;
/** The limit if items are validated individually: 10,000 rows of all columns. */
const maxListedValues = 120_000;

export interface BodyForm {
  /** Whether text/plain is read as JSON. */
  acceptsText: boolean;
  /** Reads a body of text/csv, if the route accepts it. */
  readCsv?: ((text: string) => Promise<unknown>) | undefined;
  /** Returns the body as text; the route parses it. */
  asText?: boolean | undefined;
  /** A list in the body whose items the handler validates individually, so that an invalid item does not reject the others. */
  validateItemsIndividually?: string | undefined;
}

/**
 * Reads a whole body and decompresses it. Both the received and the decoded bytes are limited to 1 MB.
 *
 * There is no limit on the ratio: brotli encodes a megabyte of zeros in about ten bytes, so a valid body can have any ratio, and
 * the limit on decoded bytes already bounds the work.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE; VALIDATION_ERROR for a body that is cut short
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBodyBytes) throw tooLarge();
  const decode = decoderOf(request);
  const bytes = await readEncoded(request);
  return decode === null || bytes.length === 0 ? bytes : decoded(bytes, decode);
}

/**
 * Parses a JSON body: at most 50 levels deep, text without NUL or lone surrogates (PostgreSQL stores neither). An absent body is
 * undefined.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR
 */
export async function parseBody(request: IncomingMessage, bytes: Buffer, form: BodyForm): Promise<unknown> {
  const { validateItemsIndividually, readCsv } = form;
  if (bytes.length === 0) return undefined;
  const isCsv = readCsv !== undefined && mediaType(request) === 'text/csv';
  if (!isCsv) checkContentType(request, form);
  if (form.asText === true) return textOf(bytes);
  if (!isCsv && hasMoreValues(bytes, validateItemsIndividually === undefined ? maxValues : maxListedValues)) {
    throw invalid('The body contains too many values. Send it in smaller parts.');
  }
  const value = isCsv ? await readCsv(textOf(bytes)) : parseJson(textOf(bytes));
  checkStorable(
    validateItemsIndividually === undefined ? value : withoutList(value, validateItemsIndividually),
    'body',
  );
  return value;
}

function withoutList(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Array.isArray((body as Record<string, unknown>)[name])) return body;
  return { ...body, [name]: [] };
}

function checkContentType(request: IncomingMessage, { acceptsText, readCsv }: BodyForm): void {
  const type = mediaType(request);
  if (type === 'application/json' || (acceptsText && type === 'text/plain')) return;
  const orCsv = readCsv === undefined ? '' : ', or as CSV with "Content-Type: text/csv"';
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as JSON with "Content-Type: application/json"${orCsv}.`);
}

const mediaType = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

async function readEncoded(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: maxBodyBytes });
  } catch (error) {
    // Node discards the rest, unread.
    request.resume();
    throw (error as RawBodyError).type === 'entity.too.large' ? tooLarge() : unreadable();
  }
}

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** @returns null for a body that is not compressed */
function decoderOf({ headers }: IncomingMessage): Decode | null {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return null;
  const decode = decoders.get(encoding);
  if (decode !== undefined) return decode;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This Content-Encoding is not supported. Use gzip, deflate or br.');
}

/** Node destroys the decoder at the first chunk beyond `maxOutputLength`. */
async function decoded(bytes: Buffer, decode: Decode): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge()
      : unreadable();
  }
}

const unreadable = (): AppError =>
  invalid('The body is incomplete or does not match its Content-Encoding. Check the header and retry the request.');

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MB after decompression. Send it in smaller parts.');
