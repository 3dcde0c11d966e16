import { callWebhook } from '../../egress/webhook-client';

/** Calls a URL like a webhook, and prints the result. Only a separate process can use NODE_EXTRA_CA_CERTS. */
async function main(): Promise<void> {
  const [url = ''] = process.argv.slice(2);
  const request = { url, method: 'POST', headers: {}, body: '{}', timeoutMs: 60_000 } as const;
  const { signal } = new AbortController();
  console.log(JSON.stringify(await callWebhook(request, { allowHosts: [new URL(url).host], signal })));
}

void main();
