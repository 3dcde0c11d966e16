import { readFileSync } from 'node:fs';
import { bundleRows, bySeverity, describeCounts } from '../../../console/pages/journeys/import/describe-bundle';
import { readExport } from '../../../console/pages/journeys/import/read-export';
import { maxBodyBytes } from '../../../domain/json/max-body-bytes';
import { tasks } from '../../../threads/tasks';

const fixture = (name: string): string =>
  readFileSync(`${__dirname}/../../domain/journeys/import/fixtures/${name}.json`, 'utf8');

describe('a file', () => {
  it('is an export, of the provider whose form it has', () => {
    expect(readExport(fixture('braze-canvas'))).toMatchObject({
      provider: 'braze',
      exported: { name: 'Trial nurture' },
    });
    expect(readExport('{ "other": true }')).toEqual({ provider: null, exported: { other: true } });
  });

  it.each([
    ['name,email\nAda,ada@example.com', /not JSON/],
    ['', /not JSON/],
    ['[]', /no object/],
    ['null', /no object/],
  ])('%j is none, which says what to do', (text, problem) => {
    expect(readExport(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('may be as large as a request, counted in bytes and without its indents', () => {
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

  it('is read by itself, and as the body of an import', () => {
    expect(readExport(JSON.stringify(bundle))).toEqual({ bundle });
    expect(readExport(JSON.stringify({ bundle }))).toEqual({ bundle });
    const translated = tasks.translateExternal(
      JSON.stringify({ provider: 'braze', export: JSON.parse(fixture('braze-canvas')) as unknown }),
    );
    expect(readExport(JSON.stringify(translated))).toHaveProperty('bundle');
  });

  it.each([
    ['nothing in it', { source: 'handmade', journeys: [] }, null],
    ['an item without its name', { ...bundle, audiences: [{ externalId: 'x', condition: {} }] }, /audiences\.0\.name/],
    ['an item that is none', { ...bundle, journeys: ['welcome'] }, /journeys\.0 /],
    ['steps that are none', { ...bundle, journeys: [{ ...bundle.journeys[0], steps: 'all' }] }, /journeys\.0\.steps /],
    ['no condition', { ...bundle, audiences: [{ externalId: 'x', name: 'X', condition: null }] }, /a condition in it/],
  ])('is not taken with %s', (_what, given, problem) => {
    const read = readExport(JSON.stringify(given));
    expect(read).toEqual(
      problem === null ? { provider: null, exported: given } : { problem: expect.stringMatching(problem) },
    );
  });
});

test('a bundle is listed thing by thing, in words', () => {
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

test('counts name what there is', () => {
  expect(describeCounts({ journeys: 1, communications: 3, audiences: 0, triggerContracts: 1 })).toBe(
    '1 journey, 3 messages, 1 trigger',
  );
  expect(describeCounts({ journeys: 0, communications: 0, audiences: 0, triggerContracts: 0 })).toBe('');
});
