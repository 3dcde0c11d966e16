import fc from 'fast-check';
import { scopeOf, variableProblems } from '../../../domain/email/variables';

const pathsOf = (variables: Record<string, unknown>) => variableProblems(variables).map(({ path }) => path);

describe('variables', () => {
  it('are available in snake_case, in camelCase and as given, also below dotted keys', () => {
    const url = 'https://a.example/';
    expect({ ...scopeOf({ first_name: 'a', resetUrl: url, userID: 'c' }) }).toEqual({
      first_name: 'a',
      firstName: 'a',
      reset_url: url,
      resetUrl: url,
      user_id: 'c',
      userId: 'c',
      userID: 'c',
    });
    expect(JSON.parse(JSON.stringify(scopeOf({ 'plan.tier_name': 1, plan: { until: true } })))).toEqual({
      plan: { tier_name: 1, tierName: 1, until: true },
    });
  });

  it('are text, numbers, booleans and objects of those', () => {
    expect(pathsOf({ a: '', b: 0, c: false, d: { e: 'x', f: { g: 1 } } })).toEqual([]);
    expect(pathsOf({ a: null, b: [1], c: { d: [2] }, e: undefined })).toEqual(['a', 'b', 'c.d', 'e']);
  });

  it('may be given twice only with the same value', () => {
    expect(pathsOf({ first_name: 'a', firstName: 'a', 'b.c': 1, b: { c: 1 } })).toEqual([]);
    expect(pathsOf({ first_name: 'a', firstName: 'b' })).toEqual(['firstName']);
    expect(pathsOf({ 'b.c': 1, b: { c: 2 } })).toEqual(['b.c']);
    expect(pathsOf({ b: 1, 'b.c': 2 })).toEqual(['b.c']);
    expect(pathsOf({ b: { c: 2 }, 'b.c.d': 2 })).toEqual(['b.c.d']);
  });

  it.each([
    '/x',
    'example.com',
    'javascript:alert(1)',
    'ftp://a.example',
    'https://a b',
    'https://"x',
    '',
    'https://',
    7,
  ])('with names ending in _url must be absolute URLs: rejects %j', (value) => {
    expect(pathsOf({ reset_url: value })).toEqual(['reset_url']);
    expect(pathsOf({ ctaUrl: value })).toEqual(['ctaUrl']);
    expect(pathsOf({ links: { shop_url: value } })).toEqual(['links.shop_url']);
  });

  it.each([
    "https://a.example/?q=O'Brien",
    'https://a.example/(1)!*|',
    'https://a.example/?q=a b',
    'HTTPS://bücher.example',
  ])('with names ending in _url accept %j', (reset_url) => {
    expect(pathsOf({ reset_url })).toEqual([]);
  });

  it('reject names that are empty, too long or prototype properties', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"x": 1}, "constructor": 1, "a.prototype": 1, "": 1, "a..b": 1}',
    ) as object;
    expect(variableProblems(hostile as Record<string, unknown>)).toHaveLength(5);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(pathsOf({ ['k'.repeat(101)]: 1 })).toHaveLength(1);
  });

  it('are limited in depth, number and size', () => {
    expect(pathsOf({ a: { b: { c: { d: { e: 1 } } } } })).toEqual([]);
    expect(pathsOf({ a: { b: { c: { d: { e: { f: 1 } } } } } })).toEqual(['a.b.c.d.e.f']);
    expect(pathsOf({ 'a.b.c.d.e.f': 1 })).toHaveLength(1);
    expect(pathsOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1])))).toEqual(['']);
    expect(pathsOf({ a: 'x'.repeat(200_001) })).toEqual(['']);
  });

  it('of any kind never cause an exception', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>), (variables) => {
        if (variableProblems(variables).length === 0) scopeOf(variables);
      }),
    );
  });
});
