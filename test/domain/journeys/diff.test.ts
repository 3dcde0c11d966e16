import { journeyChanges, type FrozenVersion } from '../../../domain/journeys/diff';
import type { FrozenEntry, JourneyDefinition, JourneyStep } from '../../../domain/journeys/schemas';

const end: JourneyStep = { id: 'end', kind: 'exit' };
const pause: JourneyStep = { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' };

const purchase: FrozenEntry = { triggerContract: { eventName: 'purchase', where: null }, audience: null };

function version(
  fields: Partial<JourneyDefinition>,
  contents: Record<string, string> = {},
  entry = purchase,
): FrozenVersion {
  const definition: JourneyDefinition = {
    audienceId: null,
    triggerContractId: 'trg_1',
    goalEventName: null,
    goalEventWindowDays: 7,
    holdoutPercent: 10,
    reentry: 'after_exit',
    steps: [pause, end],
    ...fields,
  };
  return { definition, entry, contents: new Map(Object.entries(contents)) };
}

test('the same version with another key order has no changes', () => {
  const step = { next: 'end', duration: 'P1D', kind: 'wait', id: 'pause' } as const;
  expect(journeyChanges(version({}), version({ steps: [step, end] }))).toEqual([]);
});

test('finds added, removed and changed steps by id', () => {
  const before = version({ steps: [pause, { id: 'old', kind: 'exit' }] });
  const after = version({
    steps: [
      { ...pause, duration: 'P2D', next: 'new', name: 'Rest' },
      { ...end, id: 'new' },
    ],
  });
  expect(journeyChanges(before, after)).toEqual([
    { change: 'step_added', stepId: 'new', kind: 'exit' },
    { change: 'step_removed', stepId: 'old', kind: 'exit' },
    {
      change: 'step_changed',
      stepId: 'pause',
      kind: 'wait',
      fields: [
        { field: 'duration', before: 'P1D', after: 'P2D' },
        { field: 'next', before: 'end', after: 'new' },
        { field: 'name', before: null, after: 'Rest' },
      ],
    },
  ]);
});

test('lists every field of a step that has changed kind under the same id', () => {
  const after = version({ steps: [{ id: 'pause', kind: 'exit', reason: 'stop' }] });
  const [removed, changed] = journeyChanges(version({}), after);
  expect(removed).toEqual({ change: 'step_removed', stepId: 'end', kind: 'exit' });
  expect(changed).toMatchObject({ change: 'step_changed', kind: 'exit' });
  expect(changed).toHaveProperty('fields', [
    { field: 'kind', before: 'wait', after: 'exit' },
    { field: 'duration', before: 'P1D', after: null },
    { field: 'next', before: 'end', after: null },
    { field: 'reason', before: null, after: 'stop' },
  ]);
});

test('shows the whole field for a nested change', () => {
  const arm = (value: string) => ({
    id: 'a',
    when: { all: [{ field: 'attributes.plan', operator: 'in' as const, value: [value] }] },
    next: 'end',
  });
  const branch = (value: string): JourneyStep => ({ id: 'fork', kind: 'branch', arms: [arm(value)], else: 'end' });
  const changes = journeyChanges(version({ steps: [branch('pro'), end] }), version({ steps: [branch('free'), end] }));
  const fields = [{ field: 'arms', before: [arm('pro')], after: [arm('free')] }];
  expect(changes).toEqual([{ change: 'step_changed', stepId: 'fork', kind: 'branch', fields }]);
});

test('of the step order, only a change of the first step counts', () => {
  const last: JourneyStep = { id: 'last', kind: 'exit' };
  expect(journeyChanges(version({ steps: [pause, end, last] }), version({ steps: [pause, last, end] }))).toEqual([]);
  expect(journeyChanges(version({ steps: [pause, end] }), version({ steps: [end, pause] }))).toEqual([
    { change: 'entry_changed', before: 'pause', after: 'end' },
  ]);
});

test('shows other versioned fields with both values', () => {
  expect(journeyChanges(version({}), version({ holdoutPercent: 0, audienceId: 'aud_1' }))).toEqual([
    { change: 'field_changed', field: 'audienceId', before: null, after: 'aud_1' },
    { change: 'field_changed', field: 'holdoutPercent', before: 10, after: 0 },
  ]);
});

test('reports changed content of a communication that both versions send', () => {
  const before = version({}, { com_kept: 'a', com_changed: 'b', com_dropped: 'c' });
  const after = version({}, { com_kept: 'a', com_changed: 'd', com_new: 'e' });
  expect(journeyChanges(before, after)).toEqual([{ change: 'content_changed', communicationId: 'com_changed' }]);
});

test('reports a changed trigger contract and audience under the same id', () => {
  const everybody = { condition: { all: [] } };
  const refund: FrozenEntry = { triggerContract: { eventName: 'refund', where: null }, audience: everybody };
  expect(journeyChanges(version({}), version({}, {}, refund))).toEqual([
    {
      change: 'field_changed',
      field: 'triggerContract',
      before: purchase.triggerContract,
      after: refund.triggerContract,
    },
    { change: 'field_changed', field: 'audience', before: null, after: everybody },
  ]);
});

test.each([
  ['one key more', { a: 1 }, { a: 1, b: 2 }],
  ['one key fewer', { a: 1, b: 2 }, { a: 1 }],
  ['null under another key', { a: 1, b: null }, { a: 1, c: null }],
  ['a list in place of an object', { a: [1] }, { a: { 0: 1 } }],
  ['an item more', { a: [1] }, { a: [1, 2] }],
])('a value with %s is a change', (_what, before, after) => {
  const entry = (where: object) => ({ ...purchase, triggerContract: { eventName: 'purchase', where } }) as FrozenEntry;
  expect(journeyChanges(version({}, {}, entry(before)), version({}, {}, entry(after)))).toHaveLength(1);
  expect(journeyChanges(version({}, {}, entry(after)), version({}, {}, entry({ ...after })))).toEqual([]);
});
