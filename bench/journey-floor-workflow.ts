import { proxyActivities, sleep } from '@temporalio/workflow';

const { first, second } = proxyActivities<{ first(): Promise<void>; second(): Promise<void> }>({
  taskQueue: 'floor-email',
  startToCloseTimeout: '2m',
});

/** A journey written by hand as a workflow: an activity, a second, another activity. */
export async function floorJourney(): Promise<void> {
  await first();
  await sleep(1_000);
  await second();
}

/** A single activity. */
export async function floorSend(): Promise<void> {
  await first();
}
