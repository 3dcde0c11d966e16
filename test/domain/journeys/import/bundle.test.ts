import { assertImportable, digestOf, resolveJourney } from '../../../../domain/journeys/import/bundle';
import { bundle as bundleSchema, type Bundle } from '../../../../domain/journeys/import/schemas';
import { clippedAtBytes } from '../../../../domain/email/content-problems';
import { AppError } from '../../../../domain/errors';

const bundleOf = (parts: object): Bundle => bundleSchema.parse({ source: 'test', ...parts });
const communication = { externalId: 'hello', name: 'Hello', commType: 'marketing', slots: { subject: 'Hello' } };
const steps = [
  { id: 'hello', kind: 'send', communicationId: 'hello', next: 'end' },
  { id: 'end', kind: 'exit' },
];

it('accepts a bundle that contains all of its references', () => {
  assertImportable(
    bundleOf({
      communications: [communication],
      audiences: [{ externalId: 'a', name: 'A', condition: { all: [] } }],
      triggerContracts: [{ externalId: 't', eventName: 'signed_up' }],
      journeys: [{ externalId: 'j', name: 'J', audienceId: 'a', triggerContractId: 't', steps }],
    }),
  );
});

it('rejects an id of a communication because it would be ignored', () => {
  const { error } = bundleSchema.safeParse({ source: 'test', communications: [{ ...communication, id: 'welcome' }] });
  expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['id'], path: ['communications', 0] }]);
});

it('rejects content that could not be saved on its own', () => {
  const html = `<p>${'x'.repeat(clippedAtBytes)}</p>`;
  const secret = { commType: 'transactional', html: '<img src="{{ reset_url }}">' };
  const communications = [
    { ...communication, externalId: 'long', html },
    { ...communication, externalId: 'secret', ...secret },
    { ...communication, externalId: 'slots', slots: { body: 'é'.repeat(20_000) } },
  ];
  const refusal = () => assertImportable(bundleOf({ communications }));
  expect(refusal).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: ['0.html', '1.html'].map((place) => ({
        path: `bundle.communications.${place}`,
        message: expect.any(String) as string,
      })),
    }),
  );
});

it('reports all problems together', () => {
  const broken = bundleOf({
    communications: [communication, { ...communication, html: '{% if %}' }],
    journeys: [
      { externalId: 'j', name: 'J', audienceId: 'a', triggerContractId: 't', steps },
      { externalId: 'k', name: 'K', steps: [{ ...steps[0], communicationId: 'other' }, steps[1]] },
    ],
  });
  let paths: (string | undefined)[] = [];
  try {
    assertImportable(broken);
  } catch (error) {
    if (error instanceof AppError) paths = error.details?.map(({ path }) => path) ?? [];
  }
  expect(paths).toEqual([
    'bundle.communications.1.externalId',
    'bundle.journeys.0.audienceId',
    'bundle.journeys.0.triggerContractId',
    'bundle.journeys.1.steps.0.communicationId',
    'bundle.communications.1.html',
  ]);
});

it('replaces external ids with ids of the workspace', () => {
  const [journey] = bundleOf({ journeys: [{ externalId: 'j', name: 'J', audienceId: 'a', steps }] }).journeys;
  if (journey === undefined) throw new Error('The bundle has a journey.');
  const ids = {
    communication: new Map([['hello', 'com_1']]),
    audience: new Map([['a', 'aud_1']]),
    trigger_contract: new Map<string, string>(),
  };
  expect(resolveJourney(journey, ids)).toEqual({
    name: 'J',
    audienceId: 'aud_1',
    steps: [expect.objectContaining({ communicationId: 'com_1' }), { id: 'end', kind: 'exit' }],
  });
});

it('the digest of an item does not depend on key order', () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(digestOf({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [2, 1] }));
});
