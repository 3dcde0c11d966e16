import { loadCheckedSettings } from '../../dev/services';

const check = (environment: NodeJS.ProcessEnv) => () => loadCheckedSettings(environment, '/nowhere');

test.each([
  ['RATE_LIMITS', { RATE_LIMITS: 'maybe' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'off', NODE_ENV: 'production' }],
  ['RATE_LIMIT_READ', { RATE_LIMIT_READ: '0' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['OUTBOX_POLL_MS', { OUTBOX_POLL_MS: 'often' }],
  ['RELEASE', { TEMPORAL_VERSIONING: 'on' }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: 'no key has this form' }],
  ['SANDBOX_DOMAIN', { SANDBOX_DOMAIN: '@bad' }],
  ['DEMO', { DEMO: 'maybe' }],
])('a wrong %s is found before anything is started', (name, environment) => {
  expect(check(environment)).toThrow(name);
});

test('the settings of a first start are valid', () => {
  expect(check({})).not.toThrow();
  expect(check({ SES_ENDPOINT: 'aws', MAIL_FROM: 'Apex <hello@apex.test>', NODE_ENV: 'production' })).not.toThrow();
});

test('one error lists the wrong settings of the stack, the API and the worker, once each', () => {
  const wrong = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_READ: '1.5',
    OUTBOX_POLL_MS: 'often',
    KEY_PEPPER: 'short',
  };
  expect(check(wrong)).toThrow(
    'Wrong settings: PORT must be a whole number from 0 to 65535; KEY_PEPPER must have at least 16 characters; ' +
      'LOG_LEVEL must be one of: trace, debug, info, warn, error, fatal, silent; RATE_LIMIT_READ must be a whole number ' +
      'from 1 to 1000000; OUTBOX_POLL_MS must be a whole number from 10 to 60000. docs/SETTINGS.md lists the settings.',
  );
});
