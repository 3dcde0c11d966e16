/** A message as the sink lists it. */
export interface SinkMessage {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[]; cc: string[]; bcc: string[] };
  subject: string;
  body: { html?: string; text?: string };
  headers: { name: string; value: string }[];
  attachments?: unknown[];
  /** Epoch seconds. */
  at: number;
}

/** Returns the messages in the sink, oldest first; with `recipient`, only those to that address. */
export async function readSink(endpoint: string, recipient?: string): Promise<SinkMessage[]> {
  const response = await fetch(`${endpoint}/store`);
  if (!response.ok) throw new Error(`The mail sink answers ${response.status}`);
  const { emails } = (await response.json()) as { emails: SinkMessage[] };
  if (recipient === undefined) return emails;
  return emails.filter(({ destination }) => destination.to.some((address) => addressOf(address) === recipient));
}

/** `Ada <ada@example.com>` and `ada@example.com` are the same recipient. */
function addressOf(recipient: string): string {
  return /<([^>]+)>/.exec(recipient)?.[1] ?? recipient;
}
