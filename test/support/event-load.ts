import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueName } from './journeys';

export interface EventLoadOptions {
  /** Returns the current URL to post to; called for each attempt. */
  baseUrl: () => string;
  workspaceKey: string;
  connections: number;
  eventsPerRequest: number;
  /** Timeout for each attempt, in milliseconds. */
  timeoutMs?: number;
}

/** What senders saw. Each retries a batch until it gets a 200, as a browser or a server does. */
export interface EventLoad {
  /** The visitor of all events. */
  visitorId: string;
  /** Message ids of events with a 200 response. */
  acknowledged: Set<string>;
  /** Responses by status; `broken` for none. */
  statuses: Map<number | 'broken', number>;
  /** Number of 503 responses without Retry-After. */
  withoutRetryAfter: number;
  /** Completes the open batches, and sends no more. */
  finish(): Promise<void>;
}

export function startEventLoad(options: EventLoadOptions): EventLoad {
  const { connections, eventsPerRequest } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const load = {
    visitorId: uniqueName('visitor'),
    acknowledged: new Set<string>(),
    statuses: new Map<number | 'broken', number>(),
    withoutRetryAfter: 0,
  };
  let running = true;
  let made = 0;

  const sender = async (): Promise<void> => {
    while (running) {
      const messageIds = Array.from({ length: eventsPerRequest }, () => `${load.visitorId}-${(made += 1)}`);
      const events = messageIds.map((messageId) => ({
        type: 'pageview',
        url: 'https://x.example/',
        visitorId: load.visitorId,
        messageId,
      }));
      const body = JSON.stringify({ workspaceKey: options.workspaceKey, events });
      while (!(await attempt(body))) await delay(20 + Math.random() * 80);
      for (const messageId of messageIds) load.acknowledged.add(messageId);
    }
  };

  async function attempt(body: string): Promise<boolean> {
    const { status, retryAfter } = await post(
      `${options.baseUrl()}/api/events`,
      body,
      agent,
      options.timeoutMs ?? 20_000,
    );
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    if (status === 503 && retryAfter === undefined) load.withoutRetryAfter += 1;
    return status === 200;
  }

  const senders = Array.from({ length: connections }, sender);
  return Object.assign(load, {
    async finish() {
      running = false;
      await Promise.all(senders);
      agent.destroy();
    },
  });
}

function post(
  url: string,
  body: string,
  agent: Agent,
  timeout: number,
): Promise<{ status: number | 'broken'; retryAfter?: string | undefined }> {
  return new Promise((resolve) => {
    const requested = request(url, { method: 'POST', agent, timeout, headers: { 'content-type': 'application/json' } });
    requested.once('response', (response) => {
      response.resume();
      response.once('error', () => resolve({ status: 'broken' }));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 'broken', retryAfter: response.headers['retry-after'] }),
      );
    });
    requested.once('timeout', () => requested.destroy());
    requested.once('error', () => resolve({ status: 'broken' }));
    requested.end(body);
  });
}
