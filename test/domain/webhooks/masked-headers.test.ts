import type { JourneyStep } from '../../../domain/journeys/schemas';
import { headerMask, maskHeaders, maskSteps, restoreHeaders } from '../../../domain/webhooks/masked-headers';

const call = (headers: Record<string, string>, fields: Record<string, unknown> = {}): JourneyStep => ({
  id: 'call',
  kind: 'webhook',
  url: 'https://crm.example/hook',
  method: 'POST',
  timeoutSeconds: 10,
  next: 'end',
  headers,
  ...fields,
});

it.each([
  'Authorization',
  'authorization',
  'Cookie',
  'X-Api-Key',
  'x-apikey',
  'X-Auth-Token',
  'Proxy-Authorization',
  'X-Secret',
])('masks a literal %s', (name) => {
  expect(maskHeaders({ [name]: 'Bearer abc', 'X-Plan': 'pro' })).toEqual({ [name]: headerMask, 'X-Plan': 'pro' });
});

it('shows what names a secret, and masks what stands beside it', () => {
  const shown = {
    Authorization: 'Bearer {{ secrets.crm }}',
    Cookie: '{{secrets.crm}}',
    'X-Token': '{{ secrets.crm | base64_encode }}',
  };
  expect(maskHeaders(shown)).toEqual(shown);
  for (const value of ['Bearer abc{{ secrets.crm }}', '{{ secrets.crm | append: "abc" }}', '{{ attributes.token }}']) {
    expect(maskHeaders({ Authorization: value })).toEqual({ Authorization: headerMask });
  }
});

it('puts a stored value back where the mask is sent back', () => {
  const stored = [call({ Authorization: 'Bearer abc', 'X-Plan': 'pro' })];
  const sent = [call({ authorization: headerMask, 'X-Plan': 'starter' }, { url: 'https://crm.example/other' })];
  const expected = [call({ authorization: 'Bearer abc', 'X-Plan': 'starter' }, { url: 'https://crm.example/other' })];
  expect(restoreHeaders(sent, stored)).toEqual({ steps: expected, problems: [] });
  expect(restoreHeaders(maskSteps(stored), stored)).toEqual({ steps: stored, problems: [] });
});

it('sends a stored value to no other host, step or header', () => {
  const stored = [call({ Authorization: 'Bearer abc' })];
  for (const [sent, reason] of [
    [call({ Authorization: headerMask }, { url: 'https://mallory.example/hook' }), /another host/],
    [call({ Authorization: headerMask }, { url: 'http://crm.example/hook' }), /another host/],
    [call({ Authorization: headerMask }, { id: 'other' }), /no stored value/],
    [call({ 'X-Debug': headerMask }), /no stored value/],
  ] as const) {
    const { problems } = restoreHeaders([sent], stored);
    expect(problems).toEqual([
      { path: expect.stringMatching(/^steps\.0\.headers\./), message: expect.stringMatching(reason) },
    ]);
  }
});
