import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { SnsClient } from '../../api/email/sns-client';
import type { SnsMessage } from '../../domain/feedback/schemas';
import { signedText } from '../../domain/feedback/sns-message';

/** A topic of Amazon SNS. Tests pass its certificate and confirmations to the service instead of the network. */

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:apex-mail';
export const certificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

export type SnsNotification = Extract<SnsMessage, { Type: 'Notification' }>;

export interface SnsTopic {
  client: SnsClient;
  /** Certificates by URL; a missing one cannot be fetched. */
  certificates: Map<string, string>;
  /** Requested URLs. */
  fetched: string[];
  confirmed: string[];
  /** Returns a genuine notification with this text; `fields` are set before it is signed. */
  notification(message: unknown, fields?: Partial<SnsNotification>): SnsNotification;
  sign<Message extends SnsMessage>(message: Message): Message;
}

export function createSnsTopic(validity?: { from: Date; to: Date }): SnsTopic {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const certificates = new Map([[certificateUrl, selfSigned(publicKey, privateKey, validity)]]);
  const fetched: string[] = [];
  const confirmed: string[] = [];
  const sign = <Message extends SnsMessage>(message: Message): Message => {
    const signer = createSign(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
    return { ...message, Signature: signer.update(signedText(message)).sign(privateKey, 'base64') };
  };
  return {
    certificates,
    fetched,
    confirmed,
    sign,
    client: {
      fetchCertificate: (url) => {
        fetched.push(url);
        const certificate = certificates.get(url);
        return certificate === undefined ? Promise.reject(new Error('404')) : Promise.resolve(certificate);
      },
      confirm: (url) => {
        confirmed.push(url);
        return Promise.resolve();
      },
    },
    notification: (message, fields = {}) =>
      sign({
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: typeof message === 'string' ? message : JSON.stringify(message),
        Timestamp: new Date().toISOString(),
        SignatureVersion: '2',
        Signature: '-',
        SigningCertURL: certificateUrl,
        ...fields,
      }),
  };
}

const dayMs = 86_400_000;

/**
 * Returns an X.509 certificate in PEM, encoded here as DER (ITU-T X.690), because Node can read certificates but not
 * create them.
 */
function selfSigned(publicKey: KeyObject, privateKey: KeyObject, validity?: { from: Date; to: Date }): string {
  const { from, to } = validity ?? { from: new Date(Date.now() - dayMs), to: new Date(Date.now() + dayMs) };
  const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const name = sequence(
    der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('sns.amazonaws.com')))),
  );
  const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
  const body = sequence(
    ...[der(0x02, Buffer.from([1])), sha256WithRsa, name, sequence(time(from), time(to)), name],
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey);
  const certificate = sequence(body, sha256WithRsa, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
