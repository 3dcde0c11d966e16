import { beliefTexts } from '../../../domain/beliefs/texts';

const one = { statement: 'S', claim: null };
const two = { statement: 'S', claim: 'C' };

test.each([
  ['a statement alone is the claim, too', { statement: 'S' }, null, one],
  ['a claim alone is the statement, too', { claim: 'S' }, null, one],
  ['the same under both names is one text', { statement: 'S', claim: 'S' }, null, one],
  ['both may differ', { statement: 'S', claim: 'C' }, null, two],
  ['one text is changed by either name', { claim: 'T' }, one, { statement: 'T', claim: null }],
  ['of two texts a claim changes the claim', { claim: 'D' }, two, { statement: 'S', claim: 'D' }],
  ['of two texts a statement changes the statement', { statement: 'T' }, two, { statement: 'T', claim: 'C' }],
  ['one text becomes two', { statement: 'T', claim: 'D' }, one, { statement: 'T', claim: 'D' }],
  ['two texts become one', { claim: 'S' }, two, one],
  ['nothing given changes nothing', {}, two, two],
])('%s', (_, given, held, texts) => {
  expect(beliefTexts(given, held)).toEqual(texts);
});
