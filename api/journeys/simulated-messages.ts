import { findCommunications, findFrozenContent } from '../../db/communications';
import type { Database } from '../../db/connection';
import type { CommunicationContent } from '../../domain/communications/schemas';
import { renderMarketing, TemplateError, type RenderContext, type RenderedMessage } from '../../domain/email/render';
import { maskEmail, maskPersonal } from '../../domain/end-users/mask';
import type { Branding } from '../../domain/senders/branding';
import type { JourneyStep } from '../../domain/journeys/schemas';
import type { JsonObject } from '../../domain/json/schemas';

/** What the send steps would send: the content that the version froze, or of a draft the content of now. */
export async function readContents(
  database: Database,
  journey: { workspaceId: string; journeyId: string; version: number | 'draft' },
  steps: readonly JourneyStep[],
): Promise<Map<string, CommunicationContent>> {
  const ids = [...new Set(steps.flatMap((step) => (step.kind === 'send' ? [step.communicationId] : [])))];
  const { workspaceId, journeyId, version } = journey;
  if (version === 'draft') return findCommunications(database, workspaceId, ids);
  const contents = new Map<string, CommunicationContent>();
  for (const id of ids) {
    const content = await findFrozenContent(database, { workspaceId, journeyId, version }, id);
    if (content !== null) contents.set(id, content);
  }
  return contents;
}

/** Renders as a send would, but sees masked data, and links to no unsubscription. */
export function maskedRenderer(
  contents: ReadonlyMap<string, CommunicationContent>,
  context: {
    journeyId: string;
    email: string | null;
    timezone: string | null;
    attributes: JsonObject;
    eventData: JsonObject;
    personalAttributes: readonly string[];
    publicUrl: string;
    sender: Branding;
  },
): (communicationId: string) => RenderedMessage | null {
  const masked: RenderContext = {
    email: maskEmail(context.email ?? ''),
    timezone: context.timezone ?? 'UTC',
    attributes: maskPersonal(context.attributes, context.personalAttributes),
    event: { data: maskPersonal(context.eventData, context.personalAttributes) },
    journey: { id: context.journeyId },
    execution: { id: 'simulated' },
  };
  return (communicationId) => {
    const content = contents.get(communicationId);
    if (content === undefined) return null;
    try {
      return renderMarketing(content, masked, `${context.publicUrl}/u/simulated`, { sender: context.sender });
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    }
  };
}
