import { createHmac } from 'node:crypto';

/** Signs the timestamp and body of each try. Receivers can verify the sender and detect changed or replayed calls. */

/** Which secrets of a workspace are valid. */
export interface SigningState {
  /** The number of rotations. */
  generation: number;
  /** The end of the previous secret's validity; null if there is no previous secret, or if it was revoked. */
  previousUntil: Date | null;
}

/**
 * Computes the secret that signs a workspace's webhooks: 64 hex characters. It is derived, so it need not be stored.
 * @param linkSecret the installation's secret for links
 * @param generation the number of rotations, from 0
 */
export const webhookSecret = (linkSecret: string, workspaceId: string, generation = 0): string =>
  createHmac('sha256', linkSecret)
    .update(generation === 0 ? `webhook ${workspaceId}` : `webhook ${workspaceId} ${generation}`)
    .digest('hex');

/** Checks whether the previous secret is still valid. */
export const isPreviousGood = ({ previousUntil }: SigningState, now: Date): boolean =>
  previousUntil !== null && previousUntil > now;

/** Returns the current secret, and the previous one while it is valid. */
export function signingSecrets(
  linkSecret: string,
  workspaceId: string,
  state: SigningState,
  now: Date,
): { secret: string; previousSecret: string | null } {
  const { generation } = state;
  const hasPrevious = generation > 0 && isPreviousGood(state, now);
  return {
    secret: webhookSecret(linkSecret, workspaceId, generation),
    previousSecret: hasPrevious ? webhookSecret(linkSecret, workspaceId, generation - 1) : null,
  };
}

/**
 * Returns the value of `X-Apex-Signature`: `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>` in UTF-8. The key is
 * the secret as written, not its decoded bytes. A receiver computes the same over the raw body and compares in constant
 * time (docs/WEBHOOKS.md). A new scheme would be added as `v2=…` after a comma.
 * @param timestamp seconds since the epoch, as in `X-Apex-Timestamp`
 * @param body as sent; empty if there is none
 */
export const signWebhook = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
