import { randomBytes } from 'node:crypto';
import type { DataConverter, Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import {
  type CredentialsKey,
  nonceLength,
  openBytes,
  readCredentialsKeys,
  sealBytes,
} from '../domain/connections/credentials-box';

/**
 * Encrypts Temporal's data of executions with AES-256-GCM: inputs, results, signals and headers, each payload
 * separately. Uses the encoding of Temporal's own samples: `binary/encrypted`, with a 12-byte nonce, the serialized
 * payload, and a 16-byte authentication tag as data. Search attributes, ids, type names, inputs of schedules, empty
 * payloads and failure messages are not encrypted.
 */

const encoding = 'binary/encrypted';
/** Encoding of a payload without a value. */
const emptyEncoding = 'binary/null';
const cipherName = 'AES-256-GCM';

/** A payload cannot be decrypted: its key is not configured, or the payload was changed. */
export class PayloadCodecError extends Error {
  override readonly name = 'PayloadCodecError';
}

const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** Parsed value of `TEMPORAL_CODEC_KEYS`. */
export interface CodecKeys {
  keys: readonly CredentialsKey[];
  /** False while some workers lack the keys: new payloads are not encrypted, but encrypted ones are decrypted. */
  encrypts: boolean;
}

/** The prefix that disables encryption. */
const withoutEncryption = /^\s*plain\s*,/;

/**
 * Parses keys in the form `id:base64`, separated by commas. The prefix `plain` disables encryption.
 * @throws RangeError if a key is malformed, is not 32 bytes or is repeated, and for `plain` without keys
 */
export function readCodecKeys(text: string): CodecKeys {
  const encrypts = !withoutEncryption.test(text);
  const keys = readCredentialsKeys(text.replace(withoutEncryption, ''));
  if (!encrypts && keys.length === 0) throw new RangeError('Add at least one key after "plain".');
  return { keys, encrypts };
}

/**
 * Creates a codec: the first key encrypts, and each key decrypts the payloads that contain its id. Unencrypted payloads
 * pass through, so that executions that started without keys continue. Empty payloads are not encrypted, because a
 * schedule passes each result to the next run, which may be due after the key was removed.
 * @throws RangeError without keys
 */
export function createPayloadCodec({ keys, encrypts }: CodecKeys): PayloadCodec {
  const [first] = keys;
  if (first === undefined) throw new RangeError('A payload codec needs at least one key.');
  const encodeOne = (payload: Payload): Payload =>
    encodingOf(payload) === emptyEncoding ? payload : encrypt(payload, first);
  const decodeOne = (payload: Payload, context: SerializationContext | undefined): Payload => {
    if (encodingOf(payload) !== encoding) return payload;
    if (!keys.some(({ id }) => id === keyIdOf(payload)) && isScheduledRun(context)) return emptyPayload();
    return decrypt(payload, keys);
  };
  return {
    encode: (payloads) => Promise.resolve(encrypts ? payloads.map(encodeOne) : payloads),
    decode: async (payloads, context) => payloads.map((payload) => decodeOne(payload, context)),
  };
}

const encodingOf = (payload: Payload): string => text(payload.metadata?.['encoding']);
const keyIdOf = (payload: Payload): string => text(payload.metadata?.['encryption-key-id']);
const emptyPayload = (): Payload => ({ metadata: { encoding: Buffer.from(emptyEncoding) } });

/** The suffix that Temporal appends to ids of scheduled workflows. */
const scheduledSuffix = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Checks whether a payload belongs to a workflow that a schedule started, and not to its activities or child workflows.
 * The inputs of these workflows are never encrypted. Only the result or failure of the schedule's previous run can use
 * a removed key, and no workflow reads it.
 */
const isScheduledRun = (context: SerializationContext | undefined): boolean =>
  context?.type === 'workflow' && scheduledSuffix.test(context.workflowId);

function encrypt(payload: Payload, { id, key }: CredentialsKey): Payload {
  const serialized = temporal.api.common.v1.Payload.encode(payload).finish();
  return {
    metadata: {
      encoding: Buffer.from(encoding),
      'encryption-cipher': Buffer.from(cipherName),
      'encryption-key-id': Buffer.from(id),
    },
    data: sealBytes(key, randomBytes(nonceLength), serialized),
  };
}

function decrypt(payload: Payload, keys: readonly CredentialsKey[]): Payload {
  const id = keyIdOf(payload);
  const key = keys.find((one) => one.id === id)?.key;
  if (key === undefined)
    throw new PayloadCodecError(`A payload is encrypted with the key "${id}". Add this key to TEMPORAL_CODEC_KEYS.`);
  const serialized = openBytes(key, Buffer.from(payload.data ?? []));
  if (serialized === null)
    throw new PayloadCodecError(
      `A payload cannot be decrypted with the key "${id}": the payload or the key has changed.`,
    );
  return temporal.api.common.v1.Payload.decode(serialized);
}

/** Returns the data converter option for clients and workers; empty without keys. */
export function dataConverterOf({ TEMPORAL_CODEC_KEYS }: { TEMPORAL_CODEC_KEYS: string }): {
  dataConverter?: DataConverter;
} {
  const read = readCodecKeys(TEMPORAL_CODEC_KEYS);
  return read.keys.length === 0 ? {} : { dataConverter: { payloadCodecs: [createPayloadCodec(read)] } };
}
