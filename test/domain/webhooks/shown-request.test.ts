import type { RenderedStep, WebhookStep } from '../../../domain/webhooks/render-step';
import { explainCall } from '../../../domain/webhooks/explain-call';
import { webhookRequest } from '../../../domain/webhooks/request';
import { maskSecrets, shownRequest, withoutSecrets } from '../../../domain/webhooks/shown-request';

const step: WebhookStep = {
  id: 'call',
  kind: 'webhook',
  url: 'https://crm.example/hook',
  method: 'POST',
  timeoutSeconds: 10,
  headers: { Authorization: 'Bearer literal', 'X-Token': '{{ secrets.crm }}', 'X-Plan': '{{ plan }}', Host: 'other' },
  body: '{{ secrets.crm }}',
  next: 'end',
};
const rendered = (token: string): RenderedStep => ({
  body: token,
  contentType: 'text/plain; charset=utf-8',
  headers: [
    ['authorization', 'Bearer literal'],
    ['x-token', token],
    ['x-plan', 'pro'],
    ['host', 'other'],
  ],
});
const now = new Date('2026-01-01T00:00:00Z');
const request = webhookRequest(step, rendered('hidden'), { secret: 's', executionId: 'tst_1', now, isTest: true });

test('a request is shown with masks in place of secrets and written credentials, and our own headers as they are', () => {
  const shown = shownRequest(step, request, rendered('********'));
  expect(shown).toEqual({
    method: 'POST',
    url: 'https://crm.example/hook',
    body: '********',
    headers: {
      accept: '*/*',
      'user-agent': 'Apex-Webhook/1',
      'content-type': 'text/plain; charset=utf-8',
      authorization: '********',
      'x-token': '********',
      'x-plan': 'pro',
      'x-apex-test': 'true',
      'x-apex-timestamp': request.headers['x-apex-timestamp'],
      'x-apex-signature': request.headers['x-apex-signature'],
      'idempotency-key': 'tst_1:call',
    },
  });
});

test('an address is shown without the credentials in it', () => {
  const url = 'https://ada:s3cret@crm.example/hook';
  expect(shownRequest({ ...step, url }, { ...request, url }, rendered('x')).url).toBe(
    'https://********@crm.example/hook',
  );
});

test('what cannot be rendered with masks is not shown at all', () => {
  const shown = shownRequest(step, request, null);
  expect(JSON.stringify(shown)).not.toContain('hidden');
  expect([shown.body, shown.headers['x-token'], shown.headers['x-plan']]).toEqual(['********', '********', '********']);
});

test('secrets that the receiver repeats are masked, the longest first', () => {
  const secrets = new Map([
    ['short', 'abc'],
    ['long', 'abcdef'],
    ['empty', ''],
  ]);
  expect(withoutSecrets('abcdef, abc and ab', secrets)).toBe('********, ******** and ab');
  expect([...maskSecrets(secrets)]).toEqual([
    ['short', '********'],
    ['long', '********'],
    ['empty', '********'],
  ]);
});

test.each([
  ['ENOTFOUND', /name of the host is unknown.*ENOTFOUND/],
  ['ECONNREFUSED', /refused the connection/],
  ['ECONNRESET', /closed the connection/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate/],
  ['CERT_HAS_EXPIRED', /certificate/],
  ['EHOSTUNREACH', /^No connection to the receiver could be made\.$/],
])('a connection that failed with %s is explained', (errorCode, meaning) => {
  const explained = explainCall('network', { errorCode });
  expect(explained.meaning).toMatch(meaning);
  expect(explained.remedy).toBeDefined();
});

test('a fault of a template is named, and of other reasons the code says nothing', () => {
  expect(explainCall('template_error', { fault: 'body: undefined filter' }).meaning).toMatch(/body: undefined filter$/);
  expect(explainCall('timeout', { errorCode: 'ENOTFOUND' }).meaning).toBe('The receiver did not answer in time.');
});
