/**
 * Why an operation has to be attempted again. `SendPostponed`: the provider fails, or a limit on sends is reached.
 * `NotAccepted`: the provider did not accept the message. `OutcomeOpen`: the provider may have the message, and is
 * queried later. `HostPaused`: the webhook's host fails. `HostBusy`: it has as many calls as it may. `HeldUp`: the process was delayed between claim and request. `SendInProgress`: another attempt has the
 * claim, or the execution or the recipient has changed. `EarlierNotice`: an earlier message has to be sent first.
 * `RenderingBusy`: too many expensive tasks are queued. `PullFailed`: an ad platform returned no figures.
 * `ConnectionChanged`: the connection was changed during its pull.
 */
export type DelayReason =
  | 'SendPostponed'
  | 'NotAccepted'
  | 'OutcomeOpen'
  | 'HeldUp'
  | 'SendInProgress'
  | 'EarlierNotice'
  | 'RenderingBusy'
  | 'HostPaused'
  | 'HostBusy'
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
