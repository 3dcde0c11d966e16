import type { Templates } from '../../email/content-references';
import { renderMarketing, type RenderContext, type RenderedMessage } from '../../email/render';
import { isLimitExceeded, TemplateError, type AllowanceLimits } from '../../email/template';
import { invalid, type AppError } from '../../errors';
import type { Branding } from '../../senders/branding';

/** What the send steps of a dry run are rendered from. Plain data, so that it can be copied to a thread. */
export interface SimulatedMessages {
  /** By communication id. */
  contents: ReadonlyMap<string, Templates>;
  context: RenderContext;
  unsubscribeUrl: string;
  sender: Branding;
}

/** Characters of the templates of a dry run. They are read, and copied to a thread, for one answer. */
const mostTemplates = 4_000_000;
/** Characters of the messages of a dry run, of each step. */
const mostMessages = 4_000_000;

/** @throws AppError VALIDATION_ERROR for templates that are too long together */
export function assertFewTemplates(characters: number): void {
  if (characters > mostTemplates)
    throw tooMuch(`The messages that the journey sends are ${characters} characters as saved`, mostTemplates);
}

const tooMuch = (what: string, most: number): AppError =>
  invalid(`${what}, and a dry run takes ${most}. Try out a journey with fewer or shorter messages.`);

const lengthOf = ({ subject, html, text }: RenderedMessage): number => subject.length + html.length + text.length;

/**
 * Renders as a send would, each communication once, as all of its steps see the same.
 * @param assertMore is asked before each rendering, and throws when they have taken enough; then, too, it throws for a message
 * that only a larger allowance might render
 * @returns null for what cannot be rendered; it throws AppError VALIDATION_ERROR when the messages are too long together
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
  let length = 0;
  return (communicationId) => {
    const content = contents.get(communicationId);
    if (content === undefined) return null;
    const known = rendered.get(communicationId);
    const message = known === undefined ? render(content) : known;
    rendered.set(communicationId, message);
    length += message === null ? 0 : lengthOf(message);
    if (length > mostMessages)
      throw tooMuch(`The messages of the steps are over ${mostMessages} characters`, mostMessages);
    return message;
  };
}
