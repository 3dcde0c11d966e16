import type { DeliveryResult } from './delivery-outcome';

/** When sends to the email provider pause, and how it is probed until it works again. */

/** Consecutive failures after which sends pause. */
export const failuresBeforePause = 5;
/** Milliseconds until the first probe; the interval doubles with each probe that fails. */
export const firstProbeMs = 5_000;
/** The longest interval between probes, in milliseconds. */
export const longestProbeMs = 60_000;

export interface ProviderPause {
  since: Date;
  /** The reason of the last failure: an error name, code or status; never content. */
  reason: string;
  /** Milliseconds until the next probe; 0 when it is due. */
  probeInMs: number;
  /** Milliseconds between two probes. */
  probeEveryMs: number;
}

/**
 * Classifies a result as evidence about the provider. A rejected message proves that the provider works. A missing
 * response counts as a failure, because with SES each one leaves a message with an unknown outcome.
 * @returns null if the result concerns only one message or sender
 */
export function providerHealth(result: DeliveryResult): 'works' | 'fails' | null {
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

  constructor({ since, reason }: ProviderPause) {
    super(`sends are paused since ${since.toISOString()} (${reason})`);
  }
}
