/** What the service asks of Amazon SNS. Addresses are held against their one form before they come here. */
export interface SnsClient {
  /** A certificate in PEM. @throws when it cannot be had */
  fetchCertificate(url: string): Promise<string>;
  /** Confirms a subscription. @throws when SNS does not take it */
  confirm(url: string): Promise<void>;
}

const timeoutMs = 5_000;
const maxBytes = 64_000;

/** Over https, without redirects, and with bounds on time and size. */
export function createSnsClient(): SnsClient {
  return {
    fetchCertificate: read,
    confirm: async (url) => {
      await read(url);
    },
  };
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) throw new Error(`The response of SNS was larger than ${maxBytes} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  if (!response.ok) throw new Error(`SNS returned ${response.status}.`);
  return Buffer.concat(chunks).toString('utf8');
}
