import { takeFeedback } from '../../operations/email/record-feedback';
import { AppError, forbidden } from '../../domain/errors';
import { feedbackResponse, sesEvent, snsMessage, type SesEvent, type SnsMessage } from '../../domain/feedback/schemas';
import { feedbackOf } from '../../domain/feedback/ses-event';
import { confirmationUrl, isSignedBy, refusalOf } from '../../domain/feedback/sns-message';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { mailReports } from '../../telemetry/counters';
import type { Services } from '../services';

/** What Amazon SES reports of messages, through Amazon SNS. */
export const feedbackRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/webhooks/ses',
    tag: 'email',
    summary: 'Take what SES reports of messages: deliveries, bounces, complaints',
    description:
      'For subscriptions of Amazon SNS (HTTPS, without raw delivery). Messages count when SNS signed them, less than an hour ago, ' +
      'for a topic of `SES_TOPIC_ARNS`, and each once. A subscription of such a topic confirms itself.',
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

/** @throws AppError FORBIDDEN for a message that SNS did not sign for us, SERVICE_UNAVAILABLE when that cannot be verified for now */
async function checkGenuine({ ses }: Services, message: SnsMessage, now: Date): Promise<void> {
  const refusal = refusalOf(message, ses.topicArns, now);
  if (refusal !== null) throw forbidden(refusal);
  const certificate = await orLater('The certificate of this message', () =>
    ses.certificates.find(message.SigningCertURL, now),
  );
  if (certificate === null) throw forbidden('The certificate of this message is not valid now.');
  if (!isSignedBy(message, certificate.publicKey)) throw forbidden('The signature of this message is wrong.');
}

async function take(services: Services, message: SnsMessage) {
  if (message.Type === 'SubscriptionConfirmation') {
    const url = confirmationUrl(message);
    if (url === null) throw forbidden('SubscribeURL does not confirm this topic’s subscription.');
    await orLater('The confirmation of this subscription', () => services.ses.client.confirm(url));
    services.logger.info({ topic: message.TopicArn }, 'confirmed a subscription to reports of SES');
    return 'confirmed';
  }
  const event = message.Type === 'Notification' ? readEvent(message.Message) : null;
  const feedback = event === null ? null : feedbackOf(event);
  if (feedback === null) {
    services.logger.info({ messageId: message.MessageId, type: message.Type }, 'nothing to do for a message of SNS');
    return 'ignored';
  }
  const { MessageId: messageId } = message;
  const outcome = await takeFeedback(services.database, feedback, { messageId, pepper: services.keyPepper });
  if (outcome === 'processed') mailReports.inc({ kind: feedback.kind });
  return outcome;
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
async function orLater<Result>(what: string, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch {
    throw new AppError('SERVICE_UNAVAILABLE', `${what} could not be had from SNS. Try again.`, {
      retryAfterSeconds: 5,
    });
  }
}
