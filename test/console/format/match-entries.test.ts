import { matchEntries } from '../../../console/format/match-entries';

const entries = ['Overview', 'Journeys', 'Audit log', 'Light theme', 'Dark theme', 'Operations'].map((title) => ({
  title,
}));
const found = (text: string): string[] => matchEntries(entries, text).map(({ title }) => title);

it('an empty search keeps all entries', () => {
  expect(found('  ')).toEqual(entries.map(({ title }) => title));
});

it.each([
  ['jou', ['Journeys']],
  ['o', ['Overview', 'Operations', 'Journeys', 'Audit log']],
  ['THEME', ['Light theme', 'Dark theme']],
  ['log', ['Audit log']],
  ['jrn', ['Journeys']],
  ['xyz', []],
])('%s finds %p', (text, titles) => {
  expect(found(text)).toEqual(titles);
});
