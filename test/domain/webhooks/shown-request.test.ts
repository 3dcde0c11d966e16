import type { RenderedStep, WebhookStep } from '../../../domain/webhooks/render-step';
import { webhookFailures } from '../../../telemetry/counters';
import { callFailures, failureOfCode } from '../../../domain/webhooks/call-failures';
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
  ['ENOTFOUND', 'dns', /could not be resolved.*ENOTFOUND/],
  ['EAI_AGAIN', 'dns', /could not be resolved/],
  ['ECONNREFUSED', 'refused', /refused the connection/],
  ['ECONNRESET', 'reset', /closed the connection/],
  ['EPIPE', 'reset', /closed the connection/],
  ['HPE_INVALID_EOF_STATE', 'reset', /closed the connection/],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large', /larger than 16 KB/],
  ['HPE_INVALID_CONSTANT', 'invalid_response', /not valid HTTP/],
  ['ETIMEDOUT', 'timeout', /in time/],
  ['CERT_HAS_EXPIRED', 'tls_expired', /has expired/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_untrusted', /self-signed/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_untrusted', /authority/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_hostname', /does not name the host/],
  ['CERT_NOT_YET_VALID', 'tls', /No TLS connection/],
  ['EPROTO', 'tls', /No TLS connection/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /No TLS connection/],
  ['EHOSTUNREACH', 'network', /^No connection to the receiver could be made/],
  [undefined, 'network', /could be made\.$/],
])('a connection that failed with %s is "%s", and explained', (errorCode, reason, meaning) => {
  expect(failureOfCode(errorCode)).toBe(reason);
  const explained = explainCall(reason, errorCode === undefined ? {} : { errorCode });
  expect(explained.meaning).toMatch(meaning);
  expect(explained.remedy).toBeDefined();
});

test('the metric has a series for each reason', () => {
  expect(new Set(webhookFailures)).toEqual(new Set([...Object.keys(callFailures), 'egress_refused']));
});

test('a fault of a template is named', () => {
  expect(explainCall('template_error', { fault: 'body: undefined filter' }).meaning).toMatch(/body: undefined filter$/);
  expect(explainCall('timeout', {}).meaning).toBe('The receiver did not answer in time.');
});
