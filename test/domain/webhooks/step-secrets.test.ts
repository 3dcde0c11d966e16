import { renderStep, type WebhookStep } from '../../../domain/webhooks/render-step';
import { webhookRequest } from '../../../domain/webhooks/request';
import { readTextTemplate } from '../../../domain/journeys/steps/read-text-template';
import { webhookRules } from '../../../domain/journeys/steps/webhook/rules';

const identity = { secret: 's3cret', executionId: 'exe_1', now: new Date('2026-01-05T09:00:00Z') };
const context = {
  email: 'ada@example.com',
  timezone: 'UTC',
  attributes: { wanted: 'crm' },
  event: { data: {} },
  journey: { id: 'jrn_1' },
  execution: { id: 'exe_1' },
};
const step = (fields: Partial<WebhookStep>): WebhookStep => ({
  id: 'call',
  kind: 'webhook',
  url: 'https://example.com/hook',
  method: 'POST',
  timeoutSeconds: 10,
  next: 'end',
  ...fields,
});
const secrets = new Map([['crm', 'a value']]);
const requestOf = (fields: Partial<WebhookStep>) => {
  const rendered = renderStep(step(fields), { ...context, secrets });
  return 'failure' in rendered ? rendered : webhookRequest(step(fields), rendered, identity);
};

it('renders secrets by name, with filters, in headers and body', () => {
  const headers = { Authorization: 'Basic {{ secrets.crm | base64_encode }}' };
  expect(requestOf({ headers, body: '{{ secrets.crm | json }}' })).toMatchObject({
    body: '"a value"',
    headers: { authorization: `Basic ${Buffer.from('a value').toString('base64')}` },
  });
});

it('fails for a missing secret, even with a default, and sends nothing', () => {
  for (const fields of [
    { body: '{{ secrets.none }}' },
    { body: '{{ secrets.none | default: "x" }}' },
    { body: '{% if secrets.none %}x{% endif %}' },
    { headers: { 'X-Token': '{{ secrets.none }}' } },
  ]) {
    expect(requestOf(fields)).toEqual({ failure: 'secret_missing' });
  }
  expect(renderStep(step({ body: '{{ secrets.crm }}' }), context)).toEqual({ failure: 'secret_missing' });
});

it('does not expose the list of secrets', () => {
  for (const body of ['{{ secrets }}', '{{ secrets | json }}', '{% for one in secrets %}{{ one }}{% endfor %}']) {
    expect(JSON.stringify(requestOf({ body }))).not.toContain('a value');
  }
});

it('reports missing and dynamic secret names before publication', () => {
  const problemsOf = (fields: Partial<WebhookStep>) =>
    webhookRules.publishProblems(step(fields), { secretNames: new Set(['crm']), readTemplate: readTextTemplate });
  expect(problemsOf({ body: '{{ secrets.crm }}', headers: { 'X-Token': '{{ secrets.crm }}' } })).toEqual([]);
  expect(problemsOf({ body: '{{ secrets.none }}' })).toEqual([
    { field: 'body', message: expect.stringContaining('"none", which does not exist') },
  ]);
  expect(problemsOf({ headers: { 'X-Token': '{{ secrets.none }}' } })).toMatchObject([{ field: 'headers.X-Token' }]);
  expect(problemsOf({ body: '{{ secrets[attributes.wanted] }}' })).toMatchObject([
    { message: expect.stringContaining('must name the secret') },
  ]);
  expect(problemsOf({ headers: { 'X-Note': '{{ broken' } })).toMatchObject([{ field: 'headers.X-Note' }]);
});
