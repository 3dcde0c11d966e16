import type { HistoryEvent } from './event-history';

export interface TouchRow {
  visitor_id: string;
  at: Date;
  event_id: string;
  channel: string;
}

const idleMs = 30 * 60_000;
const clickIds =
  'gclid gbraid wbraid msclkid yclid dclid gad_source gclsrc fbclid igshid igsh ttclid twclid li_fat_id rdt_cid ScCid'.split(
    ' ',
  );

/** Returns the campaign in a page's URL, parsed as browsers parse URLs. */
function campaignOf(url: string | null | undefined): string | null {
  const parameters = [...new URL(url ?? 'https://none.example/').searchParams].filter(([, value]) => value !== '');
  const of = (name: string) => parameters.find(([key]) => key === name)?.[1] ?? null;
  const click = parameters.find(([key]) => clickIds.includes(key))?.[0] ?? null;
  const stated = [of('utm_source'), of('utm_medium'), of('utm_campaign'), click];
  return stated.every((part) => part === null) ? null : JSON.stringify(stated);
}

/** Returns the first events of sessions, found by iterating over the events of each visitor. */
export function recountTouches(inOrder: readonly HistoryEvent[]): TouchRow[] {
  const sessions = new Map<string, { campaign: string | null; lastAt: number }>();
  const touches: TouchRow[] = [];
  for (const { id, visitorId, isBot, occurredAt: at, channel, url } of inOrder) {
    if (visitorId === null || isBot || !channel) continue;
    const campaign = campaignOf(url);
    const session = sessions.get(visitorId);
    const isOver = session === undefined || at.getTime() - session.lastAt >= idleMs;
    if (isOver || (campaign !== null && campaign !== session.campaign)) {
      if (channel !== 'internal') touches.push({ visitor_id: visitorId, at, event_id: id, channel });
      sessions.set(visitorId, { campaign, lastAt: at.getTime() });
    } else {
      session.lastAt = at.getTime();
    }
  }
  return touches;
}
