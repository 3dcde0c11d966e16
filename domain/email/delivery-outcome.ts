/**
 * What became of a message.
 * `accepted`: the provider has it. `rejected`: the provider refuses the message or address for good. `not_accepted`: the provider
 * does not have it, and a retry is safe. `ambiguous`: the provider may have it, and a retry could send twice.
 */
export type DeliveryResult =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'rejected'; reason: string }
  | {
      kind: 'not_accepted';
      reason: string;
      /** Whether other messages would fail, too: an outage, a rate limit, a paused account. False for one recipient or sender. */
      isProviderFault: boolean;
    }
  | { kind: 'ambiguous'; reason: string };

/** What a provider says of a send whose result was ambiguous. `unknown` when it cannot say. */
export type LookupResult = { kind: 'accepted'; providerMessageId: string } | { kind: 'absent' } | { kind: 'unknown' };

/** How a send was settled for good. */
export type Settlement =
  | { status: 'sent'; providerMessageId: string }
  | { status: 'failed'; failure: 'rejected' }
  | { status: 'unknown'; failure: 'outcome_unknown' };

/** `not_accepted`: the provider has not got the message, and it may be sent again. `open`: only a look-up can tell. */
export type DeliveryOutcome = { kind: 'settled'; settlement: Settlement } | { kind: 'not_accepted' } | { kind: 'open' };

/** What a result of the provider means for a send, of whatever kind. */
export function deliveryOutcome(result: DeliveryResult | LookupResult): DeliveryOutcome {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'settled', settlement: { status: 'sent', providerMessageId: result.providerMessageId } };
    case 'rejected':
      return { kind: 'settled', settlement: { status: 'failed', failure: 'rejected' } };
    case 'unknown':
      return { kind: 'settled', settlement: outcomeUnknown };
    case 'not_accepted':
    case 'absent':
      return { kind: 'not_accepted' };
    case 'ambiguous':
      return { kind: 'open' };
  }
}

/** Of a send whose outcome is unknown. */
export const outcomeUnknown: Settlement = { status: 'unknown', failure: 'outcome_unknown' };

/** How often a message with an unknown outcome is sent again by itself, for workspaces that rather send twice. */
export const maxResends = 2;

/** Of a send that no attempt comes back to, and that the provider has not got. */
export const abandoned = { status: 'failed', failure: 'abandoned' } as const;
