import type { Templates } from '../../email/content-references';
import { warningsOf } from '../../email/message';
import { renderMarketing, type RenderContext } from '../../email/render';
import { isLimitExceeded, TemplateError, type AllowanceLimits } from '../../email/template';
import { invalid, type AppError } from '../../errors';
import type { Branding } from '../../senders/branding';
import type { TracedMessage } from './schemas';

/** The data for rendering the send steps of a dry run. It is plain data, so it can be copied to a thread. */
export interface SimulatedMessages {
  /** By communication id. */
  contents: ReadonlyMap<string, Templates>;
  context: RenderContext;
  unsubscribeUrl: string;
  viewUrl: string;
  sender: Branding;
}

/**
 * The most characters that the templates of a dry run may have. They are loaded and copied to a thread for a single
 * response.
 */
const maxTemplates = 4_000_000;
/** The most characters that the messages of all steps of a dry run may have. */
const maxMessages = 4_000_000;

/** @throws AppError VALIDATION_ERROR if the templates are too long in total */
export function assertFewTemplates(characters: number): void {
  if (characters > maxTemplates)
    throw tooMuch(`The saved messages of this journey have ${characters} characters`, maxTemplates);
}

const tooMuch = (what: string, most: number): AppError =>
  invalid(`${what}, but the limit for a dry run is ${most}. Use a journey with fewer or shorter messages.`);

const lengthOf = ({ subject, html, text }: TracedMessage): number => subject.length + html.length + text.length;

/**
 * Renders messages as a send would. Each communication is rendered once, because it is the same in all steps.
 * @param assertMore is called before each rendering, and throws when the time for rendering is over. With it, the
 * renderer also throws for a message that exceeds a limit, because a larger allowance might render it
 * @returns null if the message cannot be rendered
 * @throws AppError VALIDATION_ERROR if the messages are too long in total
 */
export function simulatedRenderer(
  { contents, context, unsubscribeUrl, viewUrl, sender }: SimulatedMessages,
  limits: AllowanceLimits,
  assertMore?: () => void,
): (communicationId: string) => TracedMessage | null {
  const rendered = new Map<string, TracedMessage | null>();
  const render = (content: Templates): TracedMessage | null => {
    assertMore?.();
    try {
      const message = renderMarketing(content, context, unsubscribeUrl, { sender, viewUrl, limits });
      const { subject, html, text } = message;
      return { subject, html, text, warnings: warningsOf(message) };
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
    if (length > maxMessages)
      throw tooMuch(`The messages of the steps have more than ${maxMessages} characters`, maxMessages);
    return message;
  };
}
