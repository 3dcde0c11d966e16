import { useMemo } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useRead } from '../../components/read';
import { formatCount, formatInterval, formatShare } from '../../format/number';
import { formatWords } from '../../format/words';
import { edgeKey, type Figures, type Marks } from './canvas/marks';
import { executionsAt } from './executions/execution-filter';

/** The generated client types a pair as a list. */
type Arm = Omit<Schemas['ArmPerformance'], 'credibleInterval95'> & { credibleInterval95?: number[] | undefined };

/**
 * Loads the figures of each step for the canvas. Empty for a journey that was never published.
 * @param counted a version; null for all versions
 */
export function useFigures({ id, latestVersion, steps }: Schemas['Journey'], counted: number | null): Marks {
  const path = { params: { path: { id }, query: counted === null ? {} : { version: counted } } };
  const { data: stats } = useRead(['journeys', id, 'step-stats', counted], () =>
    unwrap(api.GET('/api/journeys/{id}/step-stats', path)),
  );
  const { data: branches } = useRead(['journeys', id, 'branch-performance', counted], () =>
    unwrap(api.GET('/api/journeys/{id}/branch-performance', path)),
  );
  return useMemo(() => {
    if (latestVersion === null || stats === undefined) return {};
    const figures = new Map(
      stats.map((one): [string, Figures] => {
        const { stepId } = one;
        const listOf: Figures['listOf'] = (status) => executionsAt({ journeyId: id, stepId, version: counted }, status);
        return [stepId, { ...one, note: noteOf(one, counted), listOf }];
      }),
    );
    return { figures, armNotes: armNotesOf(steps, branches ?? []) };
  }, [id, latestVersion, stats, branches, steps, counted]);
}

function noteOf(stats: Schemas['StepStats'], counted: number | null): string {
  const { executed, waiting, skipped, failed, skippedByReason } = stats;
  const reasons = Object.entries(skippedByReason).filter(([, count]) => count > 0);
  return [
    `${formatCount(executed + skipped + failed + waiting)} reached this step ${counted === null ? 'in all versions' : `in version ${counted}`}`,
    `${formatCount(executed)} passed, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`,
    ...(skipped === 0
      ? []
      : [
          `${formatCount(skipped)} skipped: ${reasons.map(([name, count]) => `${formatWords(name).toLowerCase()} ${count}`).join(', ')}`,
        ]),
  ].join('\n');
}

/** The share and the goal rate of each arm. */
function armNotesOf(
  steps: Schemas['Journey']['steps'],
  branches: readonly { stepId: string; arms: readonly Arm[] }[],
): Map<string, string> {
  const notes = new Map<string, string>();
  for (const { stepId, arms } of branches) {
    const step = steps.find(({ id }) => id === stepId);
    const total = arms.reduce((sum, { subjectsReached }) => sum + subjectsReached, 0);
    if (step === undefined || !('arms' in step) || total === 0) continue;
    for (const { armId, subjectsReached, rate, credibleInterval95, coldStart } of arms) {
      const index = step.arms.findIndex(({ id }) => id === armId);
      const field = index < 0 ? 'else' : `arms.${index}.next`;
      const goal = rate === null ? '' : `, goal ${formatShare(rate)}`;
      const interval =
        coldStart === true
          ? ' (not enough data yet)'
          : ` (${formatInterval(credibleInterval95 as [number, number] | undefined, formatShare)})`;
      notes.set(edgeKey(stepId, field), `${formatShare(subjectsReached / total)}${goal}${goal === '' ? '' : interval}`);
    }
  }
  return notes;
}
