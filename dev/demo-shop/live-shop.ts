import { setTimeout as delay } from 'node:timers/promises';
import { chooseVariant } from '../../domain/experiments/allocate';
import { compileOnService } from '../../domain/experiments/match-pattern';
import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { demoApi, type DemoApi } from '../demo-api';
import type { DemoShopKeys } from './demo-workspace';
import { shopExperiments, type Effect } from './experiments';
import type { Person } from './people';
import { pickWeighted, seededRandom, type Random } from './random';
import { returnSources, site, sources } from './shop';
import { createShoppers, type ShopEvent, type Shown } from './visit-events';
import { newVisitor, visitAt, type Visit } from './visits';

/** Live traffic of the Demo shop, through the public API. */

/** Counts of what happened. */
export interface LiveCounts {
  visitors: number;
  signUps: number;
  carts: number;
  orders: number;
  journeys: number;
}

/** Visitors browse this many times faster than in the history, so that their visits end soon. */
const hurry = 6;
const returningShare = 0.2;
/** Visitors who may come back. */
const remembered = 200;
const experimentsEveryMs = 5_000;

export interface LiveShop {
  /** Lets a visitor come, and resolves when the visit has ended. Ends early without an error when `signal` aborts. */
  visit: (signal: AbortSignal) => Promise<void>;
  counts: LiveCounts;
}

/** @param print prints what people do */
export function openLiveShop(baseUrl: string, keys: DemoShopKeys, print: (line: string) => void): LiveShop {
  const browser = demoApi(baseUrl, keys.workspaceKey);
  const server = demoApi(baseUrl, keys.serverKey);
  const random = seededRandom(`live ${Date.now()}`);
  const shoppers = createShoppers(random, firstPersonNow());
  const counts: LiveCounts = { visitors: 0, signUps: 0, carts: 0, orders: 0, journeys: 0 };
  const known: Pick<Visit, 'visitorId' | 'device'>[] = [];
  const names = new Map<string, string>();
  const readShown = shownNow(browser, keys.workspaceKey);

  async function visit(signal: AbortSignal): Promise<void> {
    const planned = planVisit(random, known);
    counts.visitors += 1;
    const { events, newPerson } = shoppers.eventsOf(planned, await readShown());
    if (newPerson !== null) await register(newPerson.person);
    let before = planned.at;
    for (const event of events) {
      await delay((event.at - before) / hurry, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      before = event.at;
      await send(event);
    }
  }

  /** Registers a person, as the shop's server does before its first event about them. */
  async function register({ email, attributes, timezone, locale }: Person): Promise<void> {
    names.set(email, `${attributes.first_name} ${attributes.last_name}`);
    await server.post('/api/end-users', { email, attributes, timezone, locale });
  }

  async function send(event: ShopEvent): Promise<void> {
    const { type, visitorId, url, referrer, data, email } = event;
    const body = { type, visitorId, data, ...(url !== null && { url }), ...(referrer !== null && { referrer }) };
    const received = await (email === null
      ? browser.post<Received>('/api/events', { workspaceKey: keys.workspaceKey, ...body })
      : server.post<Received>('/api/v1/events', { ...body, email }));
    note(event, received.started?.length ?? 0);
  }

  function note({ type, email, data }: ShopEvent, started: number): void {
    counts.journeys += started;
    const who = names.get(email ?? '') ?? 'A visitor';
    if (type === 'signed_up') {
      counts.signUps += 1;
      print(`${who} signed up for the newsletter`);
    } else if (type === 'added_to_cart') {
      counts.carts += 1;
      print(`${who} put ${String(data['product'])} into the cart`);
    } else if (type === 'purchase') {
      counts.orders += 1;
      print(`${who} ordered ${String(data['product'])} for €${Number(data['revenue']).toFixed(2)}`);
    }
    if (started > 0) print(`  started ${started === 1 ? 'a journey' : `${started} journeys`} for ${who}`);
  }

  return { visit, counts };
}

interface Received {
  started?: unknown[];
}

function planVisit(random: Random, known: Pick<Visit, 'visitorId' | 'device'>[]): Visit {
  const returning = random() < returningShare ? known[Math.floor(random() * known.length)] : undefined;
  const visitor = returning ?? newVisitor(random);
  if (returning === undefined) known.push(visitor);
  if (known.length > remembered) known.shift();
  const source = pickWeighted(random, returning === undefined ? sources : returnSources);
  return visitAt(random, visitor, Date.now(), source);
}

/** A number that no earlier run has used, one a minute: people have different addresses. */
const firstPersonNow = (): number => Math.floor(Date.now() / 60_000) - Math.floor(Date.UTC(2026, 0, 1) / 60_000);

/** Returns a function that reads the experiments as the snippet does, also those that you create. */
function shownNow(browser: DemoApi, workspaceKey: string): () => Promise<Shown[]> {
  let shown: Shown[] = [];
  let readAt = 0;
  return async () => {
    if (Date.now() - readAt < experimentsEveryMs) return shown;
    readAt = Date.now();
    const active = await browser.get<ActiveExperiment[]>(`/api/experiments/active?key=${workspaceKey}`);
    shown = active.map((experiment) => shownOf(experiment, active));
    return shown;
  };
}

function shownOf(experiment: ActiveExperiment, active: readonly ActiveExperiment[]): Shown {
  const { id, name, status, targetUrl, promotedVariantId } = experiment;
  const matches = compileOnService(targetUrl);
  const effects = shopExperiments.find((known) => known.name === name)?.variants ?? [];
  const variantOf = (variantId: string): { id: string; effect: Effect } => ({
    id: variantId,
    effect: effects.find((variant) => variant.id === variantId)?.effect ?? {},
  });
  return {
    experimentId: status === 'running' ? id : null,
    isOn: (path) => matches(site + path),
    variantFor: (visitorId) => {
      if (promotedVariantId !== null) return variantOf(promotedVariantId);
      const variant = chooseVariant(experiment, active, visitorId, () => null);
      return variant && variantOf(variant.id);
    },
  };
}
