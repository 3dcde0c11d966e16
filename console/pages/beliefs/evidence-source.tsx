import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { formatWords } from '../../format/words';

type Evidence = Schemas['Evidence'];

/** Names where an entry comes from: the experiment or journey, or how it was added. */
export function describeSource({
  type,
  source,
  experimentId,
  experimentName,
  journeyId,
  journeyName,
}: Evidence): string {
  if (journeyId !== null) return journeyName ?? 'A deleted journey';
  if (experimentId !== null) return experimentName ?? 'A deleted experiment';
  return source === 'manual' ? formatWords(type) : formatWords(source);
}

/** The same with a link to the experiment or journey, if it still exists. */
export function EvidenceSource({ of: evidence }: { of: Evidence }) {
  const { source, experimentId, experimentName, journeyId, journeyName } = evidence;
  const text = describeSource(evidence);
  const to =
    journeyName !== null ? `/journeys/${journeyId}` : experimentName !== null ? `/experiments/${experimentId}` : null;
  return <span data-value={source}>{to === null ? text : <Link to={to}>{text}</Link>}</span>;
}
