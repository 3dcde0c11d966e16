import fc from 'fast-check';
import { compileLinear } from '../../../domain/experiments/linear-expression';
import { patternProblem } from '../../../domain/experiments/pattern-problem';
import { runs } from '../../support/thorough';

const problem = (source: string): string | null => patternProblem(`re:${source}`);

describe('patternProblem', () => {
  it.each([
    '',
    '^/pricing$',
    '^/blog/\\d+$',
    '^https?://(www\\.)?example\\.com/[^/]+/.*$',
    '^/(en|de|fr)/products/[^/?]+/reviews/?$',
    '^/[a-z]{2}-[A-Z]{2}/',
    '[?&]plan=(?:pro|team)(&|$)',
    '.*checkout.*',
    '^.*foo',
    '^/(?:docs(?:/.*)?)?$',
    '^/[(+*]+$',
    '^/{a}$',
    '^/[\\w-]+/[-_a-z\\d]*\\.html\\b',
    '^/[^\\s\\/]{3,}$',
    '\\x2f\\-\\[',
    '[.-9]',
  ])('accepts %j', (source) => {
    expect(problem(source)).toBeNull();
  });

  it.each([
    ['a lookahead', '^(?=a)b', /only the groups "\(…\)" and "\(\?:…\)"/],
    ['a lookbehind', '(?<=a)b', /only/],
    ['a flag', '(?i)a', /only/],
    ['a group with a flag', '(?i:a)', /only/],
    ['a named group of JavaScript', '(?<name>a)', /only/],
    ['a named group of RE2', '(?P<name>a)', /only/],
    ['a back reference', '^(a)\\1$', /interpret differently/],
    ['the beginning of text of RE2', '\\Aa', /interpret differently/],
    ['the end of text of RE2', 'a\\z', /interpret differently/],
    ['the end of text of others', 'a\\Z', /interpret differently/],
    ['a quotation of RE2', '\\Qa\\E', /interpret differently/],
    ['a class of Unicode', '\\pN', /interpret differently/],
    ['a property of Unicode', '\\p{Greek}', /interpret differently/],
    ['an escape of JavaScript', '\\u0041', /interpret differently/],
    ['an escape of RE2', '\\x{41}', /interpret differently/],
    ['an octal escape', '\\041', /interpret differently/],
    ['a control character', '\\cA', /interpret differently/],
    ['a POSIX class', '[[:alpha:]]', /interpret differently/],
    ['an empty class', '[]', /interpret differently/],
    ['a class that begins with its end', '[]a]', /interpret differently/],
    ['anything at all of JavaScript', '[^]', /interpret differently/],
    ['a hyphen after a class', '[\\w-.]', /Put a hyphen/],
    ['a hyphen after a range', '[a-c-e]', /Put a hyphen/],
    ['a range the wrong way round', '[z-a]', /Put a hyphen/],
    ['a repeated repetition', 'a**', /nothing to repeat/],
    ['a possessive repetition', 'a*+', /nothing to repeat/],
    ['a repeated anchor', '^*a', /nothing to repeat/],
    ['an open count', 'a{,5}', /interpret differently/],
    ['limits the wrong way round', 'a{3,2}', /minimum above its maximum/],
    ['an open group', '(a', /without a matching "\)"/],
    ['a closed group', 'a)', /without a matching "\("/],
    ['nested repetitions', '^(a+)+$', /exponentially long/],
    ['too many choices', 'a?'.repeat(20), /exponentially long/],
    ['repetitions that share text', 'a.*a.*x', /is slow to match/],
    ['repetitions that share text', '.*foo.*bar', /is slow to match.*wildcards/],
    ['repetitions that share text after ^', '^x*x*y', /is slow to match/],
    ['large counts', 'a{101}', /at most 100/],
    ['large repetitions', '[ab]{100}[bc]{100}[cd]{100}', /longer than 250/],
    ['repetitions in repetitions', '(?:(?:abcde){10}){10}', /exponentially long|longer than 250/],
    ['a space', '^/a b$', /"%20"/],
    ['a character that addresses encode', '^/café$', /"%C3%A9"/],
    ['half a character', '^/\ud800$', /percent-encoded/],
    ['more than 200 characters', 'a'.repeat(201), /longer than 200/],
  ])('rejects %s: %j', (_what, source, message) => {
    expect(problem(source)).toMatch(message);
  });

  it('accepts patterns without an expression', () => {
    expect(patternProblem('/café (?=*')).toBeNull();
  });

  const piece = fc.constantFrom(
    ...[
      'a',
      'b',
      'B',
      '1',
      '_',
      '-',
      '/',
      '.',
      ',',
      '=',
      '&',
      '^',
      '$',
      '|',
      '(',
      ')',
      '(?:',
      '(?',
      '[',
      ']',
      '[^',
      '{',
      '}',
    ],
    ...[
      '*',
      '+',
      '?',
      '*?',
      '+?',
      '??',
      '{2}',
      '{0,2}',
      '{1,}',
      '{,2}',
      '{2,1}',
      '{0}',
      '\\',
      '\\d',
      '\\D',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
    ],
    ...[
      '\\b',
      '\\B',
      '\\/',
      '\\.',
      '\\-',
      '\\]',
      '\\x61',
      '\\1',
      '\\A',
      '\\z',
      '\\p{L}',
      '\\cA',
      '\\u0061',
      '\\_',
      '(?i)',
      '[:alpha:]',
    ],
    ...[
      'a-b',
      'a-',
      '-b',
      '[a-b]',
      '[^a]',
      '[\\w-]',
      '[b-a]',
      '[\\d-a]',
      '&&',
      '--',
      '(a|b)',
      '(?:a|)',
      '()',
      'a*',
      '[^/]+',
      '.*',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab1B_-/.,=&^$|()[]{}*+?\\:'), maxLength: 12 }),
    fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
  );

  it('accepts only expressions that match the same text in both engines', () => {
    let taken = 0;
    const sources = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(sources, fc.array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
        if (problem(source) !== null) return;
        taken += 1;
        const inBrowser = new RegExp(source);
        const onService = compileLinear(source);
        const differing = texts.filter((one) => onService?.(one) !== inBrowser.test(one));
        expect(differing).toEqual([]);
      }),
      { numRuns: runs(500, 50_000) },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('accepts only expressions that match the same text in both engines, for any characters', () => {
    const sources = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 6,
    });
    fc.assert(
      fc.property(sources, fc.array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
        if (problem(source) !== null) return;
        const inBrowser = new RegExp(source);
        const onService = compileLinear(source);
        // Add texts that are likely to match the expression.
        const all = [...texts, source, `a${source}b`];
        expect(all.filter((one) => onService?.(one) !== inBrowser.test(one))).toEqual([]);
      }),
      { numRuns: runs(500, 50_000) },
    );
  });
});
