import type { z } from 'zod';
import { may, type Role } from '../../domain/accounts/permissions';
import type { FieldChange, JourneyChange } from '../../domain/journeys/diff';
import type { journeyRecord } from '../../domain/journeys/schemas';
import { maskHeaders, maskSteps } from '../../domain/webhooks/masked-headers';

/** Journeys as a role sees them: only admins read the credentials that headers of webhook steps carry. */

interface Reader {
  role: Role;
}

const seesAll = ({ role }: Reader): boolean => may(role, 'journeys.read_credentials');

export function shownTo(reader: Reader, journey: z.infer<typeof journeyRecord>): z.infer<typeof journeyRecord> {
  if (seesAll(reader)) return journey;
  const { steps, draft } = journey;
  return {
    ...journey,
    steps: maskSteps(steps),
    draft: draft === null ? null : { ...draft, steps: maskSteps(draft.steps) },
  };
}

export const changesShownTo = (reader: Reader, changes: readonly JourneyChange[]): JourneyChange[] =>
  changes.map((change) =>
    seesAll(reader) || change.change !== 'step_changed' ? change : { ...change, fields: change.fields.map(maskField) },
  );

const maskField = (change: FieldChange): FieldChange =>
  change.field === 'headers' ? { ...change, before: maskValue(change.before), after: maskValue(change.after) } : change;

const maskValue = (headers: unknown): unknown =>
  typeof headers === 'object' && headers !== null ? maskHeaders(headers as Record<string, string>) : headers;
