import {
  findCommunications,
  findFrozenContent,
  measureCommunications,
  measureFrozenContents,
} from '../../db/communications/communications';
import type { CommunicationContent } from '../../domain/communications/schemas';
import { maskEmail, maskPersonal } from '../../domain/end-users/mask';
import type { Branding } from '../../domain/senders/branding';
import { sendsOf } from '../../domain/journeys/reference-problems';
import type { JourneyDefinition } from '../../domain/journeys/schemas';
import { assertFewTemplates, type SimulatedMessages } from '../../domain/journeys/simulation/simulated-messages';
import type { StepContext } from '../../domain/journeys/template-context';
import type { Context } from '../ports';

/**
 * Reads the content of the send steps: what the version froze, or for a draft the current content.
 * @throws AppError VALIDATION_ERROR as {@link assertFewTemplates}, before content is read
 */
export async function readContents(
  { database }: Pick<Context, 'database'>,
  journey: { workspaceId: string; journeyId: string; version: number | 'draft' },
  steps: JourneyDefinition['steps'],
): Promise<Map<string, CommunicationContent>> {
  const ids = [...new Set(sendsOf({ steps }).map(({ id }) => id))];
  const { workspaceId, journeyId, version } = journey;
  if (version === 'draft') {
    assertFewTemplates(await measureCommunications(database, workspaceId, ids));
    return findCommunications(database, workspaceId, ids);
  }
  assertFewTemplates(await measureFrozenContents(database, { workspaceId, journeyId, version }));
  const contents = new Map<string, CommunicationContent>();
  for (const id of ids) {
    const content = await findFrozenContent(database, { workspaceId, journeyId, version }, id);
    if (content !== null) contents.set(id, content);
  }
  return contents;
}

/** Returns the messages of a dry run, with masked data and without a working unsubscribe link. */
export function maskedMessages(
  contents: ReadonlyMap<string, CommunicationContent>,
  context: StepContext,
  { personalAttributes: listed, publicUrl, sender }: MaskSettings,
): SimulatedMessages {
  return {
    contents: new Map([...contents].map(([id, { slots, html, text }]) => [id, { slots, html, text }])),
    context: {
      ...context,
      email: maskEmail(context.email),
      attributes: maskPersonal(context.attributes, listed),
      event: { data: maskPersonal(context.event.data, listed) },
    },
    unsubscribeUrl: `${publicUrl}/u/simulated`,
    viewUrl: `${publicUrl}/v/simulated`,
    sender,
  };
}

interface MaskSettings {
  personalAttributes: readonly string[];
  publicUrl: string;
  sender: Branding;
}
