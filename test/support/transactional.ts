import { apiClient, type ApiResponse } from './api-client';
import type { World } from './world';

export interface SendOptions {
  key?: string;
  mode?: string;
  apiKey?: string;
  baseUrl?: string;
}

/** Posts a transactional send. A body of text is sent unchanged. */
export function postSend(world: World, body: unknown, options: SendOptions = {}): Promise<ApiResponse> {
  const { key, mode, apiKey = world.demo.transactionalKey, baseUrl = world.apiUrl } = options;
  return apiClient(baseUrl).raw('/api/v1/transactional/send', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(mode === undefined ? {} : { 'x-svc-mode': mode }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Creates a transactional API key. */
export async function mintTransactionalKey(world: World): Promise<{ id: string; rawKey: string }> {
  const { status, body } = await world.api.post('/api/transactional-api-keys', { name: 'Mailer' });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as { id: string; rawKey: string };
}

/** Returns the record of a send from the database. */
export const sendRow = async (world: World, recipient: string): Promise<Record<string, unknown>> =>
  (await world.database('sends').where({ recipient }).orderBy('id', 'desc').first()) as Record<string, unknown>;

/** Keeps throughput windows open during a test, so that their counts stay. */
export async function keepWindowsOpen(world: World): Promise<void> {
  await world.database('rate_limits').update({ expire: Date.now() + 3_600_000 });
}
