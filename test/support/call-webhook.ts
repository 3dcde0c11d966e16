import { callWebhook } from '../../egress/webhook-client';

/** Calls a URL as webhooks are called, and prints the result. A process of its own reads NODE_EXTRA_CA_CERTS. */
async function main(): Promise<void> {
  const [url = ''] = process.argv.slice(2);
  const request = { url, method: 'POST', headers: {}, body: '{}', timeoutMs: 60_000 } as const;
  const { signal } = new AbortController();
  console.log(JSON.stringify(await callWebhook(request, { allowHosts: [new URL(url).host], signal })));
}

void main();
