import { readFileSync } from 'node:fs';
import { bundleRows, bySeverity, describeCounts } from '../../../../../console/pages/journeys/import/describe-bundle';
import { readExport } from '../../../../../console/pages/journeys/import/read-export';
import { maxBodyBytes } from '../../../../../domain/json/max-body-bytes';
import { tasks } from '../../../../../domain/tasks';

const fixture = (name: string): string =>
  readFileSync(`${__dirname}/../../../../domain/journeys/import/fixtures/${name}.json`, 'utf8');

describe('a file', () => {
  it('is the export of the recognized provider', () => {
    expect(readExport(fixture('braze-canvas'))).toMatchObject({
      provider: 'braze',
      exported: { name: 'Trial nurture' },
    });
    expect(readExport('{ "other": true }')).toEqual({ provider: null, exported: { other: true } });
  });

  it.each([
    ['name,email\nAda,ada@example.com', /not JSON/],
    ['', /not JSON/],
    ['[]', /not a JSON object/],
    ['null', /not a JSON object/],
  ])('%j is not an export, and the problem contains a remedy', (text, problem) => {
    expect(readExport(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('is limited to the request size, in bytes without indentation', () => {
    const around = JSON.stringify({ provider: 'customerio', export: { text: '' } }).length;
    const most = 'x'.repeat(maxBodyBytes - around);
    expect(readExport(JSON.stringify({ text: most }, null, 100_000))).toMatchObject({ provider: null });
    expect(readExport(JSON.stringify({ text: `${most}x` }))).toEqual({
      problem: expect.stringContaining('Export a single flow'),
    });
    expect(readExport(JSON.stringify({ text: 'é'.repeat(maxBodyBytes / 2) }))).toHaveProperty('problem');
  });
});

describe('a bundle of this service', () => {
  const bundle = {
    source: 'handmade',
    triggerContracts: [{ externalId: 'signup', eventName: 'signed_up' }],
    audiences: [
      { externalId: 'pro', name: 'Pro', condition: { field: 'attributes.plan', operator: 'equals', value: 'pro' } },
    ],
    journeys: [{ externalId: 'welcome', name: 'Welcome', steps: [{ id: 'end', kind: 'exit' }] }],
  };

  it('is read directly, or from the body of an import request', () => {
    expect(readExport(JSON.stringify(bundle))).toEqual({ bundle });
    expect(readExport(JSON.stringify({ bundle }))).toEqual({ bundle });
    const translated = tasks.translateExternal(
      JSON.stringify({ provider: 'braze', export: JSON.parse(fixture('braze-canvas')) as unknown }),
    );
    expect(readExport(JSON.stringify(translated))).toHaveProperty('bundle');
  });

  it.each([
    ['no items', { source: 'handmade', journeys: [] }, null],
    ['an item without its name', { ...bundle, audiences: [{ externalId: 'x', condition: {} }] }, /audiences\.0\.name/],
    ['an item that is not an object', { ...bundle, journeys: ['welcome'] }, /journeys\.0 /],
    [
      'steps that are not a list',
      { ...bundle, journeys: [{ ...bundle.journeys[0], steps: 'all' }] },
      /journeys\.0\.steps /,
    ],
    ['no condition', { ...bundle, audiences: [{ externalId: 'x', name: 'X', condition: null }] }, /a condition in it/],
  ])('is rejected with %s', (_what, given, problem) => {
    const read = readExport(JSON.stringify(given));
    expect(read).toEqual(
      problem === null ? { provider: null, exported: given } : { problem: expect.stringMatching(problem) },
    );
  });
});

test('lists the items of a bundle', () => {
  const bundle = tasks.translateExternal(
    JSON.stringify({ provider: 'klaviyo', export: JSON.parse(fixture('klaviyo-flow')) as unknown }),
  );
  const rows = bundleRows(bundle);
  expect(rows[0]).toMatchObject({ kind: 'journey', name: 'Welcome series' });
  expect(rows[0]?.what).toMatch(/^\d+ steps: .*\d+ send/);
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['communication', 'trigger_contract']));
  const groups = bySeverity(bundle.unmapped);
  expect(groups.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  expect(groups.flatMap(({ of }) => of)).toHaveLength(bundle.unmapped.length);
});

test('describes counts above 0', () => {
  expect(describeCounts({ journeys: 1, communications: 3, audiences: 0, triggerContracts: 1 })).toBe(
    '1 journey, 3 messages, 1 trigger',
  );
  expect(describeCounts({ journeys: 0, communications: 0, audiences: 0, triggerContracts: 0 })).toBe('');
});
