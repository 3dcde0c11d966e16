import { brandingOf } from '../../../domain/senders/branding';
import fc from 'fast-check';
import type { Slots } from '../../../domain/communications/schemas';
import { renderTransactional, type TransactionalTemplate } from '../../../domain/email/render-transactional';
import { TemplateError } from '../../../domain/email/template';

const template = (slots: Partial<Slots>, rest: Partial<TransactionalTemplate> = {}): TransactionalTemplate => ({
  slots: { subject: '', headline: '', body: '', ctaLabel: '', ctaUrl: '', ...slots },
  html: null,
  text: null,
  ...rest,
});

describe('placeholders', () => {
  it('accept variables in both spellings and with dots', () => {
    const given = template({ subject: '{{ firstName }} {{ first_name }} {{ plan.tierName }}' });
    for (const variables of [
      { first_name: 'A', plan: { tier_name: 'Pro' } },
      { firstName: 'A', 'plan.tierName': 'Pro' },
    ]) {
      expect(renderTransactional(given, variables)).toMatchObject({ subject: 'A A Pro', missing: [] });
    }
  });

  it('without a value render empty and are listed once, sorted, in snake_case', () => {
    const given = template({
      subject: '[{{ zip }}{{ firstName }}]',
      body: '{{ plan.name }}{% if first_name %}x{% endif %}',
    });
    expect(renderTransactional(given, { zip: 0 })).toMatchObject({
      subject: '[0]',
      missing: ['first_name', 'plan.name'],
    });
  });

  it('for assigned names, overridden slots and optional variables are not missing', () => {
    const given = template(
      {
        subject: '{{ a }}',
        headline: '{{ b }}',
        body: '{% assign c = 1 %}{{ c }}{% for d in e %}{{ d }}{% endfor %}{{ f }}',
      },
      { optional: ['f'] },
    );
    expect(renderTransactional(given, { subject: 'S', headline: 'H' }).missing).toEqual(['e']);
    expect(renderTransactional({ ...given, html: '<p>{{ x }}</p>' }, { a: 1 }).missing).toEqual(['x']);
  });
});

describe('slot overrides', () => {
  it('replace slots with plain text: never Liquid, and escaped in HTML', () => {
    const given = template({ subject: 'a', headline: 'b', body: 'c', ctaLabel: 'd', ctaUrl: 'https://old.example' });
    const inert = '{{ secret }}<b>{% for i in (1..9) %}';
    const message = renderTransactional(given, {
      subject: inert,
      headline: inert,
      body: inert,
      cta_label: inert,
      ctaUrl: 'https://new.example/?a=1&b=2',
      secret: 'leaked',
    });
    expect(message.subject).toBe(inert);
    expect(message.text).toBe(`${inert}\n\n${inert}\n\n${inert}: https://new.example/?a=1&b=2\n`);
    expect(message.html).toContain('{{ secret }}&lt;b&gt;{% for i in (1..9) %}');
    expect(message.html).toContain('href="https://new.example/?a=1&amp;b=2"');
    expect(message.html + message.text).not.toMatch(/leaked|old\.example/);
    expect(message.html).not.toContain('<b>');
  });

  it('keep the subject on one line', () => {
    expect(renderTransactional(template({}), { subject: 'Hi\r\nBcc: b@example.com' }).subject).toBe(
      'Hi Bcc: b@example.com',
    );
  });
});

describe('transactional mail', () => {
  it('has no unsubscribe link of its own: its variables are those of the caller', () => {
    const given = template({ body: 'x {{ unsubscribe_url }} {{ view_url }}' });
    const message = renderTransactional(given, { unsubscribe_url: 'https://example.com/leave' });
    expect(message.text).toBe('x https://example.com/leave\n');
    expect(message.html).not.toMatch(/unsubscribe/i);
    expect(message.missing).toEqual(['view_url']);
  });

  it('generates text from HTML if there is none, with links and without tags', () => {
    const html =
      '<h1>Hi {{ name }}</h1><p>See <a href="https://a.example/?x={{ name }}">here</a><br>now</p><img src="x" alt="pixel">';
    expect(renderTransactional(template({}, { html }), { name: 'A&B' }).text).toBe(
      'Hi A&B\n\nSee here (https://a.example/?x=A&B)\nnow\n\npixel\n',
    );
  });

  it('contains the escaped sender name, and the plain link if requested', () => {
    const slots = { ctaLabel: 'Go', ctaUrl: '{{ go_url }}' };
    const message = renderTransactional(
      template(slots, { plainLink: true }),
      { go_url: 'https://a.example/' },
      brandingOf({ name: 'A & B', sender: null }),
    );
    expect(message.html).toContain('Sent by A &amp; B');
    expect(message.html).toContain('>https://a.example/</a>');
    expect(renderTransactional(template(slots), { go_url: 'https://a.example/' }).html).not.toContain(
      '>https://a.example/<',
    );
  });
});

it('no value can add a tag to the HTML or a line to the subject', () => {
  const frame = renderTransactional(
    template({
      subject: '{{ v }}',
      headline: '{{ v }}',
      body: '{{ v }}',
      ctaLabel: '{{ v }}',
      ctaUrl: 'https://a.example/{{ v }}',
    }),
    { v: 'v' },
  );
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => /^<\/?[\w!-]+/.exec(tag)?.[0]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'a/={}%|;#\r\n[]') }), fc.boolean(), (text, override) => {
      const v = `v${text.replace(/\s/g, '')}v`;
      const slots = override
        ? { subject: 'x' }
        : {
            subject: '{{ v }}',
            headline: '{{ v }}',
            body: '{{ v }}',
            ctaLabel: '{{ v }}',
            ctaUrl: 'https://a.example/{{ v | url_encode }}',
          };
      const overrides = override
        ? { subject: text, headline: v, body: v, cta_label: v, cta_url: 'https://a.example/v' }
        : {};
      const { html, subject } = renderTransactional(template(slots), { v, ...overrides });
      expect(tagsOf(html)).toEqual(tagsOf(frame.html));
      expect(subject).not.toMatch(/[\r\n]/);
    }),
  );
});

describe('a slow template', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const loop = '{% for i in (1..1000) %}';
  it.each([
    ['loops', loop.repeat(3) + 'x' + '{% endfor %}'.repeat(3), /limit exceeded/],
    ['loops over nothing', loop + '{% for j in (1..400) %}{% endfor %}{% endfor %}', /limit exceeded/],
    ['nesting', '{% if true %}'.repeat(4_000) + '{% endif %}'.repeat(4_000), /outputs and tags/],
    ['outputs', '{{ a }}'.repeat(140_000), /outputs and tags/],
    ['filters', `{{ a ${'| upcase '.repeat(20_000)}}}`, /limit exceeded/],
    ['a megabyte and more', '{{ a }}' + 'x'.repeat(1_000_001), /limit exceeded/],
    ['literal text in a loop', `{% for i in (1..11) %}${'x'.repeat(100_000)}{% endfor %}`, /more than 1000000/],
  ])('throws a TemplateError with the reason: %s', (_, body, reason) => {
    const refusal: unknown = expect.objectContaining({ message: expect.stringMatching(reason) as unknown });
    let thrown: unknown;
    try {
      renderTransactional(template({ body }), { a: 'x'.repeat(100) });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TemplateError);
    expect(thrown).toEqual(refusal);
  });

  it('shares one allowance between all parts of a message', () => {
    // The clock is stopped, so only outputs and tags count, not the speed of the machine.
    jest.useFakeTimers();
    try {
      const heavy = '{% for i in (1..6000) %}{{ i }}{% endfor %}';
      expect(renderTransactional(template({}, { text: heavy }), {}).text).toMatch(/6000\n$/);
      expect(() => renderTransactional(template({ subject: heavy, headline: heavy, body: heavy }), {})).toThrow(
        /limit exceeded/,
      );
    } finally {
      jest.useRealTimers();
    }
  });
});
