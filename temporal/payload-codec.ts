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
 * Encrypts what Temporal keeps of executions: inputs, results, signals and headers, each payload under AES-256-GCM. The encoding is that of
 * Temporal's own samples: `binary/encrypted`, the data being a 12-byte nonce, the serialized payload, and a 16-byte authentication tag.
 * Search attributes, ids, names of types, inputs of schedules, empty payloads and texts of failures stay readable.
 */

const encoding = 'binary/encrypted';
/** Of a payload that carries no value. */
const emptyEncoding = 'binary/null';
const cipherName = 'AES-256-GCM';

/** A payload does not open: its key is not among those that are set, or it was changed. */
export class PayloadCodecError extends Error {
  override readonly name = 'PayloadCodecError';
}

const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** What `TEMPORAL_CODEC_KEYS` says. */
export interface CodecKeys {
  keys: readonly CredentialsKey[];
  /** False while workers that lack the keys are still there: payloads stay readable, and encrypted ones are decrypted. */
  encrypts: boolean;
}

/** In the place of the key that encrypts. */
const withoutEncryption = /^\s*plain\s*,/;

/**
 * Reads keys as an operator writes them: `id:base64`, separated by commas, and `plain` before them where nothing is to be encrypted yet.
 * @throws RangeError when one is malformed, not of 32 bytes, or comes twice, and for `plain` alone
 */
export function readCodecKeys(text: string): CodecKeys {
  const encrypts = !withoutEncryption.test(text);
  const keys = readCredentialsKeys(text.replace(withoutEncryption, ''));
  if (!encrypts && keys.length === 0) throw new RangeError('There is no key to decrypt by.');
  return { keys, encrypts };
}

/**
 * The codec of some keys: the first key encrypts, each key decrypts the payloads that name it. Unencrypted payloads pass through, so that
 * executions that started without keys continue. An empty payload is not encrypted: a schedule passes the result of each run to the next,
 * and the next run may be due after the key was removed.
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

/** What Temporal appends to the id of a workflow that a schedule starts. */
const scheduledSuffix = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Whether a payload belongs to a workflow that a schedule started, and to none of its activities or child workflows. The inputs of these
 * workflows are never encrypted. Only the result or failure of the schedule's previous run, which none of them reads, can be under a key
 * that was removed since.
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
    throw new PayloadCodecError(`A payload is encrypted under the key "${id}", which TEMPORAL_CODEC_KEYS lacks.`);
  const serialized = openBytes(key, Buffer.from(payload.data ?? []));
  if (serialized === null)
    throw new PayloadCodecError(`A payload does not open under the key "${id}": it was changed, or the key was.`);
  return temporal.api.common.v1.Payload.decode(serialized);
}

/** For clients and workers: nothing while no keys are set. */
export function dataConverterOf({ TEMPORAL_CODEC_KEYS }: { TEMPORAL_CODEC_KEYS: string }): {
  dataConverter?: DataConverter;
} {
  const read = readCodecKeys(TEMPORAL_CODEC_KEYS);
  return read.keys.length === 0 ? {} : { dataConverter: { payloadCodecs: [createPayloadCodec(read)] } };
}
