import { readFileSync } from 'node:fs';
import { recognizeProvider } from '../../../../domain/journeys/import/recognize-provider';

test.each([
  ['klaviyo', 'klaviyo-flow'],
  ['braze', 'braze-canvas'],
  ['customerio', 'customerio-campaign'],
  ['mailchimp', 'mailchimp-automation'],
])('recognizes an export of %s by its structure', (provider, file) => {
  const exported: unknown = JSON.parse(readFileSync(`${__dirname}/fixtures/${file}.json`, 'utf8'));
  expect(recognizeProvider(exported)).toBe(provider);
});

test.each([
  null,
  'text',
  7,
  [],
  {},
  { data: { type: 'flow', attributes: { name: 'Without a definition' } } },
  { campaign: { id: 5 } },
  { automation: { id: 'a' } },
  { steps: [] },
  { steps: ['one'] },
  { source: 'klaviyo', journeys: [] },
])('does not recognize %j', (exported) => {
  expect(recognizeProvider(exported)).toBeNull();
});
