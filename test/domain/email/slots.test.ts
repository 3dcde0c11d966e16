import type { Slots } from '../../../domain/communications/schemas';
import { inspectContent } from '../../../domain/email/content-problems';
import { previewMessage } from '../../../domain/email/preview';
import { renderTransactional } from '../../../domain/email/render-transactional';

const sender = { name: 'Acme', postalAddress: null, logoUrl: null, accentColor: null };
const noSlots: Slots = { subject: 'S', headline: '', body: '', ctaLabel: '', ctaUrl: '' };

function preview(slots: Partial<Slots>, attributes: Record<string, unknown> = {}, html: string | null = null) {
  const content = { commType: 'marketing' as const, slots: { ...noSlots, ...slots }, html, text: null };
  const message = previewMessage(content, {
    variables: { attributes },
    sender,
    unsubscribeUrl: 'https://u.example/',
    viewUrl: 'https://v.example/',
  });
  return {
    ...message,
    heading: /<h1[^>]*>([^]*?)<\/h1>/.exec(message.html)?.[1],
    body: /class="apex-text"[^>]*>\n<div[^>]*>([^]*?)<\/div>\n<\/td>/.exec(message.html)?.[1],
    preheader: /overflow:hidden;">([^<]*)<\/div>/.exec(message.html)?.[1],
    button: /<a href="([^"]*)" style="display:inline-block/.exec(message.html)?.[1],
    text: message.text.slice(0, message.text.indexOf('\n\n--')),
  };
}

describe('a headline or body', () => {
  it.each([
    ['price<budget & more', 'price&lt;budget &amp; more', 'price<budget & more'],
    ['a<b and c>d', 'a&lt;b and c&gt;d', 'a<b and c>d'],
    ['Tea &amp; cake', 'Tea &amp;amp; cake', 'Tea &amp; cake'],
    ['Shop: <https://shop.example/a>', 'Shop: &lt;https://shop.example/a&gt;', 'Shop: <https://shop.example/a>'],
    ['<script>x</script></body><!-- y -->', '&lt;script&gt;x&lt;/script&gt;&lt;/body&gt;&lt;!-- y --&gt;', null],
    ['{% if 1 < 3 %}a{% endif %} {{ "<b>" }}', 'a &lt;b&gt;', 'a <b>'],
    ['{% comment %}<b>x</b>{% endcomment %}a < b', 'a &lt; b', 'a < b'],
  ])('without a content tag is text in all parts: %s', (body, html, text) => {
    const message = preview({ body });
    expect([message.body, message.text]).toEqual([`<div>${html}</div>`, text ?? body]);
    expect(message.preheader).toBe(html);
  });

  it.each([
    ['Dear <strong>reader</strong>, tea &amp; cake', null, 'Dear reader, tea & cake'],
    ['price<budget, <b>now</b>', 'price&lt;budget, <b>now</b>', 'price<budget, now'],
    [
      '<b>x</b> <script>y</script></body>',
      '<b>x</b> &lt;script&gt;y&lt;/script&gt;&lt;/body&gt;',
      'x <script>y</script></body>',
    ],
    ['</div></td></tr></table><tr><td>x', 'x', 'x'],
    ['<b>never closed', '<b>never closed</b>', 'never closed'],
    [
      '<a href="https://x.example/?a=1" title="1 < 2">x</a>',
      '<a href="https://x.example/?a=1" title="1 &lt; 2">x</a>',
      'x (https://x.example/?a=1)',
    ],
    ['{% capture c %}<i>{{ attributes.name }}</i>{% endcapture %}{{ c }}', '<i>&lt;b&gt;&amp;amp;</i>', '<b>&amp;'],
    ['<b>{{ attributes.name | escape }}</b>', '<b>&lt;b&gt;&amp;amp;</b>', '<b>&amp;'],
  ])('with one is HTML, a fragment of its own: %s', (body, html, text) => {
    const message = preview({ body }, { name: '<b>&amp;' });
    expect([message.body, message.text]).toEqual([`<div>${html ?? body}</div>`, text]);
    expect(message.preheader).not.toMatch(/&lt;(?:strong|a |i>)/);
  });

  it('keeps paragraphs and line breaks, except inside block elements', () => {
    const body = 'One\ntwo\n\nThree <b>x</b>:\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nFour<br>\nfive';
    const message = preview({ body });
    const next = '<div style="margin-top:16px">';
    expect(message.body).toBe(
      `<div>One<br>two</div>${next}Three <b>x</b>:</div>${next}<ul>\n<li>a</li>\n<li>b</li>\n</ul></div>` +
        `${next}Four<br>five</div>`,
    );
    expect(message.text).toBe('One\ntwo\n\nThree x:\n\n * a\n * b\n\nFour\nfive');
    expect(message.preheader).toBe('One two Three x: a b Four five');
    expect(preview({ headline: '<h2>Big</h2>' }).heading).toBe('<div>Big</div>');
  });

  it('that replaces a slot is text, as is the label of a button', () => {
    const slots = { ...noSlots, body: '<b>old</b>', ctaLabel: '<b>Go</b>', ctaUrl: 'https://x.example' };
    const message = renderTransactional({ slots, html: null, text: null }, { body: '<b>new</b> &amp;' });
    expect(message.text).toBe('<b>new</b> &amp;\n\n<b>Go</b>: https://x.example\n');
    expect(message.html).toContain('<div>&lt;b&gt;new&lt;/b&gt; &amp;amp;</div>');
    expect(message.html).toContain('&lt;b&gt;Go&lt;/b&gt;');
  });

  it('with tags nested too deeply is refused', () => {
    expect(() => preview({ body: `${'<div>'.repeat(41)}x` })).toThrow('is nested too deeply');
    expect(preview({ body: `${'<p>x'.repeat(100)}` }).text).toContain('x\n\nx');
  });
});

describe('a button', () => {
  it.each([
    [`https://shop.example/?q=O'Brien(1)!*|`, `https://shop.example/?q=O'Brien(1)!*|`],
    ['https://shop.example/?q={{ attributes.name }}', 'https://shop.example/?q=Jane%20Doe'],
    ['HTTPS://bücher.example/ü', 'HTTPS://bücher.example/ü'],
    ['https://shop.example/?a=1&amp;b=2', 'https://shop.example/?a=1&b=2'],
    ['{{ attributes.link }}', 'https://a.example/%22x'],
  ])('can have the URL %s', (ctaUrl, url) => {
    const message = preview({ ctaLabel: 'Go', ctaUrl }, { name: 'Jane Doe', link: ' https://a.example/"x ' });
    expect(message.text).toBe(`Go: ${url}`);
    expect(message.button).toBe(url.replace(/&/g, '&amp;').replace(/'/g, '&#39;'));
    expect(message.warnings).toEqual([]);
  });

  it.each([
    ['Go', '', 'The button is missing because its URL is empty.'],
    ['Go', '{{ attributes.none }}', 'The button is missing because its URL is empty.'],
    ['Go', '{{ attributes.link }}', 'Removed: the value in ctaUrl is not an absolute http or https URL.'],
    ['', 'https://x.example', 'The button is missing because its text is empty.'],
    ['{{ attributes.none }}', 'https://x.example', 'The button is missing because its text is empty.'],
  ])('with the text "%s" and the URL "%s" is left out with a warning', (ctaLabel, ctaUrl, warning) => {
    expect(preview({ ctaLabel, ctaUrl }, { link: 'example.com' })).toMatchObject({ text: '', warnings: [warning] });
  });

  it.each([
    ['example.com/up', 'Start with https://'],
    ['www.example.com/?q={{ name }}', 'Start with https://'],
    ['mailto:a@b.example', 'Start with https://'],
    ['https://a b', 'Check its host'],
  ])('with the URL "%s" cannot be saved', (ctaUrl, message) => {
    const content = { slots: { ...noSlots, ctaUrl }, html: null, text: null };
    expect(inspectContent(content, 'marketing').problems).toEqual([
      { path: 'slots.ctaUrl', message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    '{{ link }}',
    '{% if a %}https://x.example{% endif %}',
    'http{{ s }}://x.example',
    ' https://x.example/?{{ q }}',
  ])('with the URL "%s" can be saved', (ctaUrl) => {
    const content = { slots: { ...noSlots, ctaUrl }, html: null, text: null };
    expect(inspectContent(content, 'marketing').problems).toEqual([]);
  });
});

describe('a value without text', () => {
  const values = { o: { a: 1 }, list: ['a', 'b'], objects: [{ a: 1 }, 'b'] };
  const object = 'An object has no text';
  const missing = 'A missing value has no JSON';

  it.each([
    ['{{ attributes.o }}', '', [object]],
    ['{{ attributes.o | append: "z" | upcase }}', 'Z', [object]],
    ['{{ "a" | append: attributes.o }}', 'a', [object]],
    ['{{ attributes.objects }}|{{ attributes.objects | join: "," }}', 'b|,b', [object]],
    ['{{ attributes.none | default: nil | json }}', '', [missing]],
    ['{{ 1 | divided_by: 0 }}', '', ['A calculation has no result']],
    ['{{ attributes.list }} {{ attributes.none }}{{ attributes.o | json }}', 'ab {"a":1}', []],
    ['{{ attributes.objects | map: "a" | compact | first }}{{ attributes.objects | size }}', '12', []],
  ])('prints nothing, with a warning: %s', (template, text, reasons) => {
    const slots = preview({ subject: template, body: template }, values);
    expect([slots.subject, slots.text]).toEqual([text, text]);
    expect(slots.warnings.filter((warning) => warning.startsWith('slots.body: '))).toEqual(
      reasons.map((reason) => expect.stringContaining(reason)),
    );
    const html = preview({}, values, `<p>${template}</p>`);
    expect(html.html).toContain(`<p>${text.replaceAll('"', '&#34;')}</p>`);
    expect([html.text, html.warnings.length]).toEqual([text, reasons.length]);
  });

  it('is also missing in transactional messages, which are sent', () => {
    const slots = { ...noSlots, body: '[{{ user }}]' };
    expect(renderTransactional({ slots, html: null, text: null }, { user: { name: 'a' } })).toMatchObject({
      text: '[]\n',
      omissions: [expect.stringContaining(object)],
    });
  });
});

it('divides integers without a remainder only if the template says so', () => {
  const division = (options: string): string =>
    preview({
      body: `{{ 7 | divided_by: 2${options} }} {{ -7 | divided_by: 2${options} }} {{ 7.5 | divided_by: 2${options} }}`,
    }).text;
  expect(division('')).toBe('3.5 -3.5 3.75');
  expect(division(', integers: true')).toBe('3 -4 3.75');
});
