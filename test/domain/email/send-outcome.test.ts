import { sendOutcome } from '../../../domain/email/send-outcome';

describe('sendOutcome', () => {
  it('is sent for a send that was', () => {
    expect(sendOutcome({ status: 'sent', failure: null })).toEqual({ kind: 'sent' });
    expect(sendOutcome({ status: 'sent', failure: 'tried twice' })).toEqual({ kind: 'sent' });
  });

  it('gives the reason of a send that failed', () => {
    expect(sendOutcome({ status: 'failed', failure: 'rejected' })).toEqual({ kind: 'failed', reason: 'rejected' });
  });

  it.each(['sending', 'unknown', 'failed'] as const)('calls the outcome of %s without a reason unknown', (status) => {
    expect(sendOutcome({ status, failure: null })).toEqual({ kind: 'failed', reason: 'outcome_unknown' });
  });
});
