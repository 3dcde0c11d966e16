import { createVerify, type KeyObject } from 'node:crypto';
import type { SnsMessage } from './schemas';
import { isParsableUrl } from '../parsable-url';

/** The origin of messages, according to the topic's name. */
interface Origin {
  /** For example `sns.us-east-1.amazonaws.com`. */
  host: string;
}

const topicName = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2,3}(?:-[a-z]+){1,3}-\d{1,2}):\d{12}:[A-Za-z0-9_-]{1,256}$/;

function originOf(topicArn: string): Origin | null {
  const [, partition, region] = topicName.exec(topicArn) ?? [];
  if (partition === undefined || region === undefined) return null;
  return { host: `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` };
}

/** The maximum age in milliseconds. SNS itself stops retrying after an hour. */
const oldestMs = 60 * 60_000;
/** The tolerance for clocks that are ahead, in milliseconds. */
const aheadMs = 5 * 60_000;

/**
 * Returns why a message is refused before its signature is checked; null if it is not. Its certificate must be at the
 * only host and path that SNS uses in the topic's region.
 * @param topicArns the allowed topics
 */
export function refusalOf(message: SnsMessage, topicArns: readonly string[], now: Date): string | null {
  if (topicArns.length === 0) return 'SES_TOPIC_ARNS is not set, so no SNS messages are accepted.';
  const origin = originOf(message.TopicArn);
  if (origin === null || !topicArns.includes(message.TopicArn)) return 'This topic is not listed in SES_TOPIC_ARNS.';
  if (message.SignatureVersion !== '1' && message.SignatureVersion !== '2') {
    return 'SignatureVersion must be 1 or 2.';
  }
  // Match the whole text, so the result does not depend on how a URL parser reads it.
  const path = new RegExp(
    `^https://${origin.host.replaceAll('.', '\\.')}/SimpleNotificationService-[0-9a-f]{1,64}\\.pem$`,
  );
  if (!path.test(message.SigningCertURL)) return 'SigningCertURL is not an SNS certificate URL of this region.';
  const ageMs = now.getTime() - Date.parse(message.Timestamp);
  if (ageMs > oldestMs) return 'This message is more than an hour old.';
  return ageMs < -aheadMs ? 'This message has a time in the future. Check the server clock.' : null;
}

/** Builds the URL that confirms a subscription from the signed fields; null if the given URL differs from it. */
export function confirmationUrl(message: Extract<SnsMessage, { SubscribeURL: string }>): string | null {
  const origin = originOf(message.TopicArn);
  if (origin === null || !isParsableUrl(message.SubscribeURL)) return null;
  const given = new URL(message.SubscribeURL);
  const isGenuine =
    given.origin === `https://${origin.host}` &&
    given.username === '' &&
    given.password === '' &&
    given.pathname === '/' &&
    given.searchParams.get('Action') === 'ConfirmSubscription' &&
    given.searchParams.get('TopicArn') === message.TopicArn &&
    given.searchParams.get('Token') === message.Token;
  if (!isGenuine) return null;
  const query = new URLSearchParams({
    Action: 'ConfirmSubscription',
    TopicArn: message.TopicArn,
    Token: message.Token,
  });
  return `https://${origin.host}/?${query.toString()}`;
}

/** Verifies the signature. Source: "Verifying the signatures of Amazon SNS messages". */
export function isSignedBy(message: SnsMessage, publicKey: KeyObject): boolean {
  if (publicKey.asymmetricKeyType !== 'rsa') return false;
  const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  return verify.update(signedText(message)).verify(publicKey, message.Signature, 'base64');
}

/** Returns the signed text: the name and value of each signed field, each on its own line. */
export function signedText(message: SnsMessage): string {
  const { Message, MessageId, Timestamp, TopicArn, Type } = message;
  const fields: [string, string | null | undefined][] =
    message.Type === 'Notification'
      ? Object.entries({ Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type })
      : Object.entries({
          Message,
          MessageId,
          SubscribeURL: message.SubscribeURL,
          Timestamp,
          Token: message.Token,
          TopicArn,
          Type,
        });
  return fields
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name}\n${value}\n`]))
    .join('');
}
