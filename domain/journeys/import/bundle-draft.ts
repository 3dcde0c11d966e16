import { createHash } from 'node:crypto';
import type { Condition } from '../../conditions/schemas';
import { parseDuration } from '../duration';
import type { JourneyStep } from '../schemas';
import { cut, textOf } from './read-json';
import {
  bundleAudience,
  bundleCommunication,
  bundleTriggerContract,
  type Bundle,
  type BundleJourney,
  type Provider,
  type Severity,
} from './schemas';
import { flowEnd, stepsOfFlow, type FlowStep } from './step-graph';
import { noteText, translateMessage, type MessageParts } from './message';
import { translateTemplate, type Dialect } from './templates/translate-template';

/** A part of the export: its id there, and its path. */
export interface Place {
  sourceId: string;
  path: string;
}

export interface Message {
  name: string | null;
  parts: MessageParts;
}

type Unnamed<Step> = Step extends unknown ? Omit<Step, 'id'> : never;

/** Is never true: `any` of an empty list. Replaces a condition that is unsupported or missing in the export. */
export const never: Condition = { any: [] };
export const always: Condition = { all: [] };

/** A longer list of notes would not be read. */
const maxNotes = 5_000;

/** A bundle under construction: the translated items, and notes about what could not be translated. */
export class BundleDraft {
  private readonly bundle: Bundle;
  private readonly steps = new Map<string, FlowStep>();
  private readonly skipped = new Map<string, string>();
  private readonly communicationIds = new Set<string>();

  constructor(
    private readonly provider: Provider,
    /** Distinguishes the names of this flow's items from those of other flows. */
    private readonly flowId: string,
    private readonly dialect: Dialect,
  ) {
    const lists = { journeys: [], communications: [], audiences: [], triggerContracts: [], unmapped: [] };
    this.bundle = { source: provider, ...lists };
  }

  note(severity: Severity, { sourceId, path }: Place, reason: string): void {
    const { unmapped } = this.bundle;
    if (unmapped.length >= maxNotes) return;
    if (unmapped.length < maxNotes - 1) unmapped.push({ sourceId, path, reason, severity });
    else
      unmapped.push({ sourceId: '', path: '', reason: 'The list is too long. It is incomplete.', severity: 'error' });
  }

  /** Returns a stable name for an item. Long names end in a digest. */
  private externalId(kind: string, id: string): string {
    const name = [this.provider, this.flowId, kind, id].filter((part) => part !== '').join(':');
    return name.length <= 100
      ? name
      : `${cut(name, 60)}:${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  }

  step(place: Place, step: Unnamed<JourneyStep>): void {
    if (this.steps.has(place.sourceId)) {
      this.note('error', place, 'Another step has the same id. Only the first one was imported.');
      return;
    }
    this.steps.set(place.sourceId, { step: { ...step, id: place.sourceId }, path: place.path });
  }

  /** Skips a part of the flow. Steps before it continue with `next`. */
  skip(sourceId: string, next: string): void {
    this.skipped.set(sourceId, next);
  }

  /** Adds a send step and its communication. */
  send(place: Place, message: Message & { next: string; contentId?: string }): void {
    const communicationId = this.externalId('message', message.contentId ?? place.sourceId);
    this.communication(communicationId, place, message);
    this.step(place, { kind: 'send', communicationId, next: message.next, onSkip: 'continue' });
  }

  /** Adds a wait for a duration. An unreadable duration becomes one day, with a note to set it by hand. */
  wait(place: Place, { duration, next }: { duration: string | null; next: string }): void {
    if (duration === null || parseDuration(duration) === null) {
      this.note(
        'error',
        place,
        'The export does not contain a supported wait duration. The wait is set to one day. Change it if needed.',
      );
      this.step(place, { kind: 'wait', duration: 'P1D', next });
      return;
    }
    this.step(place, { kind: 'wait', duration, next });
  }

  /**
   * Adds the event that starts the journey.
   * @returns its external id
   */
  trigger(place: Place, trigger: { name: string; eventName: string; where?: Condition }): string | null {
    const item = bundleTriggerContract.safeParse({
      externalId: this.externalId('trigger', ''),
      name: cut(trigger.name, 200),
      eventName: cut(trigger.eventName, 200),
      ...(trigger.where === undefined ? {} : { where: trigger.where }),
    });
    if (!item.success) {
      this.note('error', place, 'The trigger is not supported. Choose a trigger.');
      return null;
    }
    this.bundle.triggerContracts.push(item.data);
    return item.data.externalId;
  }

  /**
   * Adds the audience that may enter.
   * @returns its external id
   */
  audience(place: Place, name: string, condition: Condition): string | null {
    const externalId = this.externalId('audience', '');
    const item = bundleAudience.safeParse({ externalId, name: cut(name, 200), condition });
    if (!item.success) {
      this.note('error', place, 'The filter is not supported. Choose an audience.');
      return null;
    }
    this.bundle.audiences.push(item.data);
    return externalId;
  }

  /**
   * Returns the bundle, with one journey made of the collected steps.
   * @param entry id of the first step
   */
  finish(
    journey: Omit<BundleJourney, 'steps' | 'externalId' | 'description'> & { description?: string | null },
    entry: string,
  ): Bundle {
    if (this.steps.size === 0) {
      const place = { sourceId: entry, path: '' };
      this.note('error', place, 'Nothing in the export could be converted to a step. The journey is empty.');
    }
    const flow = { entry: entry === flowEnd ? (this.steps.keys().next().value ?? flowEnd) : entry };
    const steps = stepsOfFlow({ ...flow, steps: this.steps, skipped: this.skipped }, (...noted) => this.note(...noted));
    const { name, description } = journey;
    this.bundle.journeys.push({
      ...journey,
      externalId: this.externalId('journey', ''),
      name: cut(name, 200),
      description: description === undefined || description === null ? null : cut(description, 2_000),
      steps,
    });
    const sent = new Set(steps.flatMap((step) => (step.kind === 'send' ? [step.communicationId] : [])));
    const communications = this.bundle.communications.filter(({ externalId }) => sent.has(externalId));
    return { ...this.bundle, communications };
  }

  /** Translates a template of a webhook. */
  template(place: Place, source: string | null): string {
    const { text, notes } = translateTemplate(source ?? '', this.dialect, { format: 'text' });
    for (const one of notes) this.note(one.severity, place, noteText(one));
    return text;
  }

  private communication(externalId: string, place: Place, { name, parts }: Message): void {
    if (this.communicationIds.has(externalId)) return;
    this.communicationIds.add(externalId);
    const { subject, html, text, notes, problem } = translateMessage(this.dialect, parts);
    for (const { severity, path, reason } of notes) this.note(severity, { ...place, path }, reason);
    if (html === '' && text === '')
      this.note('error', place, 'The export does not contain the content of the message.');
    if (subject === '') this.note('error', place, 'The export does not contain the subject of the message.');
    const communication = {
      externalId,
      name: cut(textOf(name) ?? textOf(subject) ?? place.sourceId, 200),
      commType: 'marketing',
      // Without HTML, the message shows its text.
      slots: { subject, headline: '', body: '', ctaLabel: '', ctaUrl: '' },
      html: html === '' ? null : html,
      text: text === '' ? null : text,
      tracking: true,
      ...(problem === null ? {} : { problem }),
    };
    this.bundle.communications.push(bundleCommunication.parse(communication));
  }
}
