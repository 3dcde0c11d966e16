import type { Schemas } from '../../api/client';
import { Ago } from '../../components/read';
import { formatDay } from '../../format/time';

type Freshness = Schemas['Belief']['freshness'];

/** When to test the belief again, for its page. */
export function TestAgain({ of: { state, testAgainAt } }: { of: Freshness }) {
  if (testAgainAt === null) return <span data-value={state}>As soon as possible: it has no evidence</span>;
  if (state === 'stale') return <span data-value={state}>Now: the evidence is more than 180 days old</span>;
  return (
    <span data-value={state}>
      <time dateTime={testAgainAt}>{formatDay(testAgainAt)}</time>, 180 days after the newest evidence
    </span>
  );
}

/** The age of the newest evidence, for lists. */
export function LastEvidence({ of: { state, lastEvidenceAt } }: { of: Freshness }) {
  return (
    <span data-value={state}>
      <Ago at={lastEvidenceAt} never="Never" />
      {state === 'stale' && <span className="tag">Test again</span>}
    </span>
  );
}
