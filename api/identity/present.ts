import type { z } from 'zod';
import type { VisitorLink } from '../../db/identity/identity';
import type { VisitorTimeline } from '../../db/reports/visitor-timeline';
import { touchOf } from '../../domain/analytics/channel';
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
  const { channel, source, landingPage } = touchOf(timeline.firstTouch ?? { url: null, referrer: null });
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
    attribution: { channel, source, landingPage },
  };
}
