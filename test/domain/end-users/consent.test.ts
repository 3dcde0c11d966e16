import { consentAfter, type Consent } from '../../../domain/end-users/consent';

const at = new Date('2026-02-01T09:30:00.000Z');
const of = (source: string, marketing = true): Consent => ({ marketing, source, at });
const given = (source: string, marketing = true) => ({ marketing, source, at: at.toISOString() });

describe('consentAfter', () => {
  it.each([
    [
      'nothing is known, and no source is given',
      null,
      { marketing: true },
      { marketing: true, source: 'api', at: null },
    ],
    ['nothing is known', null, given('form'), { marketing: true, source: 'form', at }],
    ['it is so by another source', of('default'), given('form'), { marketing: true, source: 'form', at: null }],
    ['it was so by no source', of('form'), { marketing: true }, { marketing: true, source: 'api', at: null }],
    ['it was so by the API', of('api'), { marketing: true }, { marketing: true, source: 'api', at }],
    ['the record is sent back', of('complaint', false), given('complaint', false), of('complaint', false)],
    [
      'only the answer differs',
      of('complaint', false),
      given('complaint'),
      { marketing: true, source: 'api', at: null },
    ],
    [
      'only the answer differs, of a caller',
      of('form'),
      given('form', false),
      { marketing: false, source: 'form', at: null },
    ],
    [
      'a page made the person',
      of('public_stitch', false),
      given('public_stitch', false),
      { marketing: false, source: 'api', at: null },
    ],
  ])('if %s', (_, current, change, expected) => {
    expect(consentAfter(current, change)).toEqual(expected);
  });

  it('corrects the time of a consent', () => {
    const earlier = '2020-05-05T00:00:00.000Z';
    const change = { ...given('form'), at: earlier };
    expect(consentAfter(of('form'), change)).toEqual({ marketing: true, source: 'form', at: new Date(earlier) });
  });

  it('rejects an internal source that the record does not have', () => {
    expect(consentAfter(of('default'), given('unsubscribe_link'))).toBeNull();
    expect(consentAfter(null, given('default'))).toBeNull();
  });
});
