import { Context } from '@temporalio/activity';
import { listWeighedJourneys, type WeighedJourney } from '../db/journeys/arm-weights';
import type { Database } from '../db/connection/pool';
import { learnFromJourney } from '../operations/journeys/learn-from-journey';
import type { ReweighResult } from '../workflows/contract';
import { withHeartbeat } from './heartbeat';

const journeysAtOnce = 100;

/** What experiment steps of journeys learn from their subjects. */
export function createArmActivities({ database }: { database: Database }) {
  return {
    /**
     * Weighs the arms of steps with Thompson sampling anew, and brings the evidence of beliefs up to date, for every journey. Safe to
     * repeat at any point: both follow from counts alone. A journey that fails is passed over, and told at the end.
     */
    async reweighArms(): Promise<ReweighResult> {
      return withHeartbeat(async () => {
        const { cancellationSignal } = Context.current();
        const result: ReweighResult = { journeys: 0, steps: 0, reweighed: 0 };
        const failures: unknown[] = [];
        let after: WeighedJourney | null = null;
        for (;;) {
          const journeys: WeighedJourney[] = await listWeighedJourneys(database, { after, limit: journeysAtOnce });
          for (const journey of journeys) {
            cancellationSignal.throwIfAborted();
            await learnFrom(journey, result).catch((error: unknown) => failures.push(error));
          }
          after = journeys.at(-1) ?? null;
          if (after === null) break;
        }
        if (failures.length > 0) throw new AggregateError(failures, `${failures.length} journeys could not be weighed`);
        return result;
      });
    },
  };

  async function learnFrom(journey: WeighedJourney, result: ReweighResult): Promise<void> {
    result.reweighed += await learnFromJourney(database, journey);
    result.journeys += 1;
    result.steps += journey.steps.length;
  }
}
