import { apiClient, type ApiResponse } from './api-client';
import type { World } from './world';

export interface SendOptions {
  key?: string;
  mode?: string;
  apiKey?: string;
  baseUrl?: string;
}

/** Posts a transactional send. A body of text goes out as it is. */
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

/** The record of a send, as the database has it. */
export const sendRow = async (world: World, recipient: string): Promise<Record<string, unknown>> =>
  (await world.database('sends').where({ recipient }).orderBy('id', 'desc').first()) as Record<string, unknown>;

/** Windows of throughput that nobody can see end: what is counted in them stays. */
export async function keepWindowsOpen(world: World): Promise<void> {
  await world.database('rate_limits').update({ expire: Date.now() + 3_600_000 });
}
