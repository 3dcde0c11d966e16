/**
 * Why an operation has to be attempted again. `ProviderPaused`: sends are paused while the provider fails.
 * `NotAccepted`: the provider did not accept the message. `OutcomeOpen`: the provider may have the message, and is
 * queried later. `HeldUp`: the process was delayed between claim and request. `SendInProgress`: another attempt has the
 * claim, or the execution or the recipient has changed. `EarlierNotice`: an earlier message has to be sent first.
 * `RenderingBusy`: too many expensive tasks are queued. `PullFailed`: an ad platform returned no figures.
 * `ConnectionChanged`: the connection was changed during its pull.
 */
export type DelayReason =
  | 'ProviderPaused'
  | 'NotAccepted'
  | 'OutcomeOpen'
  | 'HeldUp'
  | 'SendInProgress'
  | 'EarlierNotice'
  | 'RenderingBusy'
  | 'PullFailed'
  | 'ConnectionChanged';

/** An operation that is neither done nor refused. A later attempt continues it. */
export class AttemptDelayed extends Error {
  override readonly name = 'AttemptDelayed';

  /** @param retryAfterMs milliseconds until the next attempt; undefined for the usual delay */
  constructor(
    readonly reason: DelayReason,
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}
