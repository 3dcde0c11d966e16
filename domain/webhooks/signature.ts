import { createHmac } from 'node:crypto';

/** Bytes over a try's timestamp and body, so that a receiver can verify the sender, and that the call was neither changed nor replayed. */

/** Which secrets of a workspace are good. */
export interface SigningState {
  /** Counts rotations. */
  generation: number;
  /** How long the secret before is good, too; null when there is none, or when it was ended. */
  previousUntil: Date | null;
}

/**
 * A secret that a workspace's webhooks are signed with: hex, 64 characters. Computed, so that nothing has to be stored.
 * @param linkSecret the installation's secret for links
 * @param generation counts rotations, from 0
 */
export const webhookSecret = (linkSecret: string, workspaceId: string, generation = 0): string =>
  createHmac('sha256', linkSecret)
    .update(generation === 0 ? `webhook ${workspaceId}` : `webhook ${workspaceId} ${generation}`)
    .digest('hex');

/** Whether the secret before the one of now is good, too. */
export const isPreviousGood = ({ previousUntil }: SigningState, now: Date): boolean =>
  previousUntil !== null && previousUntil > now;

/** The secret of now, and the one before while that is good, too. */
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
 * The value of `X-Apex-Signature`: `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, all in UTF-8, under the secret as it
 * is written. A receiver computes the same over the raw body, and compares in constant time (docs/WEBHOOKS.md). A new scheme
 * would come as `v2=…` beside it, after a comma.
 * @param timestamp seconds since the epoch, as in `X-Apex-Timestamp`
 * @param body as it is sent; empty when there is none
 */
export const signWebhook = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
