import fc from 'fast-check';
import { anyText } from '../../support/any-text';
import type { CommunicationContent, Slots } from '../../../domain/communications/schemas';
import { readTemplates } from '../../../domain/email/content-references';
import { renderMarketing, TemplateError, type RenderContext } from '../../../domain/email/render';

const unsubscribeUrl = 'https://apex.test/u/wsp_1.eus_1.signature';
const noSlots: Slots = { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '' };

const content = (slots: Partial<Slots>, changes: Partial<CommunicationContent> = {}): CommunicationContent => ({
  slots: { ...noSlots, ...slots },
  html: null,
  text: null,
  tracking: true,
  ...changes,
});

const context = (attributes: Record<string, unknown> = {}): RenderContext => ({
  email: 'jane@example.com',
  timezone: 'Asia/Tokyo',
  attributes,
  event: { data: { plan: 'pro' } },
  journey: { id: 'jrn_1' },
  execution: { id: 'exe_1' },
});

const render = (slots: Partial<Slots>, attributes?: Record<string, unknown>) =>
  renderMarketing(content(slots), context(attributes), unsubscribeUrl);
const subjectOf = (subject: string, attributes?: Record<string, unknown>) => render({ subject }, attributes).subject;

/** Returns the error for a template. @throws if it renders */
function refusalOf(given: CommunicationContent, attributes?: Record<string, unknown>): TemplateError {
  try {
    renderMarketing(given, context(attributes), unsubscribeUrl);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('It was rendered.');
}

const hostile = '<script>alert("1")</script> & \'x\'';
const hostileEscaped = '&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; &amp; &#39;x&#39;';

describe('renderMarketing', () => {
  it('renders the slots to HTML and text, each with its footer', () => {
    const message = render(
      {
        subject: 'Hello {{ attributes.name }}',
        headline: 'Welcome',
        body: 'Line one\nLine two of {{ event.data.plan }}',
        ctaLabel: 'Go',
        ctaUrl: 'https://example.com/?who={{ attributes.name | url_encode }}',
      },
      { name: 'Jane Doe' },
    );
    expect(message.subject).toBe('Hello Jane Doe');
    expect(message.text).toBe(
      'Welcome\n\nLine one\nLine two of pro\n\nGo: https://example.com/?who=Jane+Doe\n\n--\n' +
        `Unsubscribe: ${unsubscribeUrl}\n`,
    );
    expect(message.html).toContain('<title>Hello Jane Doe</title>');
    expect(message.html).toMatch(/<h1[^>]*>Welcome<\/h1>/);
    expect(message.html).toContain('<div>Line one<br>Line two of pro</div>');
    expect(message.html).toMatch(/<a href="https:\/\/example\.com\/\?who=Jane\+Doe"[^>]*>\s*Go\s*<\/a>/);
  });

  it('provides all documented variables', () => {
    const body =
      '{{ email }}|{{ timezone }}|{{ attributes.a }}|{{ event.data.plan }}|{{ journey.id }}|{{ execution.id }}';
    expect(render({ body }, { a: 1 }).text).toContain('jane@example.com|Asia/Tokyo|1|pro|jrn_1|exe_1');
  });

  it('omits empty slots and renders missing values as empty', () => {
    const message = render({ body: 'Dear {{ attributes.name }}{{ event.data.a.b.c }}.' });
    expect(message.html).toContain('><div>Dear .</div></div>');
    expect(message.html).not.toContain('<h1');
    expect(message.html.match(/<a /g)).toHaveLength(1);
    expect(message.text).toBe(`Dear .\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`);
  });

  it('uses custom HTML and text instead of the slots', () => {
    const given = content(
      { headline: 'Not this', body: 'nor this' },
      { html: '<p>{{ attributes.name }}</p>', text: 'Hi {{ attributes.name }}' },
    );
    const message = renderMarketing(given, context({ name: 'A & B' }), unsubscribeUrl);
    expect(message.html).toMatch(/^<p>A &amp; B<\/p><p style/);
    expect(message.text).toBe(`Hi A & B\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`);
  });

  it('returns the same result each time', () => {
    const given = content({ subject: '{{ attributes.a }}', body: '{% cycle "x", "y" %}{% increment n %}' });
    const facts = context({ a: 1 });
    const [one, other] = [1, 2].map(() => renderMarketing(given, facts, unsubscribeUrl));
    expect(one).toEqual(other);
    expect(one!.html).toContain('<div>x0</div>');
    expect(one!.text).toMatch(/^x0\n/);
    expect(facts).toEqual(context({ a: 1 }));
  });
});

describe('escaping', () => {
  it('escapes values in HTML, but not in the subject and text', () => {
    const slot = '{{ attributes.name }}';
    const message = render({ subject: slot, headline: slot, body: slot }, { name: hostile });
    // The subject is also the page's title and label. The body is also the preview text.
    expect(message.html.split(hostileEscaped)).toHaveLength(6);
    expect(message.html).not.toContain('<script');
    expect(message.subject).toBe(hostile);
    expect(message.text.split(hostile)).toHaveLength(3);
  });

  it.each([
    '{{ attributes.name }}',
    '{% echo attributes.name %}',
    '{% liquid echo attributes.name %}',
    '{% cycle attributes.name %}',
    '{% assign copy = attributes.name %}{{ copy }}',
    '{% for pair in attributes %}{{ pair[1] }}{% endfor %}',
    '{% case 1 %}{% when 1 %}{{ attributes.name }}{% endcase %}',
    '{% capture copy %}{{ attributes.name }}{% endcapture %}{{ copy }}',
    '{{ attributes.name | escape }}',
    '{{ attributes.none | default: attributes.name }}',
  ])('happens once, whichever way a value is rendered: %s', (html) => {
    const given = content({}, { html });
    const rendered = renderMarketing(given, context({ name: hostile }), unsubscribeUrl).html;
    expect(rendered.slice(0, rendered.indexOf('<p style'))).toBe(hostileEscaped);
  });

  it('no value can add a tag to the HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'a;#34lt/{}%|') }), (name) => {
        const given = content({}, { html: '<b title="{{ attributes.name }}">{{ attributes.name }}</b>' });
        const { html } = renderMarketing(given, context({ name }), unsubscribeUrl);
        const [, quoted, inner] = /^<b title="(.*)">(.*)<\/b><p style/s.exec(html) ?? [];
        expect(quoted).toBe(inner);
        expect(inner).not.toMatch(/[<>"']/);
      }),
    );
  });

  it('never evaluates a value as a template', () => {
    const name = '{{ email }}{% for i in (1..9) %}x{% endfor %}';
    expect(subjectOf('{{ attributes.name }}', { name })).toBe(name);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http', '/path', 'https://a b', ''])(
    'renders no button for the URL %j',
    (url) => {
      const message = render({ ctaLabel: 'Go', ctaUrl: '{{ attributes.url }}' }, { url });
      expect(message.html.match(/href="[^"]*"/g)).toEqual([`href="${unsubscribeUrl}"`]);
      expect(message.text).not.toContain('Go:');
    },
  );

  it('keeps a button URL inside its attribute', () => {
    const button = { ctaLabel: 'Go', ctaUrl: '{{ attributes.url }}' };
    expect(render(button, { url: 'https://a/"onclick="x' }).html).toContain('<a href="https://a/%22onclick=%22x"');
    expect(render(button, { url: 'https://a/?b=1&c=2' }).html).toContain('<a href="https://a/?b=1&amp;c=2"');
    expect(render(button, { url: 'https://a/?b=1&c=2' }).text).toContain('Go: https://a/?b=1&c=2\n');
  });

  it('does not expose inherited object properties', () => {
    const template =
      '[{{ attributes.constructor }}{{ attributes.__proto__ }}{{ email.constructor.name }}{{ toString }}]';
    expect(subjectOf(template)).toBe('[]');
  });
});

describe('the subject', () => {
  it.each([
    ['\r\nBcc: joe@example.com', 'Hi Bcc: joe@example.com'],
    ['\nBcc: joe@example.com', 'Hi Bcc: joe@example.com'],
    ['\rBcc: joe@example.com', 'Hi Bcc: joe@example.com'],
    ['\r\n\r\n<b>body</b>', 'Hi <b>body</b>'],
    ['\u0085\u2028\u2029x', 'Hi x'],
    ['\u0000\u0007\u000b\u000c\u001b[31mx\u007f', 'Hi [31mx'],
    [' Jane\t\tDoe ', 'Hi Jane Doe'],
  ])('is one line without control characters: %j', (name, expected) => {
    expect(subjectOf('Hi{{ attributes.name }}', { name })).toBe(expected);
  });

  it('cannot be broken by the template itself', () => {
    expect(subjectOf('Hi\r\nBcc: {{ email }}\n')).toBe('Hi Bcc: jane@example.com');
    expect(subjectOf('{{ "a%0D%0AX-Header: 1" | url_decode }}')).toBe('a X-Header: 1');
  });

  it('contains no line break for any value', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        expect(subjectOf('{{ attributes.name }}', { name })).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

describe('the footer', () => {
  const link = `<a href="${unsubscribeUrl}">Unsubscribe</a>`;
  const htmlOf = (html: string, attributes?: Record<string, unknown>) =>
    renderMarketing(content({}, { html }), context(attributes), unsubscribeUrl).html;

  it.each([
    ['<html><body><p>Hi</p></body></html>', /^<html><body><p>Hi<\/p>FOOTER<\/body><\/html>$/],
    ['<HTML><BODY>Hi</BODY></HTML>', /^<HTML><BODY>HiFOOTER<\/BODY><\/HTML>$/],
    ['<body>Hi</body >', /^<body>HiFOOTER<\/body >$/],
    ['<body>a</body> b</body>', /^<body>a<\/body> bFOOTER<\/body>$/],
    ['<p>Hi</p>', /^<p>Hi<\/p>FOOTER$/],
    ['', /^FOOTER$/],
  ])('is added to the custom HTML %j', (html, expected) => {
    expect(htmlOf(html).replace(/<p style="[^"]*"><a [^>]*>Unsubscribe<\/a><\/p>/, 'FOOTER')).toMatch(expected);
    expect(htmlOf(html).split(link)).toHaveLength(2);
  });

  it('finds the end of the body after letters that get longer in lower case', () => {
    expect(htmlOf('<body>İİİİ İstanbul</body>')).toMatch(
      /İstanbul<p style="[^"]*"><a [^>]*>Unsubscribe<\/a><\/p><\/body>$/,
    );
  });

  it('is not moved by a value that contains a closing body tag', () => {
    expect(htmlOf('<body>{{ attributes.name }}</body>', { name: '</body>' })).toMatch(
      /^<body>&lt;\/body&gt;<p style.*<\/body>$/,
    );
  });

  it('is inside the body of the slots’ HTML, and in the text', () => {
    const message = render({ body: 'Hi' });
    expect(message.html.match(/<a /g)).toHaveLength(1);
    expect(message.html).toMatch(
      /<div>Hi<\/div>[^]*<a href="https:\/\/apex\.test\/u\/wsp_1\.eus_1\.signature" style="[^"]*">Unsubscribe<\/a>[^]*<\/body>\s*<\/html>$/,
    );
    expect(message.text.endsWith(`\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`)).toBe(true);
  });
});

describe('TemplateError', () => {
  it.each(['subject', 'headline', 'body', 'ctaLabel', 'ctaUrl'] as const)('contains the slot %s', (slot) => {
    expect(refusalOf(content({ [slot]: '{% if %' })).field).toBe(`slots.${slot}`);
  });

  it.each(['html', 'text'] as const)('contains the field %s', (field) => {
    expect(refusalOf(content({}, { [field]: '{{ "a" | nothing }}' }))).toMatchObject({
      name: 'TemplateError',
      field,
      message: 'undefined filter: nothing, line:1, col:1',
    });
  });

  it('has a one-line message of at most 300 characters', () => {
    const { message } = refusalOf(content({ body: `{% ${'x'.repeat(2_000)}\n %}` }));
    expect(message.length).toBeLessThanOrEqual(300);
    expect(message).not.toContain('\n');
  });

  it('is thrown above a million characters', () => {
    const html = (last: number) =>
      content({}, { html: `{% for i in (1..${last}) %}${'x'.repeat(100_000)}{% endfor %}` });
    expect(renderMarketing(html(10), context(), unsubscribeUrl).html.startsWith('x'.repeat(1_000_000))).toBe(true);
    expect(refusalOf(html(11))).toMatchObject({ field: 'html', message: 'renders more than 1000000 characters' });
  });
});

describe('template problems', () => {
  it('are empty for templates that parse, whatever the values', () => {
    const given = content(
      { subject: '{{ attributes.name }}', body: '{% if a %}b{% endif %}' },
      { html: '<p>', text: '' },
    );
    expect(readTemplates(given).problems).toEqual([]);
  });

  it('list every field that does not parse', () => {
    const given = content(
      { subject: '{{ "a" | raw }}', body: '{% if a %}', ctaUrl: '{% include "x" %}' },
      { html: '{{', text: '{% nothing %}' },
    );
    expect(readTemplates(given).problems).toEqual([
      { field: 'slots.subject', message: 'undefined filter: raw, line:1, col:1' },
      { field: 'slots.body', message: 'tag {% if a %} not closed, line:1, col:1' },
      { field: 'slots.ctaUrl', message: 'tag "include" not found, line:1, col:1' },
      { field: 'html', message: 'output "{{" not closed, line:1, col:1' },
      { field: 'text', message: 'tag "nothing" not found, line:1, col:1' },
    ]);
  });
});
