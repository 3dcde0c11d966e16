import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError, invalid } from '../../domain/errors';
import { hasMoreValues } from './count-values';
import { maxBodyBytes } from '../../domain/json/max-body-bytes';
import { checkStorable, parseJson, textOf } from '../../domain/json/parse-json';

/** Values of a body. A batch of 500 events of a hundred values each has as many. */
const mostValues = 50_000;
/** Of a body whose items are checked one by one: 10,000 rows of all columns. */
const mostListedValues = 120_000;

export interface BodyForm {
  /** text/plain counts as JSON, too. */
  acceptsText: boolean;
  /** Reads a body of text/csv, where that counts, too. */
  readCsv?: ((text: string) => Promise<unknown>) | undefined;
  /** Hands the body on as text: what it says is read elsewhere. */
  asText?: boolean | undefined;
  /** A list of the body whose items the handler checks one by one, so that a bad one does not spoil the others. */
  validateItemsIndividually?: string | undefined;
}

/**
 * The bytes of a body, decompressed: at most 1 MB.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE; VALIDATION_ERROR for a body that is cut short
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBodyBytes) throw tooLarge();
  return readAll(request);
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
  if (!isCsv && hasMoreValues(bytes, validateItemsIndividually === undefined ? mostValues : mostListedValues)) {
    throw invalid('The body holds too many values to be read at once. Send it in smaller parts.');
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

/** By events rather than by iteration, which costs more than the rest of reading a small body. */
function readAll(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: AppError): void => {
      request.resume();
      reject(error);
    };
    try {
      const body = decoded(request);
      body.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBodyBytes) chunks.push(chunk);
        else {
          body.removeAllListeners('data');
          refuse(tooLarge());
        }
      });
      let ended = false;
      body.once('end', () => {
        ended = true;
        resolve(Buffer.concat(chunks));
      });
      for (const event of ['error', 'aborted', 'close']) {
        body.on(event, () => {
          if (!ended) refuse(cutShort());
        });
      }
    } catch (error) {
      request.resume();
      reject(error);
    }
  });
}

const cutShort = (): AppError =>
  invalid('The body could not be read to its end: it was cut short, or is not what its Content-Encoding says.');

function decoded(request: IncomingMessage): Readable {
  switch ((request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()) {
    case 'identity':
      return request;
    case 'gzip':
      return piped(request, createGunzip());
    case 'deflate':
      return piped(request, createInflate());
    case 'br':
      return piped(request, createBrotliDecompress());
    default:
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Encoding is not supported: use gzip, deflate or br.');
  }
}

/** Like pipe, and a request that breaks off ends the decoder with its error. */
function piped(request: IncomingMessage, decoder: Transform): Readable {
  request.once('error', (error) => decoder.destroy(error));
  request.once('aborted', () => decoder.destroy(new Error('aborted')));
  return request.pipe(decoder);
}

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MB after decompression. Send it in smaller parts.');
