import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * What a payload is recognised by when it comes again: an HMAC, as a plain digest of a short code could be guessed. The order of
 * keys, white space and the spelling of numbers (1.0 and 1) make no difference. Source: RFC 8785, JSON Canonicalization Scheme.
 * @param payload JSON, with the mode that it is sent in
 */
export function payloadHash(secret: string, workspaceId: string, payload: object): Buffer {
  const text = canonicalize(payload);
  if (text === undefined) throw new TypeError('A payload is JSON.');
  return createHmac('sha256', secret).update(`transactional payload\n${workspaceId}\n${text}`).digest();
}
