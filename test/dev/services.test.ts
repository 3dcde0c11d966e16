import { checkServiceSettings } from '../../dev/services';
import { loadStackSettings } from '../../dev/stack-settings';

const check = (environment: NodeJS.ProcessEnv) => () =>
  checkServiceSettings(loadStackSettings(environment, '/nowhere'), environment);

test.each([
  ['RATE_LIMITS', { RATE_LIMITS: 'maybe' }],
  ['RATE_LIMITS=off', { RATE_LIMITS: 'off', NODE_ENV: 'production' }],
  ['RATE_LIMIT_READ', { RATE_LIMIT_READ: '0' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['OUTBOX_POLL_MS', { OUTBOX_POLL_MS: 'often' }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: 'no key has this form' }],
  ['SANDBOX_DOMAIN', { SANDBOX_DOMAIN: '@bad' }],
])('a wrong %s is found before anything is started', (name, environment) => {
  expect(check(environment)).toThrow(name);
});

test('the settings of a first start are valid', () => {
  expect(check({})).not.toThrow();
  expect(check({ SES_ENDPOINT: 'aws', MAIL_FROM: 'Apex <hello@apex.test>', NODE_ENV: 'production' })).not.toThrow();
});
