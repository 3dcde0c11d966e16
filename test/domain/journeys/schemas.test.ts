import { createJourneyBody, journeyDefinition, journeyStep, updateJourneyBody } from '../../../domain/journeys/schemas';
import { stepId } from '../../../domain/journeys/steps/schemas';

const exit = { id: 'done', kind: 'exit' };
const send = { id: 'hello', kind: 'send', communicationId: 'com_1', next: 'done' };
const wait = { id: 'pause', kind: 'wait', duration: 'P3D', next: 'done' };
const name = 'Welcome';
const updatedAt = '2026-03-01T10:00:00.000Z';

interface Parser {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Dotted paths of the rejected values. Empty if the input is accepted. */
const refusedAt = (schema: Parser, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('journeyStep', () => {
  it('continues after a skip by default', () => {
    expect(journeyStep.parse(send)).toEqual({ ...send, onSkip: 'continue' });
    expect(journeyStep.parse({ ...send, onSkip: 'exit' })).toEqual({ ...send, onSkip: 'exit' });
  });

  it('accepts a wait and an exit unchanged', () => {
    expect(journeyStep.parse({ ...wait, name: 'A while' })).toEqual({ ...wait, name: 'A while' });
    expect(journeyStep.parse({ ...exit, reason: 'finished' })).toEqual({ ...exit, reason: 'finished' });
  });

  it.each([
    ['another kind', { id: 'x', kind: 'teleport', next: 'done' }, 'kind'],
    ['no kind', { id: 'x', next: 'done' }, 'kind'],
    ['no id', { kind: 'exit' }, 'id'],
    ['an unknown field of a send', { ...send, delay: 'P1D' }, ''],
    ['a field of another kind', { ...exit, next: 'done' }, ''],
    ['an unknown field of a wait', { ...wait, onSkip: 'exit' }, ''],
    ['a send without a communication', { id: 'a', kind: 'send', next: 'done' }, 'communicationId'],
    ['a send of a communication id that is too long', { ...send, communicationId: 'c'.repeat(101) }, 'communicationId'],
    ['a send that leads nowhere', { id: 'a', kind: 'send', communicationId: 'com_1' }, 'next'],
    ['a skip rule that is none', { ...send, onSkip: 'retry' }, 'onSkip'],
    ['a duration that cannot be read', { ...wait, duration: '3 days' }, 'duration'],
    ['a duration of nothing', { ...wait, duration: 'P0D' }, 'duration'],
    ['a duration in number', { ...wait, duration: 3 }, 'duration'],
    ['a reason of 101 characters', { ...exit, reason: 'x'.repeat(101) }, 'reason'],
    ['a name of 201 characters', { ...exit, name: 'x'.repeat(201) }, 'name'],
  ])('rejects %s', (_, step, path) => {
    expect(refusedAt(journeyStep, step)).toEqual([path]);
  });

  it.each([null, [], 'exit', 7])('rejects %j', (value) => {
    expect(journeyStep.safeParse(value).success).toBe(false);
  });
});

describe('stepId', () => {
  it.each(['a', 'A.b:c-d_9', 'x'.repeat(100)])('accepts %s', (id) => {
    expect(stepId.parse(id)).toBe(id);
  });

  it.each(['', 'x'.repeat(101), 'a b', 'a\n', 'é', 'a/b'])('rejects %j', (id) => {
    expect(stepId.safeParse(id).success).toBe(false);
  });
});

describe('createJourneyBody', () => {
  it('requires only a name and adds no defaults', () => {
    expect(createJourneyBody.parse({ name })).toEqual({ name });
  });

  it('accepts all fields', () => {
    const body = {
      name,
      description: null,
      audienceId: 'aud_1',
      triggerContractId: null,
      goalEventName: 'purchase',
      goalEventWindowDays: 14,
      holdoutPercent: 12.5,
      reentry: 'once',
      steps: [wait, exit],
    };
    expect(createJourneyBody.parse(body)).toEqual(body);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, ''],
    ['a field that the service sets', { status: 'published' }, ''],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a description of 2001 characters', { description: 'x'.repeat(2_001) }, 'description'],
    ['no steps', { steps: [] }, 'steps'],
    ['501 steps', { steps: Array.from({ length: 501 }, () => exit) }, 'steps'],
    ['a holdout below 0', { holdoutPercent: -0.1 }, 'holdoutPercent'],
    ['a holdout above 100', { holdoutPercent: 100.1 }, 'holdoutPercent'],
    ['a holdout that is no number', { holdoutPercent: Number.NaN }, 'holdoutPercent'],
    ['a goal window of no day', { goalEventWindowDays: 0 }, 'goalEventWindowDays'],
    ['a goal window of half days', { goalEventWindowDays: 1.5 }, 'goalEventWindowDays'],
    ['a goal window of 366 days', { goalEventWindowDays: 366 }, 'goalEventWindowDays'],
    ['another re-entry', { reentry: 'never' }, 'reentry'],
    ['an empty reference', { audienceId: '' }, 'audienceId'],
    ['an unknown field inside a step', { steps: [exit, { ...wait, colour: 'red' }] }, 'steps.1'],
    ['a wait for two things', { steps: [exit, { ...wait, until: '2026-03-10T12:00:00Z' }] }, 'steps.1'],
    ['a wait for nothing', { steps: [exit, { id: 'w', kind: 'wait', next: 'exit' }] }, 'steps.1'],
  ])('rejects %s', (_, change, path) => {
    expect(refusedAt(createJourneyBody, { name, ...change })).toEqual([path]);
  });

  it('reports all problems together', () => {
    const body = { steps: [{ ...wait, duration: 'soon' }, { kind: 'exit' }], holdoutPercent: '10' };
    expect(refusedAt(createJourneyBody, body).sort()).toEqual([
      'holdoutPercent',
      'name',
      'steps.0.duration',
      'steps.1.id',
    ]);
  });
});

describe('updateJourneyBody', () => {
  it('requires the updatedAt that was read', () => {
    expect(refusedAt(updateJourneyBody, { name })).toEqual(['updatedAt']);
    expect(updateJourneyBody.parse({ updatedAt })).toEqual({ updatedAt });
  });

  it('accepts updatedAt with any offset, and rejects an invalid time', () => {
    const withOffset = { updatedAt: '2026-03-01T10:00:00+01:00' };
    expect(updateJourneyBody.parse(withOffset)).toEqual(withOffset);
    expect(refusedAt(updateJourneyBody, { updatedAt: '2026-03-01' })).toEqual(['updatedAt']);
    expect(refusedAt(updateJourneyBody, { updatedAt: '2026-02-30T10:00:00Z' })).toEqual(['updatedAt']);
  });

  it('rejects an unknown field', () => {
    expect(refusedAt(updateJourneyBody, { updatedAt, version: 3 })).toEqual(['']);
  });
});

describe('journeyDefinition', () => {
  it('requires all fields that a version freezes', () => {
    expect(refusedAt(journeyDefinition, {}).sort()).toEqual([
      'audienceId',
      'goalEventName',
      'goalEventWindowDays',
      'holdoutPercent',
      'reentry',
      'steps',
      'triggerContractId',
    ]);
  });
});
