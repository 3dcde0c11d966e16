/**
 * The result of a delivery attempt. `accepted`: the provider has the message. `rejected`: the provider permanently
 * refuses the message or address. `unsupported_address`: the provider cannot deliver to such an address, so nothing
 * was sent to it. `not_accepted`: the provider does not have the message, and a retry is safe. `ambiguous`: the
 * provider may have the message, and a retry could send it twice.
 */
export type DeliveryResult =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unsupported_address'; reason: string }
  | {
      kind: 'not_accepted';
      reason: string;
      /**
       * Whether other messages would fail too, because of an outage, a rate limit or a paused account. False for one
       * recipient or sender.
       */
      isProviderFault: boolean;
    }
  | { kind: 'ambiguous'; reason: string };

/** The provider's response about a send with an ambiguous result. `unknown` if the provider cannot determine it. */
export type LookupResult = { kind: 'accepted'; providerMessageId: string } | { kind: 'absent' } | { kind: 'unknown' };

/** The final result of a send. */
export type Settlement =
  | { status: 'sent'; providerMessageId: string }
  | { status: 'failed'; failure: 'rejected' | 'unsupported_address' }
  | { status: 'unknown'; failure: 'outcome_unknown' };

/**
 * `not_accepted`: the provider does not have the message, so it may be sent again. `open`: only a lookup can decide.
 */
export type DeliveryOutcome = { kind: 'settled'; settlement: Settlement } | { kind: 'not_accepted' } | { kind: 'open' };

/** Maps a result of the provider to the outcome of a send. */
export function deliveryOutcome(result: DeliveryResult | LookupResult): DeliveryOutcome {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'settled', settlement: { status: 'sent', providerMessageId: result.providerMessageId } };
    case 'rejected':
    case 'unsupported_address':
      return { kind: 'settled', settlement: { status: 'failed', failure: result.kind } };
    case 'unknown':
      return { kind: 'settled', settlement: outcomeUnknown };
    case 'not_accepted':
    case 'absent':
      return { kind: 'not_accepted' };
    case 'ambiguous':
      return { kind: 'open' };
  }
}

/** The settlement of a send with an unknown outcome. */
export const outcomeUnknown: Settlement = { status: 'unknown', failure: 'outcome_unknown' };

/**
 * How often a message with an unknown outcome is automatically resent, for workspaces that prefer duplicates to lost
 * messages.
 */
export const maxResends = 2;

/** The state of a send that no attempt will continue, and that the provider does not have. */
export const abandoned = { status: 'failed', failure: 'abandoned' } as const;
