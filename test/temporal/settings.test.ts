import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadJourneysSettings } from '../../config';
import { loadStackSettings, temporalEnvironment } from '../../dev/stack-settings';
import { isTlsOn } from '../../temporal/settings';
import { createCertificates } from '../support/certificates';

const certificates = createCertificates();
const authority = certificates.createAuthority('authority');
const client = authority.issue('client');
const other = authority.issue('other');
const text = path.join(certificates.folder, 'text');
const damaged = path.join(certificates.folder, 'damaged');
const encrypted = path.join(certificates.folder, 'encrypted');

beforeAll(() => {
  writeFileSync(text, 'no PEM at all');
  writeFileSync(damaged, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  execFileSync('openssl', ['pkey', '-in', client.key, '-aes256', '-passout', 'pass:secret', '-out', encrypted]);
});

afterAll(() => certificates.remove());

const given = { DATABASE_URL: 'postgres://localhost/apex', TEMPORAL_ADDRESS: 'temporal.example:7233' };
const load = (settings: NodeJS.ProcessEnv) => loadJourneysSettings({ ...given, ...settings });
const pair = { TEMPORAL_TLS_CERT: client.certificate, TEMPORAL_TLS_KEY: client.key };

test.each<[string, NodeJS.ProcessEnv, boolean]>([
  ['nothing', {}, false],
  ['off', { TEMPORAL_TLS: 'off' }, false],
  ['on', { TEMPORAL_TLS: 'on' }, true],
  ['an authority', { TEMPORAL_TLS_CA: authority.certificate }, true],
  ['a pair', pair, true],
  ['a name', { TEMPORAL_TLS_SERVER_NAME: 'temporal.internal' }, true],
  ['a name beside off', { TEMPORAL_TLS: 'off', TEMPORAL_TLS_SERVER_NAME: 'temporal.internal' }, true],
  ['a key for this machine', { TEMPORAL_ADDRESS: '127.0.0.1:7233', TEMPORAL_API_KEY: 'key' }, false],
  ['a key with leave to send it in clear text', { TEMPORAL_TLS: 'off', TEMPORAL_API_KEY: 'key' }, false],
  ['a key with TLS', { TEMPORAL_TLS: 'on', TEMPORAL_API_KEY: 'key' }, true],
])('with %s', (_, settings, isOn) => {
  expect(isTlsOn(load(settings))).toBe(isOn);
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  [
    'a missing file',
    { TEMPORAL_TLS_CA: '/does/not/exist' },
    'TEMPORAL_TLS_CA cannot be read (ENOENT): /does/not/exist',
  ],
  ['a folder', { TEMPORAL_TLS_CA: certificates.folder }, 'TEMPORAL_TLS_CA cannot be read (EISDIR)'],
  ['text', { TEMPORAL_TLS_CA: text }, 'TEMPORAL_TLS_CA is not a PEM file with a certificate'],
  ['a damaged certificate', { TEMPORAL_TLS_CA: damaged }, 'TEMPORAL_TLS_CA is not a PEM file with a certificate'],
  ['a key for a certificate', { ...pair, TEMPORAL_TLS_CERT: client.key }, 'TEMPORAL_TLS_CERT is not a PEM file with a'],
  [
    'a certificate for a key',
    { ...pair, TEMPORAL_TLS_KEY: client.certificate },
    'TEMPORAL_TLS_KEY is not a PEM file with',
  ],
  ['an encrypted key', { ...pair, TEMPORAL_TLS_KEY: encrypted }, 'TEMPORAL_TLS_KEY must not be encrypted'],
  ['the key of another', { ...pair, TEMPORAL_TLS_KEY: other.key }, 'TEMPORAL_TLS_KEY does not match TEMPORAL_TLS_CERT'],
  ['a key alone', { TEMPORAL_TLS_KEY: client.key }, 'TEMPORAL_TLS_KEY needs TEMPORAL_TLS_CERT'],
  ['a certificate alone', { TEMPORAL_TLS_CERT: client.certificate }, 'TEMPORAL_TLS_CERT needs TEMPORAL_TLS_KEY'],
  ['another switch', { TEMPORAL_TLS: 'yes' }, 'TEMPORAL_TLS must be one of: on, off'],
  ['a URL for a name', { TEMPORAL_TLS_SERVER_NAME: 'https://x' }, 'TEMPORAL_TLS_SERVER_NAME must be a host name'],
  ['an API key of two lines', { TEMPORAL_API_KEY: 'se\ncret' }, 'TEMPORAL_API_KEY must be printable ASCII'],
  ['an API key in clear text', { TEMPORAL_API_KEY: 'secret' }, 'TEMPORAL_API_KEY would be sent without encryption'],
])('%s stops the start with one line', (_, settings, line) => {
  const problem = expect(() => load(settings));
  problem.toThrow(`Wrong settings: ${line}`);
  problem.toThrow(/^[^\n]+$/);
  problem.not.toThrow(/se\s?cret/);
});

describe('npm start', () => {
  const access = { TEMPORAL_API_KEY: 'key', TEMPORAL_TLS_CA: path.basename(authority.certificate) };
  const start = (settings: NodeJS.ProcessEnv) =>
    temporalEnvironment(loadStackSettings({ ...access, ...settings }, certificates.folder));

  test('passes settings of an external server on, with paths that work in every folder', () => {
    expect(start({ TEMPORAL_ADDRESS: 'temporal.example:7233' })).toMatchObject({
      TEMPORAL_API_KEY: 'key',
      TEMPORAL_TLS_CA: authority.certificate,
    });
  });

  test('reaches its own server, which is fair, without them', () => {
    const { TEMPORAL_FAIRNESS: fairness, ...access } = start({});
    expect(new Set(Object.values(access))).toEqual(new Set(['']));
    expect(fairness).toBe('on');
  });
});
