import { scriptPaths } from '../../../domain/experiments/scripts';
import type { PatchChange } from '../../../domain/experiments/schemas';

const html = (value: string): PatchChange => ({ selector: 'h1', action: 'set', attribute: 'html', value });
const attribute = (name: string, value: string, selector = 'a.cta'): PatchChange => ({
  selector,
  action: 'set',
  attribute: name,
  value,
});

const running: [string, PatchChange][] = [
  ['a script', html('<script>alert(1)</script>')],
  ['an event handler', html('<img src=x onerror=alert(1)>')],
  ['an event handler behind a slash', html('<img/src=x/onerror=alert(1)>')],
  ['an event handler in capitals', html('<IMG SRC=x OnError = alert(1)>')],
  ['an event handler behind a quote', html('<img src="x"onerror=alert(1)>')],
  ['a script address', html('<a href="javascript:alert(1)">x</a>')],
  ['a script address in references', html('<a href="&#106;avascript&colon;alert(1)">x</a>')],
  ['a script address with a tab', html('<a href="java\tscript:alert(1)">x</a>')],
  ['a script address with a named line end', html('<a href="java&NewLine;script:alert(1)">x</a>')],
  ['html in foreign content', html('<svg><style><img src=x onerror=alert(1)></style></svg>')],
  ['a frame', html('<iframe src="https://mallory.example"></iframe>')],
  ['a base', html('<base href="https://mallory.example/">')],
  ['a comment', html('<!--><img src=x onerror=alert(1)>-->')],
  ['an attribute that is a handler', attribute('onclick', 'alert(1)')],
  ['an attribute that is a handler, in capitals', attribute('ONCLICK', 'alert(1)')],
  ['an address', attribute('href', ' JavaScript:alert(1)')],
  ['a document in an attribute', attribute('srcdoc', '<p>')],
  ['the address of scripts', attribute('src', 'https://mallory.example/x.js', 'script.late')],
  ['the base of everything', attribute('href', 'https://mallory.example/', 'head > base')],
  ['the type of data in a script', attribute('type', 'text/javascript', 'script[type="application/ld+json"]')],
  ['text for a script', attribute('html', 'alert(1)', 'script[type="text/javascript"]:not([src])')],
  ['a type that is taken away', { selector: 'script.data', action: 'remove', attribute: 'type' }],
  ['a fence that is taken away', { selector: 'iframe', action: 'remove', attribute: 'sandbox' }],
  ['a script among others', attribute('html', 'alert(1)', 'h1, main > script')],
  ['a script by a pseudo-class', attribute('html', 'alert(1)', 'head :is(h1, script)')],
  ['a script by an escape', attribute('html', 'alert(1)', 'scr\\69 pt')],
  ['a script in a namespace', attribute('html', 'alert(1)', '*|script')],
  ['a script by its type alone', attribute('src', 'https://x.example/x.js', '[type="text/javascript"]:not([src])')],
  ['a base by what it lacks', attribute('href', 'https://x.example/', '[href]:not([rel]):not(a)')],
  ['a base by its place', attribute('href', 'https://x.example/', 'head > :first-child')],
  ['an address of everything', attribute('src', 'https://x.example/', '*')],
  ['a type of everything', attribute('type', 'module', ':root [type]')],
  ['a policy of the page', attribute('content', '', 'meta[http-equiv]')],
  ['an address that is put together', { ...attribute('href', 'script:alert(1)'), action: 'append' }],
];

test.each(running)('%s can run a script', (_, patch) => {
  expect(scriptPaths([{}, { patch: [html('<b>Hi</b>'), patch] }])).toEqual(['1.patch']);
  expect(scriptPaths([{ patch }])).toEqual(['0.patch']);
});

test.each([
  ['text', html('Buy on Monday, save twice')],
  ['plain elements', html('<p class="on sale"><a href="https://shop.example.com/?on=1">Go</a><br/></p>')],
  ['an address', attribute('href', 'https://shop.example.com/')],
  ['a picture', attribute('src', '/new.png', 'img.hero')],
  ['a class', attribute('class', 'script')],
  ['text by an id', attribute('html', 'Buy', '#hero')],
  ['text by a class', attribute('html', 'Buy', '.cta')],
  ['text by a place', attribute('html', 'Buy', 'main > :first-child')],
  ['text behind a script', attribute('html', 'Buy', 'script + h1')],
  ['an address by an id', attribute('href', '/buy', '#buy')],
  ['an address by a class', attribute('src', '/new.png', 'main > .hero:not(.old)')],
  ['an address by data', attribute('href', '/buy', '[data-test="buy"]')],
  ['an address by several', attribute('href', '/buy', ':is(.cta, a)')],
  ['a type of a button', attribute('type', 'button', 'form button')],
  ['the width of a frame', attribute('width', '640', 'iframe.video')],
  ['a selector that browsers alone read', attribute('html', 'Buy', 'li:nth-child(2 of .plan)')],
  ['what is removed', { selector: 'a', action: 'remove', attribute: 'onclick' } as const],
])('%s cannot run a script', (_, patch) => {
  expect(scriptPaths([{ patch }, {}])).toEqual([]);
});

test('js runs a script unless it is empty', () => {
  expect(scriptPaths([{ js: ' ' }, { js: 'x()' }, {}])).toEqual(['1.js']);
});
