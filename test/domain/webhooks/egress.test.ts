import { isAllowedHost } from '../../../domain/webhooks/egress';

const allowed = (url: string, ...hosts: string[]): boolean => isAllowedHost(new URL(url), hosts);

describe('isAllowedHost', () => {
  it('allows nothing by default', () => {
    expect(allowed('https://example.com/')).toBe(false);
  });

  it('a host without a port allows every port', () => {
    expect(allowed('http://crm.internal/x', 'crm.internal')).toBe(true);
    expect(allowed('https://CRM.internal:8443/x', 'Crm.Internal')).toBe(true);
  });

  it('a host with a port allows only that port', () => {
    expect(allowed('http://crm.internal:9000/', 'crm.internal:9000')).toBe(true);
    expect(allowed('http://crm.internal:9001/', 'crm.internal:9000')).toBe(false);
    expect(allowed('http://crm.internal/', 'crm.internal:80')).toBe(true);
    expect(allowed('https://crm.internal/', 'crm.internal:443')).toBe(true);
    expect(allowed('https://crm.internal/', 'crm.internal:80')).toBe(false);
  });

  it('matches addresses in any form that a URL can have', () => {
    expect(allowed('http://2130706433:9000/', '127.0.0.1:9000')).toBe(true);
    expect(allowed('http://[::1]:9000/', '[::1]')).toBe(true);
  });

  it('matches whole host names', () => {
    for (const url of ['http://a.crm.internal/', 'http://crm.internal.evil.com/', 'http://crm.internal@evil.com/']) {
      expect(allowed(url, 'crm.internal')).toBe(false);
    }
  });
});
