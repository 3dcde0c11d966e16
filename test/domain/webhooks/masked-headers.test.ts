import type { JourneyStep } from '../../../domain/journeys/schemas';
import { headerMask } from '../../../domain/webhooks/header-mask';
import { maskHeaders, maskSteps, restoreHeaders } from '../../../domain/webhooks/masked-headers';

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

it('shows references to secrets, and masks a value with other text', () => {
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

it('restores a stored value if the mask is sent back', () => {
  const stored = [call({ Authorization: 'Bearer abc', 'X-Plan': 'pro' })];
  const sent = [call({ authorization: headerMask, 'X-Plan': 'starter' }, { url: 'https://crm.example/other' })];
  const expected = [call({ authorization: 'Bearer abc', 'X-Plan': 'starter' }, { url: 'https://crm.example/other' })];
  expect(restoreHeaders(sent, stored)).toEqual({ steps: expected, problems: [] });
  expect(restoreHeaders(maskSteps(stored), stored)).toEqual({ steps: stored, problems: [] });
});

it('does not restore a stored value for another host, step or header', () => {
  const stored = [call({ Authorization: 'Bearer abc' })];
  for (const [sent, reason] of [
    [call({ Authorization: headerMask }, { url: 'https://mallory.example/hook' }), /different host/],
    [call({ Authorization: headerMask }, { url: 'http://crm.example/hook' }), /different host/],
    [call({ Authorization: headerMask }, { id: 'other' }), /no stored value/],
    [call({ 'X-Debug': headerMask }), /no stored value/],
  ] as const) {
    const { problems } = restoreHeaders([sent], stored);
    expect(problems).toEqual([
      { path: expect.stringMatching(/^steps\.0\.headers\./), message: expect.stringMatching(reason) },
    ]);
  }
});

describe('credentials in a URL', () => {
  const at = (url: string, fields: Record<string, unknown> = {}) => call({}, { url, ...fields });
  const stored = [at('https://ada:s3cret@crm.example/hook?a=1')];
  const shown = `https://${headerMask}@crm.example/hook?a=1`;

  it('are masked, and restored if the mask is sent back', () => {
    expect(maskSteps(stored)).toEqual([at(shown)]);
    expect(restoreHeaders(maskSteps(stored), stored)).toEqual({ steps: stored, problems: [] });
    const moved = restoreHeaders([at(shown.replace('hook', 'other'))], stored);
    expect(moved).toEqual({ steps: [at('https://ada:s3cret@crm.example/other?a=1')], problems: [] });
    const keyed = [at('https://t%40ken@crm.example/')];
    expect(maskSteps(keyed)).toEqual([at(`https://${headerMask}@crm.example/`)]);
    expect(restoreHeaders([at(`https://${headerMask}@crm.example/other`)], keyed).steps).toEqual([
      at('https://t%40ken@crm.example/other'),
    ]);
  });

  it('are kept as stored, also without headers', () => {
    expect(restoreHeaders(stored, stored)).toEqual({ steps: stored, problems: [] });
    const bare = [at('https://ada:s3cret@crm.example/', { headers: undefined })];
    expect(restoreHeaders(maskSteps(bare), bare)).toEqual({ steps: bare, problems: [] });
  });

  it.each([
    ['new ones', at('https://ada:other@crm.example/hook'), /user or password.*Authorization.*secrets/],
    ['those of another step', at('https://ada:s3cret@crm.example/hook', { id: 'other' }), /user or password/],
    ['those of another host', at('https://ada:s3cret@mallory.example/'), /user or password/],
    ['a user alone', at('https://token@crm.example/'), /user or password/],
    ['a mask for another host', at(`https://${headerMask}@mallory.example/`), /different host/],
    ['a mask for another port', at(`https://${headerMask}@crm.example:8443/`), /different host/],
    ['a mask for nothing', at(shown, { id: 'other' }), /no stored credentials/],
  ])('%s are rejected', (_, sent, message) => {
    const { problems } = restoreHeaders([sent], stored);
    expect(problems).toEqual([{ path: 'steps.0.url', message: expect.stringMatching(message) }]);
  });
});
