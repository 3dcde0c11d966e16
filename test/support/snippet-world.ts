import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { JsonObject } from '../../domain/json/schemas';
import { launchBrowser } from './browser';
import { startSnippetSite, type SnippetSite } from './snippet-site';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';
import { waitFor } from './wait-for';
import { createWorld, type World } from './world';

/** An event as the database stores it. */
export interface StoredEvent {
  type: string;
  url: string;
  referrer: string | null;
  visitor_id: string;
  message_id: string;
  data: JsonObject;
  occurred_at: Date;
}

/** A service, a browser, and a customer's site that reaches the service through a proxy that can fail. */
export interface SnippetWorld {
  world: World;
  browser: Browser;
  site: SnippetSite;
  line: TcpProxy;
  /** Creates a new browser profile. Problems of its pages, such as uncaught errors, are collected. */
  newProfile(options?: BrowserContextOptions): Promise<{ context: BrowserContext; problems: string[] }>;
  /** Returns events of pages with the text in their URL, oldest first. */
  events(of: string, type?: string): Promise<StoredEvent[]>;
  /** Waits until this number of events is stored. */
  eventsOnceThere(of: string, type: string, count: number): Promise<StoredEvent[]>;
  stop(): Promise<void>;
}

export async function createSnippetWorld(): Promise<SnippetWorld> {
  const world = await createWorld({ temporal: false });
  const line = await startTcpProxy('127.0.0.1', Number(new URL(world.apiUrl).port));
  const site = await startSnippetSite({
    key: world.demo.workspaceKey,
    api: line.urlFor(world.apiUrl).replace(/\/$/, ''),
  });
  const browser = await launchBrowser({ backCache: true });
  const events = (of: string, type?: string): Promise<StoredEvent[]> =>
    world
      .database<StoredEvent>('events')
      .where('url', 'like', `%${of}%`)
      .modify((query) => type !== undefined && void query.where({ type }))
      .orderBy([{ column: 'occurred_at' }, { column: 'id' }]);
  return {
    world,
    browser,
    site,
    line,
    events,
    async newProfile(options) {
      const context = await browser.newContext(options);
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(error.error().message));
      return { context, problems };
    },
    async eventsOnceThere(of, type, count) {
      await waitFor(async () => (await events(of, type)).length >= count, {
        what: `${count} ${type} of ${of}`,
      });
      return events(of, type);
    },
    async stop() {
      await browser.close();
      await site.close();
      await line.close();
      await world.stop();
    },
  };
}
