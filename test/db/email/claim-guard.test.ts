import { newId } from '../../../db/connection/ids';
import { claimResend, queueResend } from '../../../db/email/resends';
import { insertClaim } from '../../../db/email/sends';
import { isOver } from '../../../domain/journeys/is-over';
import { decideSend } from '../../../domain/journeys/steps/send/rules';
import { createCommunication, createPerson, publishJourney } from '../../support/journeys';
import { useWorld } from '../../support/world';
import { insertExecutionAt } from '../../support/executions';

/** The guard of the claim statements must agree with the rules that decided before the message was rendered. */

const world = useWorld({ temporal: false });
let journeyId: string;
let communicationId: string;

beforeAll(async () => {
  communicationId = await createCommunication(world, 'Welcome');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'done' },
    { id: 'done', kind: 'exit' },
  ]);
  journeyId = journey.id;
});

const states = {
  running: {},
  ended: { status: 'COMPLETED', ended_at: new Date() },
  'at its goal': { goal_event_id: 'evt_1' },
  'being canceled': { cancel_reason: 'canceled' },
};
type State = keyof typeof states;

const cases = (['present', 'without address', 'erased'] as const).flatMap((person) =>
  [true, false].flatMap((hasConsent) =>
    [true, false].flatMap((isSuppressed) =>
      (Object.keys(states) as State[]).map((state) => ({ person, hasConsent, isSuppressed, state })),
    ),
  ),
);

async function createCase({ person, hasConsent, isSuppressed, state }: (typeof cases)[number]) {
  const { id: endUserId, email } = await createPerson(world, { consent: { marketing: hasConsent } });
  if (isSuppressed) await world.api.post('/api/suppressions', { email });
  const executionId = await insertExecutionAt(world, { journeyId, endUserId, stepId: 'mail' });
  const workspaceId = world.demo.workspaceId;
  const row = { workspace_id: workspaceId, id: executionId };
  if (state !== 'running') await world.database('executions').where(row).update(states[state]);
  const people = world.database('end_users').where({ workspace_id: workspaceId, id: endUserId });
  if (person === 'without address') await people.update({ email: null });
  if (person === 'erased') await people.delete();
  return { step: { workspaceId, executionId, stepId: 'mail' }, email, endUserId };
}

const decide = ({ person, hasConsent, isSuppressed }: (typeof cases)[number], email: string) =>
  decideSend({
    person: person === 'erased' ? null : { email: person === 'present' ? email : null, timezone: null },
    hasConsent,
    isSuppressed,
    quietHours: null,
    now: new Date(),
    frequencyCap: null,
    recentSends: 0,
  });

it('claims a send exactly if the rules allow it', async () => {
  const claimed: string[] = [];
  for (const given of cases) {
    const { step, email } = await createCase(given);
    const sendId = newId('send');
    const claim = await insertClaim(world.database, step, { sendId, communicationId, email });
    const execution = await world
      .database('executions')
      .where({ id: step.executionId })
      .first({ status: 'status', goalEventId: 'goal_event_id', cancelReason: 'cancel_reason' });
    const isAllowed = !isOver(execution) && decide(given, email).kind === 'send';
    expect([given, claim !== null]).toEqual([given, isAllowed]);
    if (claim !== null) claimed.push(JSON.stringify(given));
  }
  expect(claimed).toHaveLength(1);
});

it('claims a resend exactly if the rules allow it, whatever the state of the execution', async () => {
  let claims = 0;
  for (const given of cases) {
    const { step, email, endUserId } = await createCase(given);
    const { workspaceId } = step;
    const sendId = newId('send');
    await world.database('sends').insert({
      workspace_id: workspaceId,
      id: sendId,
      kind: 'journey',
      status: 'unknown',
      failure: 'outcome_unknown',
      execution_id: step.executionId,
      step_id: step.stepId,
      end_user_id: endUserId,
      communication_id: communicationId,
    });
    await queueResend(world.database, workspaceId, sendId);
    const claim = await claimResend(world.database, { workspaceId, sendId, email });
    expect([given, claim !== null]).toEqual([given, decide(given, email).kind === 'send']);
    if (claim !== null) claims += 1;
  }
  expect(claims).toBe(Object.keys(states).length);
});
