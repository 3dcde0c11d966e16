import { renderMarketing } from '../../../domain/email/render';
import { renderTransactional } from '../../../domain/email/render-transactional';
import { settleValues } from '../../../domain/email/html-values';
import { marked } from '../../../domain/email/value-marks';
import { UnsafeValueError } from '../../../domain/email/template';

const slots = { subject: 'Hello', headline: '', body: '', ctaLabel: '', ctaUrl: '' };
const base = {
  email: 'a@example.com',
  timezone: 'UTC',
  event: { data: {} },
  journey: { id: 'j' },
  execution: { id: 'e' },
};

const marketing = (html: string, link: unknown) =>
  renderMarketing(
    { slots, html: html.replace(/(?<!attributes\.)\blink\b/g, 'attributes.link'), text: null },
    { ...base, attributes: { link } },
    'https://x.example/u/1',
  );
const transactional = (html: string, variables: Record<string, unknown>) =>
  renderTransactional({ slots, html, text: null }, variables).html;

const script = 'javascript:alert(1)';

describe('a URL', () => {
  it.each([
    ['<a href="{{ link }}">x</a>', 'https://shop.example/?a=1&b=2'],
    ['<a href=" {{ link }} ">x</a>', 'http://shop.example'],
    ['<a href={{ link }}>x</a>', 'https://shop.example/'],
    ['<a href="https://shop.example/?q={{ link }}">x</a>', 'two words: javascript:alert(1)'],
    ['<a href="https://shop.example/{{ link }}/x">x</a>', 'Söhne & Co'],
    ['<a href="mailto:{{ link }}">x</a>', 'a@example.com'],
    ['<a href="tel:{{ link }}">x</a>', '+49 30 1'],
    ['<a href="{{ link }}">x</a>', ''],
    ['<a href="/relative">{{ link }}</a>', script],
    ['<a title="{{ link }}" href="https://shop.example">x</a>', script],
    ['<img srcset="{{ link }} 1x, https://shop.example/2.png 2x">', 'https://shop.example/1.png'],
    ['<p style="background: url({{ link }})">x</p>', 'https://shop.example/1.png'],
    [`<p style="background: url('{{ link }}'); color: red">x</p>`, 'https://shop.example/1.png'],
    ['<p style="color: {{ link }}">x</p>', '#ff0000'],
    ['<style>p { color: {{ link }} }</style>', 'rgb(1, 2, 3)'],
    ['<p>{{ link | size }}{% capture c %}{{ link }}{% endcapture %}{{ c }}{{ c | size }}</p>', script],
  ])('in %s may be %s, and the rest of the HTML is unchanged', (html, link) => {
    const { html: rendered, warnings } = marketing(html, link);
    expect(warnings).toBeUndefined();
    expect(rendered).not.toMatch(/[\uFDD0-\uFDD2]/);
    if (html.includes('{{ c ')) expect(rendered).toContain(`${link.length}${link}${link.length}`);
    expect(transactional(html, { link })).not.toMatch(/[\uFDD0-\uFDD2]/);
  });

  it.each([
    ['<a id="a" href="{{ link }}" class="b">x</a>', script, '<a id="a"  class="b">x</a>'],
    ['<a href="{{ link }}">x</a>', ' JaVaScRiPt:alert(1)', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', 'javascript&colon;alert(1)', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', '&#106;avascript:alert(1)', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', 'java\tscript:alert(1)', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', '//mallory.example', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', '/relative', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', 'mailto:mallory@example.com', '<a >x</a>'],
    ['<a href="{{ link }}">x</a>', 'data:text/html,x', '<a >x</a>'],
    ['<a href="java{{ link }}">x</a>', 'script:alert(1)', '<a >x</a>'],
    ['<a href={{ link }}>x</a>', 'https://a.example onclick=alert(1)', null],
    ['<a {{ link }}>x</a>', 'onclick=alert(1)', null],
    ['<img src="{{ link }}">', script, '<img >'],
    ['<img srcset="https://shop.example/1.png 1x, {{ link }} 2x">', script, '<img >'],
    ['<form action="{{ link }}"></form>', script, '<form ></form>'],
    ['<button formaction="{{ link }}"></button>', script, '<button ></button>'],
    ['<table background="{{ link }}"></table>', script, '<table ></table>'],
    ['<video poster="{{ link }}"></video>', script, '<video ></video>'],
    ['<svg><a xlink:href="{{ link }}"></a></svg>', script, '<svg><a ></a></svg>'],
    ['<p style="background: url({{ link }})">x</p>', script, '<p >x</p>'],
    ['<p style="color: {{ link }}">x</p>', 'red; background: url(https://mallory.example)', '<p >x</p>'],
    ['<p style="color: {{ link }}">x</p>', `red; background: url(${script})`, '<p >x</p>'],
    ['<p style="background: url({{ link }})">x</p>', `https://a.example); background: url(${script}`, '<p >x</p>'],
    ['<p style="color: {{ link }}">x</p>', 'red; background: \\75rl(https://mallory.example)', '<p >x</p>'],
    ['<style>p { background: url({{ link }}) }</style>', script, '<style></style>'],
    ['{% assign u = link %}<a href="{{ u }}">x</a>', script, '<a >x</a>'],
    ['{% capture u %}{{ link }}{% endcapture %}<a href="{{ u }}">x</a>', script, '<a >x</a>'],
    ['<a href="{% echo link %}">x</a>', script, '<a >x</a>'],
    ['<a href="{% cycle link, 1 %}">x</a>', script, '<a >x</a>'],
    ['<a href="https://shop.example" href="{{ link }}">x</a>', script, '<a href="https://shop.example" >x</a>'],
    ['<svg><style><a href="{{ link }}">x</a></style></svg>', script, '<svg><style><a >x</a></style></svg>'],
    ['<!--[if mso]><style><![endif]--><a href="{{ link }}">x</a><!--[if mso]></style><![endif]-->', script, null],
    [
      '<!--[if mso]><v:rect href="{{ link }}"></v:rect><![endif]-->',
      script,
      '<!--[if mso]><v:rect ></v:rect><![endif]-->',
    ],
  ])('in %s is unsafe with the value %s', (html, link, left) => {
    const { html: rendered, warnings, text } = marketing(html, link);
    expect(warnings?.length).toBeGreaterThanOrEqual(1);
    expect(warnings?.join()).not.toContain(link);
    expect(rendered).not.toMatch(/[\uFDD0-\uFDD2]/);
    if (left !== null) expect(rendered).toMatch(new RegExp(`^${left.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
    expect(rendered).not.toMatch(/onclick|script:|script&colon;|mallory/i);
    expect(text).not.toMatch(/script:|mallory/i);
    expect(() => transactional(html, { link })).toThrow(UnsafeValueError);
  });

  it('is also checked in slots', () => {
    const content = { slots: { ...slots, body: '<a href="{{ attributes.link }}">x</a>' }, html: null, text: null };
    const context = { ...base, attributes: { link: script } };
    const message = renderMarketing(content, context, 'https://x.example/u/1');
    expect(message.warnings).toEqual(['the value in href of <a> is not an absolute http or https URL']);
    const button = { ...slots, ctaLabel: 'Go', ctaUrl: '{{ link }}' };
    expect(() => renderTransactional({ slots: button, html: null, text: null }, { link: script })).toThrow(/ctaUrl/);
    const good = renderTransactional({ slots: button, html: null, text: null }, { link: 'https://a.example/?a=1&b=2' });
    expect(good.html).toContain('href="https://a.example/?a=1&amp;b=2"');
  });

  it('cannot hide in malformed HTML or behind forged markers', () => {
    const hidden = marketing('<p ="x"><a href="{{ attributes.link }}">x</a>', script);
    expect(hidden.html).not.toContain('script:');
    expect(hidden.warnings).toHaveLength(1);
    const own = marketing('<a href="{{ attributes.link }}">x</a>', `\uFDD1\uFDD0${script}\uFDD1`);
    expect(own.html).not.toContain('script:');
    const literal = marketing('<a href="\uFDD0{{ attributes.link }}\uFDD1">x</a>', script);
    expect(literal.html).not.toContain('script:');
  });
});

describe('a secret', () => {
  const reset_url = 'https://app.example/reset?token=abc&x=1';

  it('may appear in text, and a secret link as the whole href', () => {
    const html = '<p>{{ reset_url }} {{ code }}</p><a href="{{ reset_url }}">x</a>';
    expect(transactional(html, { reset_url, code: '482913' })).toContain('482913</p>');
  });

  it('is removed from unsafe places again when the message is sent', () => {
    // In a slot, a tag that is never closed is text. It cannot contain what follows the slot.
    const body = `<b>x</b> <img src='https://mallory.example/?`;
    const button = { ...slots, body, ctaLabel: `x'`, ctaUrl: '{{ reset_url }}' };
    expect(renderTransactional({ slots: button, html: null, text: null }, { reset_url }).html).toContain(
      '<b>x</b> &lt;img src=&#39;https://mallory.example/?</div>',
    );
    const picture = `<img src="https://mallory.example/?${marked(encodeURIComponent(reset_url))}">`;
    expect(settleValues(picture, [reset_url]).html).toBe('<img >');
    expect(
      settleValues(`<style>p { background: url(https://a.example/${marked('482913')}) }</style>`, ['482913']).problems,
    ).toHaveLength(1);
  });
});
