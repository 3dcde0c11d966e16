import { storeUnreadableFeedback, takeFeedback } from '../../operations/email/record-feedback';
import { AppError, forbidden } from '../../domain/errors';
import { feedbackResponse, sesEvent, snsMessage, type SesEvent, type SnsMessage } from '../../domain/feedback/schemas';
import { feedbackOf, reportsProblem } from '../../domain/feedback/ses-event';
import { confirmationUrl, isSignedBy, refusalOf } from '../../domain/feedback/sns-message';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { mailReports, unreadableFeedback } from '../../telemetry/counters';
import type { Services } from '../services';

/** What Amazon SES reports of messages, through Amazon SNS. */
export const feedbackRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/webhooks/ses',
    tag: 'email',
    summary: 'Receive deliveries, bounces and complaints from SES',
    description:
      'For Amazon SNS subscriptions over HTTPS without raw delivery. A message is accepted once, if SNS signed it less ' +
      'than an hour ago for a topic in `SES_TOPIC_ARNS`. Subscriptions to these topics are confirmed automatically.',
    access: 'public',
    limit: 'none',
    acceptsText: true,
    request: { body: snsMessage },
    responses: { 200: feedbackResponse },
    errors: ['FORBIDDEN'],
    handler: async ({ body, receivedAt, services }) => {
      await checkGenuine(services, body, receivedAt);
      return ok({ outcome: await take(services, body) });
    },
  }),
];

/** @throws AppError FORBIDDEN for a message that SNS did not sign for this service, SERVICE_UNAVAILABLE if verification fails */
async function checkGenuine({ http: { ses } }: Services, message: SnsMessage, now: Date): Promise<void> {
  const refusal = refusalOf(message, ses.topicArns, now);
  if (refusal !== null) throw forbidden(refusal);
  const certificate = await orRetryLater('Downloading the certificate', () =>
    ses.certificates.find(message.SigningCertURL, now),
  );
  if (certificate === null) throw forbidden('The certificate of this message is not valid at this time.');
  if (!isSignedBy(message, certificate.publicKey)) throw forbidden('The signature of this message is wrong.');
}

async function take(services: Services, message: SnsMessage) {
  if (message.Type === 'SubscriptionConfirmation') {
    const url = confirmationUrl(message);
    if (url === null) throw forbidden('`SubscribeURL` does not belong to a subscription of this topic.');
    await orRetryLater('Confirming the subscription', () => services.http.ses.client.confirm(url));
    services.http.logger.info({ topic: message.TopicArn }, 'confirmed a subscription to SES reports');
    return 'confirmed';
  }
  const event = message.Type === 'Notification' ? readEvent(message.Message) : null;
  const { MessageId: messageId } = message;
  const feedback = event === null ? null : feedbackOf(event, new Date(message.Timestamp));
  if (feedback === null && reportsProblem(message.Message)) return takeUnreadable(services, message);
  if (feedback === null) {
    services.http.logger.info({ messageId, type: message.Type }, 'ignored an SNS message');
    return 'ignored';
  }
  const outcome = await takeFeedback(services, messageId, feedback);
  if (outcome === 'processed') mailReports.inc({ kind: feedback.kind });
  return outcome;
}

/** Stores a bounce or complaint that cannot be read. It is not logged, because it may contain an address. */
async function takeUnreadable({ database, http: { logger } }: Services, { MessageId, Message }: SnsMessage) {
  const isNew = await storeUnreadableFeedback({ database }, { messageId: MessageId, message: Message });
  if (!isNew) return 'duplicate';
  unreadableFeedback.inc();
  logger.warn({ messageId: MessageId }, 'could not read a bounce or complaint; it is in unreadable_feedback');
  return 'unreadable';
}

/** Null for what is no event: SES greets a new topic in plain words. */
function readEvent(text: string): SesEvent | null {
  try {
    return sesEvent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** SNS comes again after a 503. */
async function orRetryLater<Result>(what: string, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      `${what} failed because SNS did not respond as expected. Retry the request.`,
      {
        retryAfterSeconds: 5,
      },
    );
  }
}
