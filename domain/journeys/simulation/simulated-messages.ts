import type { Templates } from '../../email/content-references';
import { renderMarketing, type RenderContext, type RenderedMessage } from '../../email/render';
import { isLimitExceeded, TemplateError, type AllowanceLimits } from '../../email/template';
import type { Branding } from '../../senders/branding';

/** What the send steps of a dry run are rendered from. Plain data, so that it can be copied to a thread. */
export interface SimulatedMessages {
  /** By communication id. */
  contents: ReadonlyMap<string, Templates>;
  context: RenderContext;
  unsubscribeUrl: string;
  sender: Branding;
}

/**
 * Renders as a send would, each communication once, as all of its steps see the same.
 * @param assertMore is asked before each rendering, and throws when they have taken enough; then, too, it throws for a message
 * that only a larger allowance might render
 * @returns null for what cannot be rendered
 */
export function simulatedRenderer(
  { contents, context, unsubscribeUrl, sender }: SimulatedMessages,
  limits: AllowanceLimits,
  assertMore?: () => void,
): (communicationId: string) => RenderedMessage | null {
  const rendered = new Map<string, RenderedMessage | null>();
  const render = (content: Templates): RenderedMessage | null => {
    assertMore?.();
    try {
      return renderMarketing(content, context, unsubscribeUrl, { sender, limits });
    } catch (error) {
      if (!(error instanceof TemplateError) || (assertMore !== undefined && isLimitExceeded(error))) throw error;
      return null;
    }
  };
  return (communicationId) => {
    const content = contents.get(communicationId);
    if (content === undefined) return null;
    const known = rendered.get(communicationId);
    const message = known === undefined ? render(content) : known;
    rendered.set(communicationId, message);
    return message;
  };
}
