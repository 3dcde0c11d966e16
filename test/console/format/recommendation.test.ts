import { describeRecommendation } from '../../../console/format/recommendation';
import { experimentResults } from '../../../domain/experiments/reports/schemas';

it('describes each recommendation differently', () => {
  const words = experimentResults.shape.recommendation.options;
  const meanings = words.map((word) => describeRecommendation(word).meaning);
  expect(words).toContain('collecting');
  expect(new Set(meanings).size).toBe(words.length);
  expect(meanings).not.toContain(describeRecommendation('a word of a later version').meaning);
});
