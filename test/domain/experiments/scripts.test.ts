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
  ['an address that is put together', { ...attribute('href', 'script:alert(1)'), action: 'append' }],
];

test.each(running)('%s can run', (_, patch) => {
  expect(scriptPaths([{}, { patch: [html('<b>Hi</b>'), patch] }])).toEqual(['1.patch']);
  expect(scriptPaths([{ patch }])).toEqual(['0.patch']);
});

test.each([
  ['text', html('Buy on Monday, save twice')],
  ['plain elements', html('<p class="on sale"><a href="https://shop.example.com/?on=1">Go</a><br/></p>')],
  ['an address', attribute('href', 'https://shop.example.com/')],
  ['a picture', attribute('src', '/new.png', 'img.hero')],
  ['a class', attribute('class', 'script')],
  ['what is removed', { selector: 'a', action: 'remove', attribute: 'onclick' } as const],
])('%s cannot', (_, patch) => {
  expect(scriptPaths([{ patch }, {}])).toEqual([]);
});

test('js can, unless it is empty', () => {
  expect(scriptPaths([{ js: ' ' }, { js: 'x()' }, {}])).toEqual(['1.js']);
});
