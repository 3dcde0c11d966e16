import type { Templates } from '../../email/content-references';
import { warningsOf } from '../../email/message';
import { renderMarketing, renderedTextOrNull } from '../../email/render';
import { isLimitExceeded, TemplateError, type AllowanceLimits } from '../../email/template';
import { invalid, type AppError } from '../../errors';
import type { JsonObject } from '../../json/schemas';
import type { Branding } from '../../senders/branding';
import type { StepContext } from '../template-context';
import type { TracedMessage } from './schemas';
import type { SimulatedRun } from './simulated-run';

/** A dry run as plain data, which can be copied to a thread. */
export interface Simulation {
  run: Omit<SimulatedRun, 'maskedAttributes' | 'render' | 'renderText' | 'renderMasked'>;
  /** Unmasked, for rendering texts that decide. */
  context: StepContext;
  messages: SimulatedMessages;
}

/** The data for rendering what a dry run shows. */
export interface SimulatedMessages {
  /** By communication id. */
  contents: ReadonlyMap<string, Templates>;
  /** Masked. */
  context: StepContext;
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

/** Adds what renders messages and texts to a dry run. @param assertMore as in {@link simulatedRenderer} */
export function withRenderers(
  { run, context, messages }: Simulation,
  limits: AllowanceLimits,
  assertMore?: () => void,
): SimulatedRun {
  const textsIn = (base: StepContext) => (source: string, attributes: JsonObject) => {
    assertMore?.();
    return renderedTextOrNull(source, { ...base, attributes });
  };
  return {
    ...run,
    maskedAttributes: messages.context.attributes,
    render: simulatedRenderer(messages, limits, assertMore),
    renderText: textsIn(context),
    renderMasked: textsIn(messages.context),
  };
}

/**
 * Renders messages as a send would. A communication is rendered once for the same attributes.
 * @param assertMore is called before each rendering, and throws when the time for rendering is over. With it, the
 * renderer also throws for a message that exceeds a limit, because a larger allowance might render it
 * @returns null if the message cannot be rendered
 * @throws AppError VALIDATION_ERROR if the messages are too long in total
 */
function simulatedRenderer(
  { contents, context, unsubscribeUrl, viewUrl, sender }: SimulatedMessages,
  limits: AllowanceLimits,
  assertMore?: () => void,
): SimulatedRun['render'] {
  const rendered = new Map<string, { attributes: JsonObject; message: TracedMessage | null }>();
  const render = (content: Templates, attributes: JsonObject): TracedMessage | null => {
    assertMore?.();
    try {
      const given = { ...context, attributes };
      const message = renderMarketing(content, given, unsubscribeUrl, { sender, viewUrl, limits });
      const { subject, html, text } = message;
      return { subject, html, text, warnings: warningsOf(message) };
    } catch (error) {
      if (!(error instanceof TemplateError) || (assertMore !== undefined && isLimitExceeded(error))) throw error;
      return null;
    }
  };
  let length = 0;
  return (communicationId, attributes) => {
    const content = contents.get(communicationId);
    if (content === undefined) return null;
    const known = rendered.get(communicationId);
    const message = known?.attributes === attributes ? known.message : render(content, attributes);
    rendered.set(communicationId, { attributes, message });
    length += message === null ? 0 : lengthOf(message);
    if (length > maxMessages)
      throw tooMuch(`The messages of the steps have more than ${maxMessages} characters`, maxMessages);
    return message;
  };
}
