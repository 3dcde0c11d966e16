import { never, type BundleDraft, type Place } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { cut, listOf, numberOf, objectOf, textOf, type JsonRecord } from './read-json';
import { flowEnd } from './step-graph';
import { durationOf, secondsDuration } from './waits';
import { addWebhook } from './webhooks';
import { sharesOf } from './weights';

interface Path {
  name: string;
  next: string;
  share: number | null;
}

/** Turns the steps of a Canvas into journey steps. */
export class BrazeSteps {
  constructor(private readonly draft: BundleDraft) {}

  add(steps: readonly JsonRecord[]): void {
    steps.forEach((step, index) => {
      const place = { sourceId: textOf(step['id']) ?? '', path: `steps.${index}` };
      if (place.sourceId !== '') this.step(place, step);
    });
  }

  private step(place: Place, step: JsonRecord): void {
    const type = (textOf(step['type']) ?? '').toLowerCase().replace(/[^a-z]/g, '');
    const paths = pathsOf(step);
    if (/^(decisionsplit|audience(path)?s?|actionpaths?)$/.test(type)) return this.branch(place, paths);
    if (/^experiment/.test(type)) return this.experiment(place, paths);
    const next = this.onlyPath(place, paths);
    if (type === 'delay') return this.delay(place, step, next);
    if (type === 'exit') return this.draft.step(place, { kind: 'exit' });
    if (Object.keys(objectOf(step['messages'])).length > 0) return this.messages(place, step, next);
    // An unknown step may decide who gets the messages after it.
    this.draft.note(
      /^(userupdate|featureflag|audiencesync|customcode|context|webhook|message)?$/.test(type) ? 'warning' : 'error',
      place,
      `The step "${textOf(step['type']) ?? ''}" is not supported. The journey continues without it.`,
    );
    this.draft.skip(place.sourceId, next);
  }

  private onlyPath(place: Place, paths: readonly Path[]): string {
    if (new Set(paths.map(({ next }) => next)).size > 1) {
      this.draft.note('error', place, 'Several steps follow in parallel. An execution takes only the first.');
    }
    return paths[0]?.next ?? flowEnd;
  }

  /** `delay` is not part of Braze's export. It is present only if the user added it. */
  private delay(place: Place, step: JsonRecord, next: string): void {
    const { delay } = step;
    const { value, amount, unit, seconds } = objectOf(delay);
    const plain = numberOf(delay) ?? numberOf(seconds);
    const duration = plain === null ? durationOf(value ?? amount, unit) : secondsDuration(plain);
    this.draft.wait(place, { duration, next });
  }

  /**
   * Adds a branch with known paths and unknown conditions. Everyone takes the path for everyone else, or else the last
   * path.
   */
  private branch(place: Place, paths: readonly Path[]): void {
    const named = paths.findIndex(({ name }) => /^(no|everyone else|else)$/i.test(name.trim()));
    const otherAt = named < 0 ? paths.length - 1 : named;
    const arms = paths
      .filter((_, index) => index !== otherAt)
      .map(({ name, next }, index) => ({ id: `path-${index + 1}`, name: cut(name, 200), when: never, next }));
    const other = paths[otherAt]?.next ?? flowEnd;
    if (arms.length === 0) return this.draft.skip(place.sourceId, other);
    const reason =
      'The export does not contain the conditions of the paths. Until you set them, everyone takes the last path.';
    this.draft.note('error', place, reason);
    this.draft.step(place, { kind: 'branch', arms, else: other });
  }

  private experiment(place: Place, paths: readonly Path[]): void {
    if (paths.length === 0) return this.draft.skip(place.sourceId, flowEnd);
    const given = paths.map(({ share }) => share);
    if (given.includes(null))
      this.draft.note(
        'warning',
        place,
        'The export does not contain the weights of the paths. They are set to equal weights.',
      );
    const shares = sharesOf(given);
    this.draft.step(place, {
      kind: 'experiment',
      arms: paths.map(({ name, next }, index) => ({
        id: `path-${index + 1}`,
        name: cut(name, 200),
        weight: shares[index] ?? 0,
        next,
      })),
      allocation: 'fixed',
    });
  }

  /** Adds the webhooks of a message step first, then its email. Several emails are variations of one. */
  private messages(place: Place, step: JsonRecord, next: string): void {
    const messages = Object.entries(objectOf(step['messages'])).map(([id, message]) => ({ id, ...objectOf(message) }));
    const of = (channel: string): JsonRecord[] => messages.filter((one: JsonRecord) => one['channel'] === channel);
    for (const other of messages.filter((one: JsonRecord) => !['email', 'webhook'].includes(String(one['channel'])))) {
      const at = { sourceId: other.id, path: `${place.path}.messages.${other.id}` };
      this.draft.note(
        'warning',
        at,
        `Messages of the channel "${textOf((other as JsonRecord)['channel']) ?? ''}" are not supported. The ` +
          'message was skipped.',
      );
    }
    const mails = of('email');
    const webhooks = of('webhook');
    const mailStep = `${place.sourceId}-mail`;
    const afterWebhooks = mails.length === 0 ? next : webhooks.length === 0 ? place.sourceId : mailStep;
    webhooks.forEach((webhook, index) => {
      const last = index === webhooks.length - 1;
      addWebhook(
        this.draft,
        { ...place, sourceId: index === 0 ? place.sourceId : `${place.sourceId}-webhook-${index + 1}` },
        {
          url: webhook['url'] ?? webhook['webhook_url'],
          method: webhook['method'] ?? webhook['request_method'],
          headers: webhook['headers'] ?? webhook['request_headers'],
          body: webhook['body'],
          next: last ? afterWebhooks : `${place.sourceId}-webhook-${index + 2}`,
        },
      );
    });
    if (mails.length > 0) {
      this.mails({ ...place, sourceId: webhooks.length === 0 ? place.sourceId : mailStep }, step, { mails, next });
    } else if (webhooks.length === 0) this.draft.skip(place.sourceId, next);
  }

  private mails(place: Place, step: JsonRecord, { mails, next }: { mails: JsonRecord[]; next: string }): void {
    const send = (sourceId: string, mail: JsonRecord): void => {
      const id = textOf(mail['id']) ?? sourceId;
      const at = { sourceId, path: `${place.path}.messages.${id}` };
      this.draft.send(at, {
        name: textOf(mail['name']) ?? textOf(step['name']),
        parts: {
          subject: { source: textOf(mail['subject']), path: `${at.path}.subject` },
          preheader: { source: textOf(mail['preheader']), path: `${at.path}.preheader` },
          html: {
            source: textOf(mail['body']) ?? textOf(mail['html']),
            path: `${at.path}.${textOf(mail['body']) === null ? 'html' : 'body'}`,
          },
          text: { source: textOf(mail['plaintext_body']), path: `${at.path}.plaintext_body` },
        },
        next,
        contentId: id,
      });
    };
    const [first] = mails;
    if (mails.length === 1 && first !== undefined) return send(place.sourceId, first);
    const paths = mails.map((mail, index) => {
      const sourceId = `${place.sourceId}-${index + 1}`;
      send(sourceId, mail);
      return {
        name: textOf(mail['name']) ?? `Variation ${index + 1}`,
        next: sourceId,
        share: numberOf(mail['percentage']),
      };
    });
    this.experiment(place, paths);
  }
}

/** Returns the paths out of a step: `next_paths`, or `next_step_ids` for older steps. */
function pathsOf(step: JsonRecord): Path[] {
  const paths = listOf(step['next_paths']).filter(isObject);
  if (paths.length > 0) {
    return paths.map((path, index) => ({
      name: textOf(path['name']) ?? `Path ${index + 1}`,
      next: textOf(path['next_step_id']) ?? flowEnd,
      share: numberOf(path['percentage']),
    }));
  }
  return listOf(step['next_step_ids']).map((id, index) => ({
    name: `Path ${index + 1}`,
    next: textOf(id) ?? flowEnd,
    share: null,
  }));
}
