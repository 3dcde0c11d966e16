import { madeEvent, startEventService } from './event-service';
import { load } from './load';
import { memoryMb } from './process-memory';

/** Measures the peak and growth of the API's resident memory during five minutes of single events on 32 connections. */

const minutes = 5;

async function main(): Promise<void> {
  const service = await startEventService();
  const body = (): string => JSON.stringify({ workspaceKey: service.demo.workspaceKey, ...madeEvent() });
  try {
    const samples: number[] = [];
    for (let half = 0; half < minutes * 2; half += 1) {
      const { rate } = await load(service.eventsUrl, { connections: 32, seconds: 30, body });
      samples.push(memoryMb(service.api));
      console.log(`  ${(half + 1) / 2} min: ${samples.at(-1)?.toFixed(0)} MB, ${rate.toFixed(0)}/s`);
    }
    const mean = (part: number[]): number => part.reduce((sum, value) => sum + value, 0) / part.length;
    const [first, last] = [mean(samples.slice(2, 6)), mean(samples.slice(-4))];
    console.log(
      `ingestion-memory: peak ${Math.max(...samples).toFixed(0)} MB; the last two minutes ${(last / first).toFixed(2)} of the second and third`,
    );
  } finally {
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
