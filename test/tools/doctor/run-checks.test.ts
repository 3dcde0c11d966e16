import { findingsOf } from '../../support/run-areas';

const areaOf = (error: unknown) => ({
  name: 'Temporal',
  checks: [{ name: 'schedules', run: () => Promise.reject(error) }],
});

test('a failed check reports its reason and cause in one line', async () => {
  const cause = Object.assign(new Error('4 DEADLINE_EXCEEDED: Deadline exceeded\nafter 10 s'), { code: 4 });
  const failed = new Error('Failed to describe schedule', { cause });
  expect(await findingsOf(areaOf(failed))).toEqual({
    schedules: 'problem: Failed to describe schedule: 4 DEADLINE_EXCEEDED: Deadline exceeded',
  });
});

test('an error without a message is named by its code', async () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(await findingsOf(areaOf(refused))).toEqual({ schedules: 'problem: ECONNREFUSED' });
});
