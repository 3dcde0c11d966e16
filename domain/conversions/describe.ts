import { invalid, type ErrorDetail } from '../errors';
import type { JsonObject } from '../json/schemas';
import { conversionTypes, type ConversionDefinition, type ConversionType } from './match';

/** A conversion as the caller describes it, in the older form, the newer form or both. Null means no value. */
export interface SubmittedConversion {
  name?: string | undefined;
  type?: ConversionType | undefined;
  eventName?: string | null | undefined;
  targetUrl?: string | null | undefined;
  selector?: string | null | undefined;
  isPrimary?: boolean | undefined;
  eventType?: string | undefined;
  urlPattern?: string | null | undefined;
  conditions?: JsonObject | null | undefined;
}

/** A conversion as stored. */
export interface DescribedConversion extends Omit<ConversionDefinition, 'id'> {
  name: string;
  isPrimary: boolean;
}

/**
 * Returns a new or changed conversion. Fields that are not given stay unchanged. An earlier selector is dropped if the
 * new type does not use one.
 * @throws AppError VALIDATION_ERROR with every problem
 */
export function describeConversion(
  given: SubmittedConversion,
  current: DescribedConversion | null,
): DescribedConversion {
  const problems: ErrorDetail[] = [];
  const refuse = (path: string, message: string): void => void problems.push({ path, message });
  const event = describeEvent(given, current, refuse);
  const described = {
    name: given.name ?? current?.name ?? '',
    ...event,
    urlPattern: describeUrl(given, current, refuse),
    selector: describeSelector(given, current, event.type, refuse),
    conditions: given.conditions === undefined ? (current?.conditions ?? {}) : (given.conditions ?? {}),
    isPrimary: given.isPrimary ?? current?.isPrimary ?? false,
  };
  const { seconds } = described.conditions;
  if (event.type === 'engaged_time' && seconds !== undefined && typeof seconds !== 'number')
    refuse('conditions.seconds', 'must be a number of seconds');
  if (problems.length > 0) {
    throw invalid(
      `The conversion is not valid: ${problems.map((p) => `${p.path} ${p.message}`).join('; ')}.`,
      problems,
    );
  }
  return described;
}

type Refuse = (path: string, message: string) => void;
type Event = Pick<ConversionDefinition, 'type' | 'eventType'>;

/** Returns the type of the newer form for an `eventType`: the type with the same name, otherwise `custom_event`. */
const typeOf = (eventType: string): ConversionType =>
  conversionTypes.find((type) => type === eventType) ?? 'custom_event';

function describeEvent(given: SubmittedConversion, current: DescribedConversion | null, refuse: Refuse): Event {
  const { eventType } = given;
  const type = given.type ?? (eventType === undefined ? current?.type : typeOf(eventType));
  if (type === 'custom_event') return { type, eventType: describeName(given, current, refuse) };
  if (type === undefined) {
    refuse('type', 'is required (`type` or `eventType`)');
    return { type: 'custom_event', eventType: '' };
  }
  if ((given.eventName ?? type) !== type) refuse('eventName', 'can be used only with the type custom_event');
  if (eventType !== undefined && eventType !== type) refuse('eventType', `does not match the type ${type}`);
  return { type, eventType: type };
}

/** Returns the name of a custom event. */
function describeName(given: SubmittedConversion, current: DescribedConversion | null, refuse: Refuse): string {
  const { eventName, eventType } = given;
  if (typeof eventName === 'string' && eventType !== undefined && eventName !== eventType)
    refuse('eventType', 'does not match eventName. Send only one of the two');
  const isKept = current?.type === 'custom_event' && eventName === undefined;
  const name = eventName ?? eventType ?? (isKept ? current.eventType : undefined);
  if (name === undefined) refuse('eventName', 'is required for the type custom_event');
  return name ?? '';
}

function describeUrl(given: SubmittedConversion, current: DescribedConversion | null, refuse: Refuse): string | null {
  const { targetUrl, urlPattern } = given;
  if (targetUrl !== undefined && urlPattern !== undefined && targetUrl !== urlPattern)
    refuse('urlPattern', 'does not match targetUrl. Send only one of the two');
  if (targetUrl !== undefined) return targetUrl;
  return urlPattern === undefined ? (current?.urlPattern ?? null) : urlPattern;
}

function describeSelector(
  { selector }: SubmittedConversion,
  current: DescribedConversion | null,
  type: ConversionType,
  refuse: Refuse,
): string | null {
  const hasElement = type === 'click' || type === 'form_submit';
  if (typeof selector === 'string' && !hasElement)
    refuse('selector', 'can be used only with the types click and form_submit');
  if (selector !== undefined) return selector;
  return hasElement ? (current?.selector ?? null) : null;
}
