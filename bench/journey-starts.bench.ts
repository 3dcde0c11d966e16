import { countExecutions, publish, sendBatches, startJourneyService, type JourneyService } from './journey-service';
import { median, quantile } from './median';

/**
 * Measures journey entries per second: keyed events of new people in batches of 50, eight at a time, each of which
 * starts a journey. Compared with the same events under a name that starts none, which shows the cost of an entry in
 * addition to storing an event and its person. No worker runs. The targets are 1,500 entries per second, and a p99 of a
 * batch below 250 ms. BENCH_RUNS changes the number of events.
 */

const events = Number(process.env['BENCH_RUNS'] ?? 5_000);
const rounds = 5;

interface Round {
  rate: number;
  p99: number;
}

async function main(): Promise<void> {
  const service = await startJourneyService();
  try {
    const journeyId = await publish(service, 'bench_started', [
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const [bare, starting]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await send(service, 'bench_unheard'));
      starting.push(await send(service, 'bench_started'));
      console.log(`  floor ${show(bare.at(-1))}   starting ${show(starting.at(-1))}`);
    }
    const entered = await countExecutions(service.database, journeyId, 'RUNNING');
    if (entered !== rounds * events) throw new Error(`${entered} of ${rounds * events} people have entered.`);
    const ratio = median(starting.map(({ rate }, index) => rate / (bare[index]?.rate ?? NaN)));
    console.log(
      `journey starts: ${median(starting.map(({ rate }) => rate)).toFixed(0)}/s, goal 1500; p99 of a batch ` +
        `${median(starting.map(({ p99 }) => p99)).toFixed(0)} ms, goal 250; ${ratio.toFixed(2)} of the floor`,
    );
  } finally {
    await service.stop();
  }
}

const show = (round: Round | undefined): string =>
  round === undefined ? '' : `${round.rate.toFixed(0)}/s (p99 ${round.p99.toFixed(0)} ms)`;

async function send(service: JourneyService, type: string): Promise<Round> {
  const { seconds, batchMs } = await sendBatches(service, type, events);
  return { rate: events / seconds, p99: quantile(batchMs, 0.99) };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
