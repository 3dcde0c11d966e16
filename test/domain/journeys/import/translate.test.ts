import fc from 'fast-check';
import { readTemplates } from '../../../../domain/email/content-references';
import { AppError } from '../../../../domain/errors';
import { graphProblems } from '../../../../domain/journeys/graph';
import { assertImportable } from '../../../../domain/journeys/import/bundle';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import { bundle as bundleSchema, type Bundle, type Provider } from '../../../../domain/journeys/import/schemas';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { journeyStep } from '../../../../domain/journeys/schemas';
import { providers, sampleExport } from './exports';
import { runs } from '../../../support/thorough';

/** Checks that a bundle can be imported and its journeys have no graph problems, whatever the export contains. */
function expectSound(bundle: Bundle): void {
  expect(bundleSchema.safeParse(bundle).error).toBeUndefined();
  assertImportable(bundle);
  for (const { steps = [] } of bundle.journeys) {
    for (const step of steps) expect(journeyStep.safeParse(step).error).toBeUndefined();
    expect(graphProblems(steps)).toEqual([]);
  }
}

describe.each(providers)('an export of %s', (provider) => {
  it('becomes one journey that can be published', () => {
    const bundle = translateExternal(provider, sampleExport(provider));
    expect(bundle.source).toBe(provider);
    expect(bundle.journeys).toHaveLength(1);
    expectSound(bundle);
    for (const { slots, html = null, text = null } of bundle.communications) {
      expect(readTemplates({ slots, html, text }).problems).toEqual([]);
    }
  });

  it('gives the same result each time, also with another key order', () => {
    const first = translateExternal(provider, sampleExport(provider));
    expect(translateExternal(provider, sampleExport(provider))).toEqual(first);
    expect(translateExternal(provider, turned(sampleExport(provider)) as JsonRecord).journeys[0]?.externalId).toBe(
      first.journeys[0]?.externalId,
    );
  });

  it('keeps its external ids when its content changes', () => {
    const changed = JSON.parse(JSON.stringify(sampleExport(provider)).replaceAll('<p>', '<p>New ')) as JsonRecord;
    const names = (one: Bundle) => [...one.journeys, ...one.communications].map(({ externalId }) => externalId);
    expect(names(translateExternal(provider, changed))).toEqual(
      names(translateExternal(provider, sampleExport(provider))),
    );
  });

  it('is rejected if it has another format', () => {
    for (const wrong of [
      {},
      { data: [] },
      { steps: 'x' },
      { campaign: {}, actions: {} },
      { automation: {}, emails: 1 },
    ]) {
      expect(() => translateExternal(provider, wrong)).toThrow(AppError);
    }
  });

  it('gives a valid bundle after random changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), replacement), { minLength: 1, maxLength: 6 }), (changes) => {
        const bundle = translateOrNull(provider, changes.reduce<unknown>(changed, sampleExport(provider)));
        if (bundle !== null) expectSound(bundle);
      }),
      { numRuns: runs(30, 300) },
    );
  });
});

const replacement = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1e300, true, [], {}, [[]], [null], 'end', '101', 'step-mail', '97'),
  fc.constantFrom(
    '{{',
    '{% if %}',
    '{{ x | nothing }}',
    '*|IF:|*',
    '{% raw %}',
    '${',
    'x'.repeat(1_500),
    '😀'.repeat(150),
  ),
  fc.string(),
  fc.integer(),
);

/** Returns a copy with the value at one place replaced. Places are numbered in traversal order. */
function changed(root: unknown, [at, value]: [number, unknown]): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const copy = structuredClone(root);
  const stack: unknown[] = [copy];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      places.push([one as Record<string, unknown>, key]);
      stack.push(inner);
    }
  }
  const place = places[at % Math.max(places.length, 1)];
  if (place !== undefined) place[0][place[1]] = structuredClone(value);
  return copy;
}

function translateOrNull(provider: Provider, exported: unknown): Bundle | null {
  try {
    return translateExternal(provider, exported as JsonRecord);
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return null;
    throw error;
  }
}

/** Returns the same JSON with the keys of every object reversed. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

it('truncates a flow that is too long', () => {
  const actions = Array.from({ length: 550 }, (_, index) => ({
    id: `a${index}`,
    type: 'time-delay',
    data: { unit: 'hours', value: 1 },
    links: { next: `a${index + 1}` },
  }));
  const bundle = translateExternal('klaviyo', { data: { attributes: { definition: { actions } } } });
  expectSound(bundle);
  expect(bundle.journeys[0]?.steps).toHaveLength(500);
  expect(bundle.unmapped).toContainEqual(
    expect.objectContaining({ severity: 'error', reason: expect.stringContaining('500 steps') }),
  );
});

describe('a journey without remaining steps', () => {
  const empty = 'Nothing in the export could be converted to a step. The journey is empty.';
  const reasonsOf = (types: string[]): string[] => {
    const actions = types.map((type, index) => ({
      id: index + 1,
      type,
      name: 'Away',
      subject: 'Hello',
      body: 'Hello',
    }));
    const { unmapped } = translateExternal('customerio', { campaign: { id: 1, name: 'Walked' }, actions });
    return unmapped.map(({ reason }) => reason);
  };

  it('is reported', () => {
    expect(reasonsOf(['teleport'])).toContain(empty);
  });

  it('is not reported if a single step remains', () => {
    expect(reasonsOf(['email'])).not.toContain(empty);
  });
});
