import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { callWebhook } from '../../egress/webhook-client';
import { renderStep, type WebhookStep } from '../../domain/webhooks/render-step';
import { webhookRequest, type WebhookRequest } from '../../domain/webhooks/request';
import { repositoryRoot } from '../architecture/source-files';
import { waitFor } from '../support/wait-for';

/** The receiver of docs/WEBHOOKS.md, started unchanged, accepts what the service sends and nothing else. */

const secret = 'a'.repeat(64);
const lines: string[] = [];
let receiver: ChildProcess;
let host: string;

beforeAll(async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/WEBHOOKS.md'), 'utf8');
  const [, program] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  receiver = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, APEX_WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  createInterface({ input: receiver.stdout! }).on('line', (line) => lines.push(line));
  receiver.stdin!.end(program);
  const port = await waitFor(() => /^listening on port (\d+)$/.exec(lines[0] ?? '')?.[1], { what: 'the receiver' });
  host = `127.0.0.1:${port}`;
});

afterAll(() => receiver.kill());

const context = {
  email: 'zoe@example.com',
  timezone: 'UTC',
  attributes: {},
  event: { data: {} },
  journey: { id: 'jrn_1' },
  execution: { id: 'exe_1' },
};

/** Returns a call of an execution at `now`, signed with `key`. */
function callOf(
  executionId: string,
  { now = new Date(), key = secret, previousSecret }: { now?: Date; key?: string; previousSecret?: string } = {},
): WebhookRequest {
  const step: WebhookStep = {
    id: 'call',
    kind: 'webhook',
    method: 'POST',
    timeoutSeconds: 10,
    next: 'end',
    url: `http://${host}/hook`,
    body: '{ "name": "Zoë", "email": {{ email | json }} }',
  };
  const rendered = renderStep(step, context);
  if ('failure' in rendered) throw new Error(rendered.failure);
  return webhookRequest(step, rendered, { secret: key, previousSecret: previousSecret ?? null, executionId, now });
}

const responseTo = (request: WebhookRequest) =>
  callWebhook(request, { allowHosts: [host], signal: new AbortController().signal });

it('accepts a genuine call, and a repeat only once', async () => {
  expect(await responseTo(callOf('exe_1'))).toEqual({ kind: 'answered', status: 204 });
  expect(await responseTo(callOf('exe_1'))).toEqual({ kind: 'answered', status: 204 });
  expect(await responseTo(callOf('exe_2'))).toEqual({ kind: 'answered', status: 204 });
  await waitFor(() => lines.some((line) => line.includes('exe_2')));
  const body = '{ "name": "Zoë", "email": "zoe@example.com" }';
  expect(lines.filter((line) => /exe_[12]/.test(line))).toEqual([`new: exe_1:call ${body}`, `new: exe_2:call ${body}`]);
});

it('accepts a call signed with two secrets if it knows one of them', async () => {
  const [newer, older] = ['c'.repeat(64), 'd'.repeat(64)];
  expect(await responseTo(callOf('exe_4', { key: newer, previousSecret: secret }))).toMatchObject({ status: 204 });
  expect(await responseTo(callOf('exe_5', { key: secret, previousSecret: older }))).toMatchObject({ status: 204 });
  expect(await responseTo(callOf('exe_6', { key: newer, previousSecret: older }))).toMatchObject({ status: 401 });
});

it('refuses another secret, another body, another time and an old call', async () => {
  const genuine = callOf('exe_3');
  const refused = await Promise.all(
    [
      callOf('exe_3', { key: 'b'.repeat(64) }),
      { ...genuine, body: '{}' },
      { ...genuine, headers: { ...genuine.headers, 'x-apex-timestamp': String(Math.floor(Date.now() / 1_000) - 60) } },
      { ...genuine, headers: { ...genuine.headers, 'x-apex-timestamp': '' } },
      { ...genuine, headers: { ...genuine.headers, 'x-apex-signature': '' } },
      callOf('exe_3', { now: new Date(Date.now() - 600_000) }),
    ].map(responseTo),
  );
  expect(refused).toEqual(refused.map(() => ({ kind: 'answered', status: 401 })));
  expect(await responseTo(genuine)).toEqual({ kind: 'answered', status: 204 });
});
