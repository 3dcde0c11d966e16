import { seedDemoWorkspace } from '../../dev/seed';
import { rowsOf } from '../../db/connection/statements';
import { apiClient, type ApiResponse } from './api-client';
import type { FaultyStack } from './faulty-stack';
import { createCommunication, createSubject, publishJourney, trackEvent, uniqueName } from './journeys';
import type { KillableStack } from './killable-stack';
import { readSink } from './mail-sink';
import { setting } from './members';
import { findInDatabase } from './traces';
import { postSend } from './transactional';
import { waitFor } from './wait-for';
import type { WebhookReceiver } from './webhook-receiver';
import type { World } from './world';

/** Everything that a fault affects, in a separate workspace: the requests of callers, and their results. */
export interface Scene {
  world: World;
  receiver: WebhookReceiver;
  /**
   * Whether a message's outcome may stay unknown: the email provider fails, or the process that waits for its response
   * is killed.
   */
  mayStayUnknown: boolean;
  /** Counts of the responses to callers. */
  responses: Map<string, number>;
}

/** Work that the service does for its callers. */
export interface Work {
  /** Sends the requests of callers, and retries until they are accepted. */
  begin(): Promise<void>;
  /** @throws unless all accepted work is done as promised */
  check(): Promise<void>;
}

export interface KindOfWork {
  name: string;
  /** The promise under any fault. */
  promise: string;
  /** The promise if the provider's response is lost: the provider fails, or the process that waits for it is killed. */
  promiseIfUnknown?: string;
  prepare(scene: Scene): Promise<Work>;
}

export async function createScene(
  stack: KillableStack & Pick<FaultyStack, 'apiUrl'>,
  receiver: WebhookReceiver,
  mayStayUnknown = false,
): Promise<Scene> {
  const keyPepper = setting(stack as unknown as World, 'KEY_PEPPER');
  const demo = await seedDemoWorkspace({ databaseUrl: stack.databaseUrl, keyPepper });
  const api = apiClient(stack.apiUrl, demo.serverKey);
  const world = { ...stack, demo, api } as unknown as World;
  return { world, receiver, mayStayUnknown, responses: new Map() };
}

/** Sends a request as callers do: retries until the response is final. */
async function surely(
  { responses }: Scene,
  request: () => Promise<ApiResponse>,
  isFinal: (response: ApiResponse) => boolean,
): Promise<ApiResponse> {
  return waitFor(
    async () => {
      const response = await request().catch(() => null);
      const status = response === null ? 'none' : String(response.status);
      responses.set(status, (responses.get(status) ?? 0) + 1);
      return response !== null && isFinal(response) ? response : null;
    },
    { intervalMs: 200, what: 'an answer that ends the matter' },
  );
}

const isStatus =
  (...wanted: number[]) =>
  ({ status }: ApiResponse): boolean =>
    wanted.includes(status);

const track = (scene: Scene, type: string, visitorId: string): Promise<unknown> => {
  const messageId = uniqueName('message');
  return surely(scene, () => trackEvent(scene.world, type, visitorId, { messageId }), isStatus(200));
};

type Person = Awaited<ReturnType<typeof createSubject>>;
type Journey = Awaited<ReturnType<typeof publishJourney>>;

const concurrentPeople = 3;

/** Creates two groups of people: one for before the fault, one for during it. */
async function createGroups({ world }: Scene): Promise<Iterator<Person[]>> {
  const people = await Promise.all(Array.from({ length: 2 * concurrentPeople }, () => createSubject(world)));
  return [people.slice(0, concurrentPeople), people.slice(concurrentPeople)].values();
}

const next = (groups: Iterator<Person[]>): Person[] => {
  const { done, value } = groups.next();
  if (done === true) throw new Error('A work begins twice: before the fault, and in its midst.');
  return value;
};

const equal = (what: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
};

/** Checks that every execution of a journey has completed, with one per person. */
async function checkRuns({ world }: Scene, journeyId: string, people: readonly Person[]): Promise<void> {
  const runs = await world.database('executions').where({ journey_id: journeyId }).select('end_user_id', 'status');
  equal('Runs', runs.map(({ end_user_id }) => end_user_id).sort(), people.map(({ id }) => id).sort());
  equal('Ends of runs', [...new Set(runs.map(({ status }) => status))], ['COMPLETED']);
}

/** The recipient of a message, and how to find its record. */
interface Recipient {
  email: string;
  record: { end_user_id: string } | { recipient: string } | { kind: 'notice' };
}

/** Failures after which callers retry: the provider accepted nothing, or was not called. */
const nothingTaken = ['not_accepted', 'not_claimed'];

/** Checks that each recipient has one message, or none if the outcome is recorded as unknown. */
async function checkMessages({ world, mayStayUnknown }: Scene, recipients: readonly Recipient[]): Promise<void> {
  const mail = await readSink(world.sesEndpoint);
  for (const { email, record } of recipients) {
    const count = mail.filter(({ destination }) => destination.to.join().includes(email)).length;
    const sends = await world
      .database('sends')
      .where({ workspace_id: world.demo.workspaceId, ...record })
      .select('status', 'failure');
    const statuses = sends
      .filter(({ failure }) => !nothingTaken.includes(failure))
      .map(({ status }) => status as string);
    const isUnknown = mayStayUnknown && count <= 1 && statuses.join() === 'unknown';
    if (!isUnknown) equal(`Messages to ${email}`, [count, statuses], [1, ['sent']]);
  }
}

/** Creates people who go through journeys that each end with a message. */
async function journeysOf(
  scene: Scene,
  firstSteps: readonly (readonly object[])[],
  afterStart: (person: Person) => Promise<unknown> = () => Promise.resolve(),
) {
  const communicationId = await createCommunication(scene.world, 'Once');
  const last = [
    { id: 'mail', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const journeys: (Journey & { groups: Iterator<Person[]>; people: Person[] })[] = [];
  for (const steps of firstSteps) {
    const journey = await publishJourney(scene.world, [...steps, ...last]);
    journeys.push({ ...journey, groups: await createGroups(scene), people: [] });
  }
  return {
    journeys,
    async begin() {
      const started = journeys.map((journey) => ({ ...journey, group: next(journey.groups) }));
      await Promise.all(
        started.flatMap(({ group, people, eventName }) =>
          group.map(async (person) => {
            await track(scene, eventName, person.visitorId);
            people.push(person);
            await afterStart(person);
          }),
        ),
      );
    },
    async check() {
      for (const { id, people } of journeys) await checkRuns(scene, id, people);
      await checkMessages(
        scene,
        journeys.flatMap(({ people }) => people.map(({ email, id }) => ({ email, record: { end_user_id: id } }))),
      );
    },
  };
}

const once = 'Each message is sent once, and each execution ends';
const onceOrUnknown = 'Each message is sent at most once, with status `sent` or `unknown`, and each execution ends';

const sends: KindOfWork = {
  name: 'Journey sends',
  promise: once,
  promiseIfUnknown: onceOrUnknown,
  prepare: (scene) => journeysOf(scene, [[]]),
};

const waits: KindOfWork = {
  name: 'Waits',
  promise: `${once}. No awaited event is lost`,
  promiseIfUnknown: `${onceOrUnknown}. No awaited event is lost`,
  prepare(scene) {
    const paid = uniqueName('paid');
    const untilEvent = { eventName: paid, timeout: 'P7D', timeoutNext: 'end' };
    return journeysOf(
      scene,
      [
        [{ id: 'pause', kind: 'wait', duration: 'PT2S', next: 'mail' }],
        [{ id: 'pay', kind: 'wait', untilEvent, next: 'mail' }],
      ],
      ({ visitorId }) => track(scene, paid, visitorId),
    );
  },
};

const webhooks: KindOfWork = {
  name: 'Webhooks',
  promise: 'Each call is made, repeats have the same `Idempotency-Key`, and each execution ends',
  async prepare(scene) {
    const { receiver, world } = scene;
    const path = `/${uniqueName('call')}`;
    const call = { id: 'call', kind: 'webhook', url: `http://${receiver.host}${path}`, next: 'mail', onFailure: 'end' };
    const work = await journeysOf(scene, [[call]]);
    return {
      ...work,
      async check() {
        await work.check();
        const runs = await world.database('executions').where({ journey_id: work.journeys[0]?.id }).select('id');
        const calls = receiver.calls.filter((one) => one.path === path);
        const keys = new Set(calls.map(({ headers }) => String(headers['idempotency-key'])));
        equal('Keys of calls', [...keys].sort(), runs.map(({ id }) => `${id}:call`).sort());
      },
    };
  },
};

const eventBatchSize = 5;
const batches = 8;

const ingestion: KindOfWork = {
  name: 'Ingestion',
  promise: 'Each event with a 200 response is stored once, even if it was sent again',
  async prepare(scene) {
    const { world } = scene;
    const type = uniqueName('seen');
    let stored = 0;
    return {
      async begin() {
        for (let batch = 0; batch < batches; batch += 1) {
          const events = Array.from({ length: eventBatchSize }, () => ({
            type,
            userId: type,
            messageId: uniqueName('m'),
          }));
          await surely(scene, () => world.api.post('/api/v1/events', { events }), isStatus(200));
          stored += eventBatchSize;
        }
      },
      async check() {
        const counted = await rowsOf(
          world.database.raw(
            `select count(*)::int as events, count(distinct message_id)::int as ids
               from events where workspace_id = ? and type = ?`,
            [world.demo.workspaceId, type],
          ),
        );
        equal('Events', counted, [{ events: stored, ids: stored }]);
      },
    };
  },
};

const erasures: KindOfWork = {
  name: 'Erasure',
  promise: 'Each erasure completes, and nothing names the person',
  async prepare(scene) {
    const { world } = scene;
    const groups = await createGroups(scene);
    const erased: { id: string; names: string[] }[] = [];
    const internal = apiClient(world.apiUrl, setting(world, 'SYNC_API_KEY'));
    const path = '/api/journeys/internal/forget-end-user';
    const { workspaceId } = world.demo;
    return {
      async begin() {
        for (const { id, email, visitorId } of next(groups).slice(0, 1)) {
          await track(scene, 'looked', visitorId);
          const { body } = await surely(scene, () => internal.post(path, { workspaceId, email }), isStatus(200, 202));
          erased.push({ id: body.erasureId, names: [id, email, visitorId] });
        }
      },
      async check() {
        for (const { id, names } of erased) {
          equal(`Erasure ${id}`, (await internal.get(`${path}/${id}`)).body.status, 'completed');
          equal('Traces', await findInDatabase(world.database, names), []);
        }
      },
    };
  },
};

const digests: KindOfWork = {
  name: 'Digest',
  promise: 'Each member gets one digest, even if it was requested again',
  promiseIfUnknown: 'Each member gets at most one digest',
  async prepare(scene) {
    const { world } = scene;
    return {
      begin: async () => void (await surely(scene, () => world.api.post('/api/workspace/digest/run'), isStatus(202))),
      check: () => checkMessages(scene, [{ email: world.demo.owner.email, record: { kind: 'notice' } }]),
    };
  },
};

const transactional: KindOfWork = {
  name: 'Transactional sends',
  promise: 'Each message is sent once per `Idempotency-Key`, even if it was requested again',
  promiseIfUnknown: 'Each message is sent at most once per `Idempotency-Key`, or the response is 422 (outcome unknown)',
  async prepare(scene) {
    const { world } = scene;
    const recipientOf = (to: string): Recipient => ({ email: to, record: { recipient: to } });
    const sent: { to: string; response: ApiResponse }[] = [];
    return {
      async begin() {
        await Promise.all(
          Array.from({ length: concurrentPeople }, async () => {
            const to = `${uniqueName('person')}@example.com`;
            const payload = { to, commId: 'verification-code', variables: { code: '771177' } };
            const request = () => postSend(world, payload, { key: to });
            sent.push({ to, response: await surely(scene, request, isStatus(200, 422)) });
          }),
        );
      },
      async check() {
        for (const { to, response } of sent) {
          if (response.status === 200) await checkMessages({ ...scene, mayStayUnknown: false }, [recipientOf(to)]);
          else equal(`Answer for ${to}`, [scene.mayStayUnknown, response.body.error.code], [true, 'send_failed']);
        }
        await checkMessages(
          scene,
          sent.map(({ to }) => recipientOf(to)),
        );
      },
    };
  },
};

export const kindsOfWork: readonly KindOfWork[] = [sends, waits, webhooks, ingestion, transactional, erasures, digests];
