import { AppError } from '../../../domain/errors';
import { readTextTemplate } from '../../../domain/journeys/steps/read-text-template';
import { assertPublishable, type PublishReferences } from '../../../domain/journeys/publish';
import type { JourneyDefinition, JourneyStep } from '../../../domain/journeys/schemas';
import { exit, send, wait } from './steps';

const definition = (steps: JourneyStep[], changes: Partial<JourneyDefinition> = {}): JourneyDefinition => ({
  audienceId: null,
  triggerContractId: null,
  goalEventName: null,
  goalEventWindowDays: 30,
  holdoutPercent: 10,
  reentry: 'after_exit',
  steps,
  ...changes,
});

const references = (changes: Partial<PublishReferences> = {}): PublishReferences => ({
  commTypes: new Map([
    ['com_a', 'marketing'],
    ['com_b', 'marketing'],
    ['com_t', 'transactional'],
  ]),
  triggerContractExists: true,
  audienceExists: true,
  beliefIds: new Set(['blf_a']),
  secretNames: new Set(['crm']),
  readTemplate: readTextTemplate,
  now: new Date('2026-11-29T00:00:00Z'),
  ...changes,
});

function refusalOf(given: JourneyDefinition, known = references()): AppError {
  try {
    assertPublishable(given, known);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was publishable.');
}

describe('assertPublishable', () => {
  it('accepts a valid definition, with and without references', () => {
    const steps = [send('a', 'b'), send('b', 'c'), exit('c')];
    expect(() => assertPublishable(definition(steps), references())).not.toThrow();
    expect(() =>
      assertPublishable(definition(steps, { audienceId: 'aud_1', triggerContractId: 'trg_1' }), references()),
    ).not.toThrow();
  });

  it('accepts a step with an existing belief, and rejects an unknown one', () => {
    const split = (beliefId: string): JourneyStep => ({
      id: 'split',
      kind: 'experiment',
      allocation: 'fixed',
      beliefId,
      arms: [{ id: 'only', weight: 1, next: 'c' }],
    });
    expect(() => assertPublishable(definition([split('blf_a'), exit('c')]), references())).not.toThrow();
    expect(refusalOf(definition([split('blf_none'), exit('c')])).details).toEqual([
      { path: 'steps.0.beliefId', message: 'Belief "blf_none" does not exist.' },
    ]);
  });

  it('does not require objects that are not referenced', () => {
    const nothing = references({ audienceExists: false, triggerContractExists: false });
    expect(() => assertPublishable(definition([send('a', 'c'), exit('c')]), nothing)).not.toThrow();
  });

  it('reports all problems of references and graph together', () => {
    const steps = [send('x', 'b'), wait('b', 'gone'), exit('c')];
    const error = refusalOf(
      definition(steps, { audienceId: 'aud_1', triggerContractId: 'trg_1' }),
      references({ audienceExists: false, triggerContractExists: false }),
    );
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error.details).toEqual([
      { path: 'steps.0.communicationId', message: 'Communication "com_x" does not exist.' },
      { path: 'triggerContractId', message: 'Trigger contract "trg_1" does not exist.' },
      { path: 'audienceId', message: 'Audience "aud_1" does not exist.' },
      { path: 'steps.1.next', message: 'Step "b" leads to step "gone", which does not exist.' },
      { path: 'steps.2', message: 'Step "c" cannot be reached from the first step.' },
    ]);
    for (const { message } of error.details ?? []) expect(error.message).toContain(message);
  });

  it('rejects messages that are not chosen and URLs that are not entered', () => {
    const call: JourneyStep = { id: 'call', kind: 'webhook', url: '', method: 'POST', timeoutSeconds: 10, next: 'end' };
    const unset: JourneyStep = { id: 'hello', kind: 'send', communicationId: '', next: 'call', onSkip: 'continue' };
    expect(refusalOf(definition([unset, call, exit('end')])).details).toEqual([
      { path: 'steps.0.communicationId', message: 'Choose a message for step "hello".' },
      { path: 'steps.1.url', message: 'Enter a URL for step "call".' },
    ]);
  });

  it('rejects a transactional communication with its own error code', () => {
    const error = refusalOf(definition([send('a', 't'), send('t', 'c'), exit('c')]));
    expect(error).toMatchObject({ code: 'send_step_uses_transactional_comm' });
    expect(error.details).toEqual([
      {
        path: 'steps.1.communicationId',
        message: 'Communication "com_t" is transactional. A journey can send only marketing communications.',
      },
    ]);
  });

  it('keeps that code and reports all other problems too', () => {
    const error = refusalOf(definition([send('t', 'x'), send('x', 'x')]));
    expect(error.code).toBe('send_step_uses_transactional_comm');
    expect(error.details?.map(({ path }) => path)).toEqual([
      'steps.1.communicationId',
      'steps.1.next',
      'steps.0.communicationId',
    ]);
  });

  it('reports problems in the body and headers of a webhook with line and column', () => {
    const call: JourneyStep = {
      id: 'call',
      kind: 'webhook',
      url: 'https://crm.example.com/',
      method: 'POST',
      timeoutSeconds: 10,
      next: 'c',
      body: '{\n  "plan": "{{ attributes.plan | shout }}"\n}',
      headers: { Authorization: 'Bearer abc', authorization: 'Bearer def', 'X-Note': 'a\nb', 'X-Name': 'Zoë' },
    };
    expect(refusalOf(definition([call, exit('c')])).details).toEqual([
      {
        path: 'steps.0.body',
        message: 'The body of step "call" cannot be used: undefined filter: shout, line:2, col:12.',
      },
      {
        path: 'steps.0.headers.authorization',
        message: 'Step "call" has the header "authorization" twice. Header names are not case-sensitive.',
      },
      {
        path: 'steps.0.headers.X-Note',
        message:
          'The header "X-Note" of step "call" contains characters that are not allowed in headers, such as line breaks.',
      },
    ]);
    const sound = { ...call, body: '{{ email | json }}', headers: { 'X-Name': 'Zoë' } };
    expect(() => assertPublishable(definition([sound, exit('c')]), references())).not.toThrow();
  });
});
