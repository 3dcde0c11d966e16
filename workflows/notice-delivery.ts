import { proxyActivities } from '@temporalio/workflow';
import type { EmailActivities } from '../activities';
import { taskQueues } from './contract/names';
import type { NoticeDeliveryInput } from './contract/notice-delivery';

const email = proxyActivities<EmailActivities>({
  taskQueue: taskQueues.email,
  startToCloseTimeout: '2m',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Delivers one service message to a member or an invited person. */
export async function noticeDelivery(input: NoticeDeliveryInput): Promise<void> {
  await email.sendNotice.executeWithOptions({ summary: 'send the notice' }, [input]);
}
