import { startChild } from '../../dev/child';
import { startMail, type RunningMail } from '../../dev/mail';

/** Starts a mail sink for the calling test file. @param dataDir contains its log */
export const startOwnSink = (dataDir: string): Promise<RunningMail> =>
  startMail({ dataDir, spawn: startChild, preferredPorts: 0 });

/** Sends a message as the API and the worker do. */
export async function sendToSink(url: string, { subject = 'Hello', html = '<p>Hello</p>' } = {}): Promise<string> {
  const response = await fetch(`${url}/v2/email/outbound-emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'AWS4-HMAC-SHA256 test' },
    body: JSON.stringify({
      FromEmailAddress: 'hello@apex.test',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: { Simple: { Subject: { Data: subject }, Body: { Html: { Data: html }, Text: { Data: 'Hello' } } } },
    }),
  });
  const { MessageId: id } = (await response.json()) as { MessageId: string };
  return id;
}
