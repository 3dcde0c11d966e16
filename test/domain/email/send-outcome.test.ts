import { sendOutcome } from '../../../domain/email/send-outcome';

describe('sendOutcome', () => {
  it('is sent for a completed send', () => {
    expect(sendOutcome({ status: 'sent', failure: null })).toEqual({ kind: 'sent' });
    expect(sendOutcome({ status: 'sent', failure: 'tried twice' })).toEqual({ kind: 'sent' });
  });

  it('contains the reason of a failed send', () => {
    expect(sendOutcome({ status: 'failed', failure: 'rejected' })).toEqual({ kind: 'failed', reason: 'rejected' });
  });

  it.each(['sending', 'unknown', 'failed'] as const)('is unknown for %s without a reason', (status) => {
    expect(sendOutcome({ status, failure: null })).toEqual({ kind: 'failed', reason: 'outcome_unknown' });
  });
});
