import type { z } from 'zod';
import { may, type Role } from '../../domain/accounts/permissions';
import type { FieldChange, JourneyChange } from '../../domain/journeys/diff';
import type { journeyRecord } from '../../domain/journeys/schemas';
import { maskAddress } from '../../domain/webhooks/address-user';
import { maskHeaders, maskSteps } from '../../domain/webhooks/masked-headers';

/** Journeys as a role sees them: only admins read the credentials that headers and addresses of webhook steps carry. */

interface Reader {
  role: Role;
}

const seesAll = ({ role }: Reader): boolean => may(role, 'journeys.read_credentials');

export function visibleTo(reader: Reader, journey: z.infer<typeof journeyRecord>): z.infer<typeof journeyRecord> {
  if (seesAll(reader)) return journey;
  const { steps, draft } = journey;
  return {
    ...journey,
    steps: maskSteps(steps),
    draft: draft === null ? null : { ...draft, steps: maskSteps(draft.steps) },
  };
}

export const changesVisibleTo = (reader: Reader, changes: readonly JourneyChange[]): JourneyChange[] =>
  changes.map((change) =>
    seesAll(reader) || change.change !== 'step_changed' ? change : { ...change, fields: change.fields.map(maskField) },
  );

function maskField(change: FieldChange): FieldChange {
  const mask = { headers: maskHeadersValue, url: maskUrlValue }[change.field];
  return mask === undefined ? change : { ...change, before: mask(change.before), after: mask(change.after) };
}

const maskHeadersValue = (headers: unknown): unknown =>
  typeof headers === 'object' && headers !== null ? maskHeaders(headers as Record<string, string>) : headers;

const maskUrlValue = (url: unknown): unknown => (typeof url === 'string' ? maskAddress(url) : url);
