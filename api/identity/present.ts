import type { z } from 'zod';
import type { VisitorLink } from '../../db/identity/identity';
import type { VisitorTimeline } from '../../db/reports/visitor-timeline';
import { internalVisit, touchOf } from '../../domain/analytics/channel';
import type { visitorIdentity, visitorLink } from '../../domain/identity/schemas';

export function presentLink(visitorId: string, link: VisitorLink): z.input<typeof visitorLink> {
  return {
    visitorId,
    leadId: link.endUserId,
    previousLeadId: link.previousEndUserId,
    source: link.source,
    linkedAt: link.linkedAt.toISOString(),
  };
}

export function presentIdentity(visitorId: string, timeline: VisitorTimeline): z.input<typeof visitorIdentity> {
  const touch = touchOf(timeline.firstTouch ?? { url: null, referrer: null });
  // The stored channel uses the workspace's referrer settings at the time of receipt.
  const stored = timeline.firstTouch?.channel ?? touch.channel;
  const { channel, source } =
    stored === internalVisit ? ({ channel: 'direct', source: null } as const) : { ...touch, channel: stored };
  return {
    visitorId,
    leadId: timeline.leadId,
    firstSeen: timeline.firstSeen.toISOString(),
    lastSeen: timeline.lastSeen.toISOString(),
    events: timeline.events.map((event) => ({
      type: event.type,
      url: event.url,
      timestamp: event.occurredAt.toISOString(),
      visitorId: event.visitorId,
    })),
    attribution: { channel, source, landingPage: touch.landingPage },
  };
}
