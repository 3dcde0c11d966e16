import { compileLinear } from '../../../domain/experiments/linear-expression';

describe('compileLinear', () => {
  it.each([
    ['x*x*y', 'x'],
    ['.*foo.*bar', 'foo'],
    ['^(a+)+$', 'a'],
    ['^(a|aa)+$', 'a'],
    ['^.*.*.*.*.*!$', 'a'],
    ['(.*a){20}!', 'a'],
  ])('matches %j on long text in linear time', (source, piece) => {
    // Backtracking takes polynomial time of degree 2 to 20, or exponential time.
    expect(compileLinear(source)?.(`${piece.repeat(200_000)}?`)).toBe(false);
  });

  it('takes time linear in the text, however many states the expression has', () => {
    const found = compileLinear('(a|b)*a(a|b){100}[^ab]$');
    expect(found?.(`${'abbaab'.repeat(2_000)}${'b'.repeat(101)}`)).toBe(false);
    expect(found?.(`${'abbaab'.repeat(2_000)}a${'b'.repeat(100)}?`)).toBe(true);
  });

  it.each(['(', '(?=a)', '(?<!a)b', '(a)\\1', '\\cA', 'a{2000}', '(a{1,100}){1,100}', 'a'.repeat(1_001)])(
    'rejects %j, which then matches nothing',
    (source) => {
      expect(compileLinear(source)).toBeNull();
    },
  );

  it('caches compiled expressions and evicts the least recently used', () => {
    const first = compileLinear('^/kept-0$');
    expect(compileLinear('^/kept-0$')).toBe(first);
    for (let index = 1; index <= 300; index += 1) {
      compileLinear(`^/kept-${index}$`);
      if (index % 100 === 0) expect(compileLinear('^/kept-0$')).toBe(first);
    }
    for (let index = 301; index <= 600; index += 1) compileLinear(`^/kept-${index}$`);
    expect(compileLinear('^/kept-0$')).not.toBe(first);
  });
});
