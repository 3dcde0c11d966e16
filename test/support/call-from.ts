import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** Makes a request from the given loopback address, so that each address is another caller. A body is sent as JSON. */
export async function callFrom(
  localAddress: string,
  url: string,
  { method, headers = {}, body }: { method: string; headers?: Record<string, string>; body?: unknown },
): Promise<{ status: number; body: string }> {
  const call = request(url, {
    method,
    localAddress,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, body: text };
}
