import { loadApiSettings, SettingsError } from '../config';

const secret = 'a secret of the test';
const required = {
  DATABASE_URL: 'postgres://127.0.0.1/apex',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  SES_ENDPOINT: 'http://mail_sink:8005',
  LINK_SECRET: secret,
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
};
const load = (settings: NodeJS.ProcessEnv) => loadApiSettings({ ...required, ...settings });

describe.each(['PUBLIC_URL', 'TEMPORAL_UI_URL', 'SES_ENDPOINT'] as const)('%s', (name) => {
  test.each([
    ['https://apex.example.com', 'https://apex.example.com'],
    ['HTTPS://Apex.Example.com:443//', 'https://apex.example.com'],
    ['https://bücher.example/apex/', 'https://xn--bcher-kva.example/apex'],
    ['http://mail_sink:8005', 'http://mail_sink:8005'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    ['https://exa\nmple.com', 'https://example.com'],
  ])('takes %j as %s', (given, kept) => {
    expect(load({ [name]: given })[name]).toBe(kept);
  });

  test.each([
    'https://a;script-src',
    'https://a,b',
    'https://*',
    'https://%2A',
    "https://a/x'",
    'https://a/x>,<mailto:b@example.com',
    'https://a/x;y',
    'https://a/x?y',
    'https://a/#x',
    'https://user:password@a',
    'ftp://a',
    'a',
  ])('refuses %s', (given) => {
    expect(() => load({ [name]: given })).toThrow(SettingsError);
    expect(() => load({ [name]: given })).toThrow(name);
  });
});

test('SES_ENDPOINT may be "aws"', () => {
  expect(load({ SES_ENDPOINT: 'aws' }).SES_ENDPOINT).toBe('aws');
});

test('MAIL_FROM is one line', () => {
  expect(load({ MAIL_FROM: 'Bücher <hello@acme.example>' }).MAIL_FROM).toBe('Bücher <hello@acme.example>');
  expect(() => load({ MAIL_FROM: 'Apex <hello@acme.example>\r\nBcc: x@y.example' })).toThrow('MAIL_FROM');
});
