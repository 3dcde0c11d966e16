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

test('masks secrets and literal credentials in a request, and keeps our own headers', () => {
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

test('hides the credentials in a URL', () => {
  const url = 'https://ada:s3cret@crm.example/hook';
  expect(shownRequest({ ...step, url }, { ...request, url }, rendered('x')).url).toBe(
    'https://********@crm.example/hook',
  );
});

test('shows nothing if the request cannot be rendered with masks', () => {
  const shown = shownRequest(step, request, null);
  expect(JSON.stringify(shown)).not.toContain('hidden');
  expect([shown.body, shown.headers['x-token'], shown.headers['x-plan']]).toEqual(['********', '********', '********']);
});

test('masks secrets that the receiver repeats, longest first', () => {
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
  ['CERT_NOT_YET_VALID', 'tls', /TLS connection could not be established/],
  ['EPROTO', 'tls', /TLS connection could not be established/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /TLS connection could not be established/],
  ['EHOSTUNREACH', 'network', /^The connection to the receiver could not be established/],
  [undefined, 'network', /could not be established\.$/],
])('explains a connection that failed with %s as "%s"', (errorCode, reason, meaning) => {
  expect(failureOfCode(errorCode)).toBe(reason);
  const explained = explainCall(reason, errorCode === undefined ? {} : { errorCode });
  expect(explained.meaning).toMatch(meaning);
  expect(explained.remedy).toBeDefined();
});

test('the metric has a series for each reason', () => {
  expect(new Set(webhookFailures)).toEqual(new Set([...Object.keys(callFailures), 'egress_refused']));
});

test('the explanation contains the template error', () => {
  expect(explainCall('template_error', { fault: 'body: undefined filter' }).meaning).toMatch(/body: undefined filter$/);
  expect(explainCall('timeout', {}).meaning).toBe('The receiver did not respond in time.');
});
