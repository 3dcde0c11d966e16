import { compileConversions, type ConversionDefinition, type MatchedEvent } from '../../../domain/conversions/match';

const definition = (given: Partial<ConversionDefinition>): ConversionDefinition => ({
  id: 'one',
  type: 'custom_event',
  eventType: given.type ?? 'purchase',
  urlPattern: null,
  selector: null,
  conditions: {},
  ...given,
});

const event = (given: Partial<MatchedEvent>): MatchedEvent => ({
  type: 'purchase',
  url: 'https://shop.example.com/thanks?order=7',
  data: {},
  ...given,
});

const matches = (given: Partial<ConversionDefinition>, of: Partial<MatchedEvent>): boolean =>
  compileConversions([definition(given)])(event(of)).length === 1;

const clickOn = (data: MatchedEvent['data']): Partial<MatchedEvent> => ({ type: 'click', data });

it('returns the conversions that an event completes, in definition order', () => {
  const match = compileConversions([
    definition({ id: 'purchase' }),
    definition({ id: 'signup', eventType: 'signed_up' }),
    definition({ id: 'purchase in the shop', urlPattern: 'shop.example.com/*' }),
    definition({ id: 'purchase elsewhere', urlPattern: 'other.example.com/*' }),
  ]);
  expect(match(event({}))).toEqual(['purchase', 'purchase in the shop']);
  expect(match(event({ type: 'signed_up' }))).toEqual(['signup']);
  expect(match(event({ type: 'constructor' }))).toEqual([]);
});

it.each([
  ['/thanks', true],
  ['/thanks?order=*', true],
  ['/thanks?order=8', false],
  ['https://shop.example.com/thanks', true],
  ['/thank', false],
  ['re:^/thanks\\?order=\\d+$', true],
])('compares the URL with the pattern %s', (urlPattern, expected) => {
  expect(matches({ urlPattern }, {})).toBe(expected);
});

it.each(['https://spa.test/app#/thanks', 're:#/thanks$'])('compares the fragment with the pattern %s', (urlPattern) => {
  const routes = ['home', 'pricing', 'cart', 'thanks'];
  const isMatch = (route: string): boolean => matches({ urlPattern }, { url: `https://spa.test/app#/${route}` });
  expect(routes.filter(isMatch)).toEqual(['thanks']);
});

it('an event without a URL matches no URL pattern', () => {
  expect(matches({ urlPattern: '*' }, { url: null })).toBe(false);
  expect(matches({}, { url: null })).toBe(true);
});

it.each([
  [{ plan: 'pro' }, { plan: 'pro', seats: 3 }, true],
  [{ plan: 'pro', seats: 3 }, { plan: 'pro', seats: 3 }, true],
  [{ plan: 'pro', seats: 3 }, { plan: 'pro', seats: '3' }, false],
  [{ plan: 'pro' }, { plan: 'Pro' }, false],
  [{ plan: 'pro' }, {}, false],
  [{ plan: null }, {}, false],
  [{ plan: null }, { plan: null }, true],
  [{ 'cart.total': 5 }, { cart: { total: 5 } }, true],
  [{ 'cart.total': 5 }, { 'cart.total': 5, cart: { total: 6 } }, true],
  [{ tags: ['a', 'b'] }, { tags: ['a', 'b'] }, true],
  [{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }, false],
  [{ tags: { 0: 'a' } }, { tags: ['a'] }, false],
  [{ cart: { total: 5 } }, { cart: { total: 5, tax: 1 } }, false],
  [{ toString: 1 }, {}, false],
])('compares %j with data %j: %s', (conditions, data, expected) => {
  expect(matches({ conditions }, { data })).toBe(expected);
});

it('treats the seconds of engaged time as a minimum', () => {
  const counts = (seconds: unknown): boolean =>
    matches(
      { type: 'engaged_time', conditions: { seconds: 20 } },
      { type: 'engaged_time', data: { seconds } as never },
    );
  expect([19.9, 20, 30, '30', undefined].map(counts)).toEqual([false, true, true, false, false]);
  expect(matches({ conditions: { seconds: 20 } }, { data: { seconds: 30 } })).toBe(false);
});

describe('engaged time on a page', () => {
  /** Indexes of the events that complete the conversion, by the seconds of each event. */
  const counting = (least: number, parts: number[]): number[] => {
    let tenths = 0;
    return parts.flatMap((seconds, index) => {
      tenths += Math.round(seconds * 10);
      const data = { seconds, totalSeconds: tenths / 10 };
      const given = { type: 'engaged_time', conditions: { seconds: least } } as const;
      return matches(given, { type: 'engaged_time', data }) ? [index] : [];
    });
  };

  it.each([
    [60, [30, 30, 30], [1]],
    [60, [30, 29.9, 30.1, 30], [2]],
    [30, [30, 30.1, 30.3], [0]],
    [60.1, [30.2, 29.9, 0.1], [1]],
    [20, [30, 30], [0]],
    [100, [30, 30, 30], []],
    [0, [4, 30], [0]],
  ])('a minimum of %s seconds in parts of %j is reached once, at %j', (least, parts, expected) => {
    expect(counting(least, parts)).toEqual(expected);
  });

  it('is reached exactly once wherever the parts meet', () => {
    for (let least = 1; least <= 60; least += 0.5)
      expect(counting(least, [0.1, 0.7, 10.3, 19.9, 0.3, 8.7, 30])).toHaveLength(1);
  });

  it('uses the event’s own seconds if the total is invalid', () => {
    const given = { type: 'engaged_time', conditions: { seconds: 20 } } as const;
    const data = { seconds: 30, totalSeconds: '10' };
    expect(matches(given, { type: 'engaged_time', data })).toBe(true);
    expect(matches(given, { type: 'engaged_time', data: { totalSeconds: 30 } })).toBe(false);
  });
});

describe('clicks', () => {
  const data = {
    tag: 'button',
    id: undefined as never,
    classes: ['primary', 'large', 'wide', 'buy'],
    path: 'body-frame > main.page > form#signup > div.row > button.primary.large.wide',
  };

  it.each([
    ['button', true],
    ['BUTTON', true],
    ['.primary', true],
    ['.buy', true],
    ['button.primary.buy', true],
    ['button.secondary', false],
    ['a', false],
    ['*', true],
    ['#signup', false],
    ['#signup button', true],
    ['#signup .buy', true],
    ['#signup > button', false],
    ['form#signup > .row > button', true],
    ['main form button.primary', true],
    ['main > form button', true],
    ['form main button', false],
    ['main div > button', true],
    ['div div button', false],
    ['a.buy, form .buy', true],
    ['a.buy, form a', false],
    ['#signup>button,#signup  >  div>button', true],
  ])('selector %s: %s', (selector, expected) => {
    expect(matches({ type: 'click', selector }, clickOn(data))).toBe(expected);
  });

  it('reads escapes and ids that are not identifiers', () => {
    const odd = { tag: 'a', id: '1:b', classes: ['md:w-1/2'], path: 'div > a#\\31 \\:b' };
    expect(matches({ type: 'click', selector: '#\\31 \\:b.md\\:w-1\\/2' }, clickOn(odd))).toBe(true);
    expect(matches({ type: 'click', selector: 'div > #\\31 \\:b' }, clickOn(odd))).toBe(true);
  });

  it('uses only the element if its path is truncated or missing', () => {
    const cut = { tag: 'button', id: 'buy', classes: [], path: `main > section.${'x'.repeat(480)} > bu` };
    expect(matches({ type: 'click', selector: '#buy' }, clickOn(cut))).toBe(true);
    expect(matches({ type: 'click', selector: 'main #buy' }, clickOn(cut))).toBe(false);
    expect(matches({ type: 'click', selector: 'button' }, clickOn({}))).toBe(false);
    expect(matches({ type: 'click', selector: 'main > a.buy' }, clickOn({ path: 'main > a.buy' }))).toBe(true);
  });

  it('matches distant ancestors, but not ancestors outside the recorded path', () => {
    const deep = {
      tag: 'button',
      id: 'buy',
      classes: ['big'],
      path: `section.offer > ${'div > '.repeat(28)}button#buy`,
    };
    expect(matches({ type: 'click', selector: '.offer .big' }, clickOn(deep))).toBe(true);
    expect(matches({ type: 'click', selector: 'section > div #buy.big' }, clickOn(deep))).toBe(true);
    expect(matches({ type: 'click', selector: 'main #buy' }, clickOn(deep))).toBe(false);
  });

  it('compares the recorded attributes only', () => {
    const link = { tag: 'a', href: 'https://example.com/x', classes: [], path: 'p > a' };
    expect(matches({ type: 'click', selector: 'a[href="https://example.com/x"]' }, clickOn(link))).toBe(true);
    expect(matches({ type: 'click', selector: 'a[href]' }, clickOn(link))).toBe(true);
    expect(matches({ type: 'click', selector: 'a[rel]' }, clickOn(link))).toBe(false);
  });
});

it.each([
  ['form', true],
  ['#signup', true],
  ['form#signup', true],
  ['form[name=join]', true],
  ["[action='/join']", true],
  ['#other', false],
  ['main form', false],
])('matches a submitted form by %s: %s', (selector, expected) => {
  const data = { id: 'signup', name: 'join', action: '/join' };
  expect(matches({ type: 'form_submit', selector }, { type: 'form_submit', data })).toBe(expected);
});

it.each([
  ['main form#signup', true],
  ['main > form', true],
  ['form.wide.fourth', true],
  ['aside form', false],
  ['form.narrow', false],
  ['.page form[name=join]', true],
])('matches a submitted form by classes and path, %s: %s', (selector, expected) => {
  const classes = ['wide', 'second', 'third', 'fourth'];
  const data = { id: 'signup', name: 'join', action: '/join', classes, path: 'main.page > form#signup' };
  expect(matches({ type: 'form_submit', selector }, { type: 'form_submit', data })).toBe(expected);
});

describe('hostile definitions', () => {
  it('finishes quickly on expressions that cause catastrophic backtracking', () => {
    const patterns = ['re:x*x*y', 're:.*foo.*bar', 're:^(a+)+$', 're:(x|x)*y'];
    const match = compileConversions(patterns.map((urlPattern) => definition({ id: urlPattern, urlPattern })));
    // A batch of 40 events. A backtracking matcher takes 8 × 10⁹ steps for each with the first expression alone.
    for (let index = 0; index < 40; index += 1) {
      expect(match(event({ url: `/${'x'.repeat(1_900)}${index}` }))).toEqual([]);
      expect(match(event({ url: `/${'foo'.repeat(640)}${index}` }))).toEqual([]);
      expect(match(event({ url: 'a'.repeat(1_900) }))).toEqual(['re:^(a+)+$']);
    }
  });

  it('searches the ancestors once, however deep the page is', () => {
    const path = `${'div > '.repeat(99)}a`;
    const selector = `p ${'div '.repeat(98)}a`;
    for (let index = 0; index < 40; index += 1)
      expect(matches({ type: 'click', selector }, clickOn({ path, tag: 'a' }))).toBe(false);
    expect(matches({ type: 'click', selector: selector.slice(2) }, clickOn({ path, tag: 'a' }))).toBe(true);
  });
});
