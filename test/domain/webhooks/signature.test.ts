import { createHmac } from 'node:crypto';
import { signWebhook, webhookSecret } from '../../../domain/webhooks/signature';

const secret = webhookSecret('a secret of the service', 'wsp_01arz');

describe('webhookSecret', () => {
  it('is 256 bits in hex, and the same each time', () => {
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(webhookSecret('a secret of the service', 'wsp_01arz')).toBe(secret);
  });

  it('differs by workspace and by installation', () => {
    expect(webhookSecret('a secret of the service', 'wsp_02arz')).not.toBe(secret);
    expect(webhookSecret('another secret', 'wsp_01arz')).not.toBe(secret);
  });
});

describe('signWebhook', () => {
  it('is a version and the hex HMAC of timestamp, dot and body', () => {
    const expected = createHmac('sha256', secret).update('1767603600.{"name":"Zoë"}').digest('hex');
    expect(signWebhook(secret, 1_767_603_600, '{"name":"Zoë"}')).toBe(`v1=${expected}`);
  });

  it('signs an empty body', () => {
    expect(signWebhook(secret, 1, '')).toBe(`v1=${createHmac('sha256', secret).update('1.').digest('hex')}`);
  });

  it('differs by body, timestamp and secret, and separates timestamp from body', () => {
    const signatures = [
      signWebhook(secret, 1, 'a'),
      signWebhook(secret, 1, 'b'),
      signWebhook(secret, 2, 'a'),
      signWebhook(secret, 1, '1.a'),
      signWebhook('other', 1, 'a'),
    ];
    expect(new Set(signatures).size).toBe(signatures.length);
  });
});
