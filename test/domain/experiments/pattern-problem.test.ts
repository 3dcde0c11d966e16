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
  ])('takes %j', (source) => {
    expect(problem(source)).toBeNull();
  });

  it.each([
    ['a lookahead', '^(?=a)b', /only "\(…\)" and "\(\?:…\)"/],
    ['a lookbehind', '(?<=a)b', /only/],
    ['a flag', '(?i)a', /only/],
    ['a group with a flag', '(?i:a)', /only/],
    ['a named group of JavaScript', '(?<name>a)', /only/],
    ['a named group of RE2', '(?P<name>a)', /only/],
    ['a back reference', '^(a)\\1$', /read differently/],
    ['the beginning of text of RE2', '\\Aa', /read differently/],
    ['the end of text of RE2', 'a\\z', /read differently/],
    ['the end of text of others', 'a\\Z', /read differently/],
    ['a quotation of RE2', '\\Qa\\E', /read differently/],
    ['a class of Unicode', '\\pN', /read differently/],
    ['a property of Unicode', '\\p{Greek}', /read differently/],
    ['an escape of JavaScript', '\\u0041', /read differently/],
    ['an escape of RE2', '\\x{41}', /read differently/],
    ['an octal escape', '\\041', /read differently/],
    ['a control character', '\\cA', /read differently/],
    ['a POSIX class', '[[:alpha:]]', /read differently/],
    ['an empty class', '[]', /read differently/],
    ['a class that begins with its end', '[]a]', /read differently/],
    ['anything at all of JavaScript', '[^]', /read differently/],
    ['a hyphen after a class', '[\\w-.]', /a hyphen stands/],
    ['a hyphen after a range', '[a-c-e]', /a hyphen stands/],
    ['a range the wrong way round', '[z-a]', /a hyphen stands/],
    ['a repeated repetition', 'a**', /nothing to repeat/],
    ['a possessive repetition', 'a*+', /nothing to repeat/],
    ['a repeated anchor', '^*a', /nothing to repeat/],
    ['an open count', 'a{,5}', /read differently/],
    ['limits the wrong way round', 'a{3,2}', /wrong way round/],
    ['an open group', '(a', /without its "\)"/],
    ['a closed group', 'a)', /without its "\("/],
    ['nested repetitions', '^(a+)+$', /exponentially long/],
    ['too many choices', 'a?'.repeat(20), /exponentially long/],
    ['repetitions that share text', 'a.*a.*x', /is slow to match/],
    ['repetitions that share text', '.*foo.*bar', /is slow to match.*wildcards/],
    ['repetitions that share text after ^', '^x*x*y', /is slow to match/],
    ['large counts', 'a{101}', /at most 100/],
    ['large repetitions', '[ab]{100}[bc]{100}[cd]{100}', /more than 250/],
    ['repetitions in repetitions', '(?:(?:abcde){10}){10}', /exponentially long|more than 250/],
    ['a space', '^/a b$', /"%20"/],
    ['a character that addresses encode', '^/café$', /"%C3%A9"/],
    ['half a character', '^/\ud800$', /percent-encoded/],
    ['more than 200 characters', 'a'.repeat(201), /longer than 200/],
  ])('refuses %s: %j', (_what, source, message) => {
    expect(problem(source)).toMatch(message);
  });

  it('takes patterns without an expression', () => {
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

  it('takes only what both engines find in the same text', () => {
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

  it('takes only what both engines find in the same text, of any characters', () => {
    const sources = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 6,
    });
    fc.assert(
      fc.property(sources, fc.array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
        if (problem(source) !== null) return;
        const inBrowser = new RegExp(source);
        const onService = compileLinear(source);
        // Text that is likely to hold what the expression names.
        const all = [...texts, source, `a${source}b`];
        expect(all.filter((one) => onService?.(one) !== inBrowser.test(one))).toEqual([]);
      }),
      { numRuns: runs(500, 50_000) },
    );
  });
});
