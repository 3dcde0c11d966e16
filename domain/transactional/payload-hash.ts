import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Computes a hash that identifies repeated payloads. It is an HMAC, because a short code could be guessed from a plain
 * digest. The order of keys, white space and the spelling of numbers (1.0 and 1) do not matter. Source: RFC 8785, JSON
 * Canonicalization Scheme.
 * @param payload JSON, including the mode of the send
 */
export function payloadHash(secret: string, workspaceId: string, payload: object): Buffer {
  const text = canonicalize(payload);
  if (text === undefined) throw new TypeError('A payload must be JSON.');
  return createHmac('sha256', secret).update(`transactional payload\n${workspaceId}\n${text}`).digest();
}
