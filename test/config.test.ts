import { loadApiSettings, loadWorkerSettings, SettingsError } from '../config';

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

test('one error line lists all wrong and missing settings, in plain words', () => {
  const wrong = { PORT: 'x', THREADS: '99', RATE_LIMITS: 'off', NODE_ENV: 'production', HEADERS_TIMEOUT_MS: '20000' };
  expect(() => load({ ...wrong, LINK_SECRET: '', TEMPORAL_TLS_CA: '/none.pem', SES_ENDPOINT: '' })).toThrow(
    /^Wrong settings: LINK_SECRET is not set; THREADS must be a whole number from 1 to 32; PORT must be a whole number from 0 to 65535; TEMPORAL_TLS_CA [^;]+; SES_ENDPOINT and SMTP_URL are not set: set one; RATE_LIMITS must not be off when NODE_ENV is production; HEADERS_TIMEOUT_MS must not be longer than REQUEST_TIMEOUT_MS\. "npm start" sets everything/,
  );
  const ofWorker = { WORKER_PORT: '-1', LOG_LEVEL: 'loud', REWEIGH_EVERY_SECONDS: '0' };
  expect(() => loadWorkerSettings({ ...required, ...ofWorker })).toThrow(
    /LOG_LEVEL must be one of: trace[^;]+; WORKER_PORT must be [^;]+; REWEIGH_EVERY_SECONDS must be a whole number from 1/,
  );
});
