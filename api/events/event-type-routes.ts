import type { z } from 'zod';
import { listEventTypes, type EventTypeRow } from '../../db/reports/event-types';
import { eventTypeRecord } from '../../domain/live-events/schemas';
import { maxProperties } from '../../domain/events/property-catalog';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

export const eventTypeRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/event-types',
    tag: 'events',
    summary: 'List the types of events with volume, properties and use',
    description:
      'Lists the 500 types seen last, and types that are used but not seen yet. Figures follow new events within ' +
      'about a minute; in large workspaces, somewhat later. Properties come from samples, at most 50 per type. Bots ' +
      'are left out.',
    access: { permission: 'events.read' },
    limit: 'read',
    responses: { 200: eventTypeRecord.array() },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listEventTypes(database, workspaceId)).map(presentEventType)),
  }),
];

const presentEventType = ({ days, counts, properties, ...row }: EventTypeRow): z.input<typeof eventTypeRecord> => ({
  type: row.type,
  count30d: counts.reduce((sum, count) => sum + count, 0),
  firstSeen: row.firstSeen?.toISOString() ?? null,
  lastSeen: row.lastSeen?.toISOString() ?? null,
  days: days.map((day, place) => ({ day, count: counts[place] ?? 0 })),
  properties: properties.slice(0, maxProperties),
  hasMoreProperties: properties.length > maxProperties,
  usedBy: row.usedBy,
});
