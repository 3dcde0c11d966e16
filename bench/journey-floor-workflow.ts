import { proxyActivities, sleep } from '@temporalio/workflow';

const { first, second } = proxyActivities<{ first(): Promise<void>; second(): Promise<void> }>({
  taskQueue: 'floor-email',
  startToCloseTimeout: '2m',
});

/** What a developer would write by hand for one journey: an activity, a second, another activity. */
export async function floorJourney(): Promise<void> {
  await first();
  await sleep(1_000);
  await second();
}

/** An activity, and no more. */
export async function floorSend(): Promise<void> {
  await first();
}
