import type { Health, BreakerPause } from '../breakers';
import type { DeliveryResult } from './delivery-outcome';

/** When sends to the email provider pause. */

/** Consecutive failures after which sends pause. */
export const failuresBeforePause = 5;

/**
 * Classifies a result as evidence about the provider. A rejected message proves that the provider works. A missing
 * response counts as a failure, because with SES each one leaves a message with an unknown outcome.
 * @returns null if the result concerns only one message or sender
 */
export function providerHealth(result: DeliveryResult): Health {
  switch (result.kind) {
    case 'accepted':
    case 'rejected':
      return 'works';
    case 'unsupported_address':
      return null;
    case 'ambiguous':
      return 'fails';
    case 'not_accepted':
      return result.isProviderFault ? 'fails' : null;
  }
}

/** Reports that sends are paused, with the message that `/readyz` shows. */
export class SendsPausedError extends Error {
  override readonly name = 'SendsPausedError';

  constructor({ since, reason }: BreakerPause) {
    super(`sends are paused since ${since.toISOString()} (${reason})`);
  }
}
