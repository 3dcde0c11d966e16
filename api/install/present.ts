import type { z } from 'zod';
import type { StartedParts } from '../../db/reports/getting-started';
import { canBeConversion } from '../../domain/install/conversion-types';
import type { gettingStarted } from '../../domain/install/schemas';

export function presentGettingStarted(
  { publicKey, types, event, emailSentAt, ...parts }: StartedParts,
  addresses: Pick<z.infer<typeof gettingStarted>, 'publicUrl' | 'mailSinkUrl'>,
): z.infer<typeof gettingStarted> {
  const { conversion, experiment, journey } = parts;
  return {
    ...parts,
    ...addresses,
    workspaceKey: publicKey,
    isDone: [event, conversion, experiment, journey, emailSentAt].every((part) => part !== null),
    event: event === null ? null : { ...event, receivedAt: new Date(event.receivedAt).toISOString() },
    eventTypes: types.filter(canBeConversion),
    emailSentAt: emailSentAt?.toISOString() ?? null,
  };
}
