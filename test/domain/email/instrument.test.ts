import { instrumentHtml } from '../../../domain/email/instrument';
import { readClickToken, readOpenToken } from '../../../domain/email/tracking-token';

const publicUrl = 'https://mail.apex.test';
const linkSecret = 'a secret of these tests';
const tracking = { publicUrl, linkSecret, workspaceId: 'wsp_1', sendId: 'snd_1' };
const instrument = (html: string): string => instrumentHtml(html, tracking).html;
const pixel = /<img src="https:\/\/mail\.apex\.test\/t\/o\/([\w-]+)" width="1" height="1" alt="" style="[^"]*">/;
const withoutPixel = (html: string): string => html.replace(pixel, '');

/** Targets of the replaced links, in order. */
const targets = (html: string): string[] =>
  [...instrument(html).matchAll(/"https:\/\/mail\.apex\.test\/t\/c\/([\w-]+)"/g)].map(([, token]) => {
    const link = readClickToken(linkSecret, token!);
    expect(link).toMatchObject({ workspaceId: 'wsp_1', sendId: 'snd_1' });
    return link!.url;
  });

describe('instrumentHtml', () => {
  test.each([
    ['plain', '<a href="https://example.com/a?b=1#c">', 'https://example.com/a?b=1#c'],
    ['single quotes', "<a class='x' href='http://example.com'>", 'http://example.com'],
    ['no quotes', '<a href=https://example.com/x>', 'https://example.com/x'],
    ['upper case, spaces', '<A\n HREF = "HTTPS://Example.com/X" >', 'HTTPS://Example.com/X'],
    [
      'character references',
      '<a href="https://e.com/?a=1&amp;b=2&#38;c=3&#x26;d=&quot;">',
      'https://e.com/?a=1&b=2&c=3&d="',
    ],
    ['text that looks like a reference', '<a href="https://e.com/?a=1&copy=2&b=3">', 'https://e.com/?a=1&copy=2&b=3'],
    [
      'odd encodings',
      '<a href="https://e.com/%zz%20%E4?q=a+b%2Bc|d&x=ü#/ä?x">',
      'https://e.com/%zz%20%E4?q=a+b%2Bc|d&x=ü#/ä?x',
    ],
    ['white space around and line breaks inside', '<a href=" https://e.com/a\n/b ">', 'https://e.com/a/b'],
    ['an area', '<map><area href="https://e.com/area"></map>', 'https://e.com/area'],
    ['the first of two', '<a href="https://e.com/1" href="https://e.com/2">', 'https://e.com/1'],
    [
      'behind a tag whose text holds one',
      '<img alt="<a href=\'https://e.com/no\'>"><a href="https://e.com/yes">',
      'https://e.com/yes',
    ],
    [
      'after a downlevel-revealed comment',
      '<!--[if !mso]><!--><a href="https://e.com/yes"><!--<![endif]-->',
      'https://e.com/yes',
    ],
  ])('%s: the token contains the exact URL', (_, html, url) => {
    expect(targets(html)).toEqual([url]);
  });

  test.each([
    '<a href="mailto:ada@example.com">',
    '<a href="tel:+49301234">',
    '<a href="#top">',
    '<a href="/relative">',
    '<a href="//example.com/x">',
    '<a href="javascript:alert(1)">',
    '<a href="myapp://open?x=https://example.com">',
    '<a href="https://">',
    '<a href="">',
    '<a name="x">',
    '<a data-apex-track="off" href="https://example.com/reset/secret">',
    '<a href="https://example.com/reset/secret" DATA-APEX-TRACK=off>',
    '<a href="https://ada:secret@example.com/">',
    `<a href="${publicUrl}/u/token">`,
    `<a href="https://example.com/${'x'.repeat(1_400)}">`,
    '<a href="https://e.com/?a=1&copy">',
    '<a href="https://e.com/?x=&eacute;">',
    '<a href="https://e.com/?x=&constructor;">',
    '<a href="https://e.com/&#0;">',
    '<a href="https://e.com/&#xd800;">',
    '<!-- <a href="https://example.com/"> -->',
    '<!--[if mso]><v:roundrect href="https://example.com/"><a href="https://example.com/"><![endif]-->',
    '<style>a { content: "<a href=https://example.com/>" }</style>',
    '<script>document.write(\'<a href="https://example.com/">\')</script>',
    '<img src="https://example.com/a.png"><link href="https://example.com/a.css">',
    '<abbr href="https://example.com/">',
    '<p title="<a href=https://example.com/>">',
    '<a href="https://example.com/',
    '<p>1 < 2 <',
  ])('%s is not changed', (html) => {
    expect(withoutPixel(instrument(html))).toBe(html);
  });

  test('only links change, links are numbered, and a second pass changes no link', () => {
    const html =
      '<!doctype html><body><p>Ünï & <b>1 < 2</b></p><a id=a href=https://e.com/1 class=b>x</a> mid <a href="https://e.com/2">y</a></body>';
    const once = instrument(html);
    const tokens = [...once.matchAll(/\/t\/c\/([\w-]+)/g)].map(([, token]) => readClickToken(linkSecret, token!));
    expect(tokens.map((link) => link?.ordinal)).toEqual([1, 2]);
    const [first, second] = [...once.matchAll(/"https:\/\/mail\.apex\.test\/t\/c\/[\w-]+"/g)].map(([text]) => text);
    expect(withoutPixel(once)).toBe(html.replace('https://e.com/1', first!).replace('"https://e.com/2"', second!));
    expect(withoutPixel(instrument(withoutPixel(once)))).toBe(withoutPixel(once));
  });

  test('adds one pixel with the message id at the end of the body', () => {
    const html = '<html><body><p></body> in a comment: <!-- </body> --></p></body></html>';
    const sent = instrument(html);
    expect(sent).toMatch(/<\/p><img [^>]+><\/body><\/html>$/);
    expect(readOpenToken(linkSecret, pixel.exec(sent)![1]!)).toEqual({ workspaceId: 'wsp_1', sendId: 'snd_1' });
    expect(instrument('<p>Hello')).toMatch(/^<p>Hello<img [^>]+>$/);
  });

  test('oversized HTML keeps all of its original links and still gets the pixel', () => {
    const few = `<body>${'<a href="https://e.com/1">x</a>'.repeat(1_000)}</body>`;
    const many = `<body>${'<a href="https://e.com/1">x</a>'.repeat(20_000)}</body>`;
    expect(instrumentHtml(few, tracking)).toMatchObject({ isTooLong: false });
    const sent = instrumentHtml(many, tracking);
    expect(sent.isTooLong).toBe(true);
    expect(sent.html).toMatch(pixel);
    expect(withoutPixel(sent.html)).toBe(many);
  });

  test('a token reveals no part of the URL or ids', () => {
    const sent = instrument('<a href="https://example.com/very-special?invoice=4711">');
    const token = /\/t\/c\/([\w-]+)/.exec(sent)![1]!;
    const shown = token + Buffer.from(token, 'base64url').toString('latin1');
    for (const part of ['example', 'special', '4711', 'wsp_1', 'snd_1']) expect(shown).not.toContain(part);
  });

  test.each([
    ['tags that never end', '<a '.repeat(60_000)],
    ['quotes that never end', '<a href="'.repeat(60_000)],
    ['comments that never end', '<!--'.repeat(60_000)],
    ['titles that never end', '<title>'.repeat(60_000)],
    ['spaces', `<a ${' '.repeat(200_000)}x${' '.repeat(200_000)}`],
    ['ampersands', `<a href="https://e.com/${'&a'.repeat(100_000)}">`],
  ])('%s are parsed in linear time', (_, html) => {
    expect(withoutPixel(instrument(html))).toBe(html);
  });
});
