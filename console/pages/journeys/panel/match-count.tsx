import { useQuery } from '@tanstack/react-query';
import type { Condition } from '../../../../domain/conditions/schemas';
import { api, ApiError, unwrap } from '../../../api/client';
import { useSettled } from '../../../components/use-settled';
import { formatSize } from '../../../format/audience-size';

const seesEvent = (condition: Condition): boolean => JSON.stringify(condition).includes('"event.data.');

/** Whether a field or event is still empty. */
const isIncomplete = (condition: Condition): boolean => /"(field|event)":""/.test(JSON.stringify(condition));

/** Shows the number of people who match a condition, updated when typing pauses. */
export function MatchCount({ condition }: { condition: Condition }) {
  const settled = useSettled(condition);
  const { data, error } = useQuery({
    queryKey: ['condition-count', settled],
    queryFn: () => unwrap(api.POST('/api/audiences/preview', { body: { condition: settled } })),
    enabled: !seesEvent(settled) && !isIncomplete(settled),
    retry: false,
  });
  if (seesEvent(settled)) return <p className="hint">Conditions on the event cannot be counted in advance.</p>;
  // The form shows the problems of the condition.
  if (isIncomplete(settled) || (error instanceof ApiError && error.status === 400))
    return <p className="hint">Complete the condition to count the matching people.</p>;
  if (error !== null) return <p className="problem">{error.message}</p>;
  return (
    <p className="hint" role="status">
      {data === undefined ? 'Counting…' : `Matches ${formatSize(data)} now.`}
    </p>
  );
}
