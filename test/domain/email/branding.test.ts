import { catalogTemplates } from '../../../domain/email/catalog/catalog';
import { renderMarketing } from '../../../domain/email/render';
import { renderTransactional } from '../../../domain/email/render-transactional';
import { brandingOf } from '../../../domain/senders/branding';

const sender = brandingOf({
  name: 'Workspace',
  sender: {
    name: 'Acme & Söhne',
    postalAddress: '1 <Main> Street\n12345 Town',
    logoUrl: 'https://cdn.example/logo.png?a=1&b=2',
    accentColor: '#ffee00',
  },
});

const slots = { subject: 'S', headline: 'H', body: 'B', ctaLabel: 'Go', ctaUrl: 'https://shop.example/' };
const context = {
  email: 'a@b.example',
  timezone: 'UTC',
  attributes: {},
  event: { data: {} },
  journey: { id: 'j' },
  execution: { id: 'e' },
};
const marketing = (content: { html?: string; text?: string } = {}) =>
  renderMarketing(
    { slots, html: content.html ?? null, text: content.text ?? null },
    context,
    'https://apex.example/u/t',
    { sender },
  );

test('every marketing message contains the name and postal address, escaped, in HTML and text', () => {
  const messages = [marketing(), marketing({ html: '<body><p>Own</p></body>' }), marketing({ html: 'x', text: 'Own' })];
  for (const { html, text } of messages) {
    expect(html).toContain('Acme &amp; Söhne');
    expect(html).toContain('1 &lt;Main&gt; Street<br>12345 Town');
    expect(html).toContain('https://apex.example/u/t');
    expect(text).toContain('Acme & Söhne\n1 <Main> Street\n12345 Town\nUnsubscribe: https://apex.example/u/t\n');
  }
});

test('catalog layouts contain the logo and accent color and no unfilled placeholders', () => {
  for (const { content, variables } of catalogTemplates) {
    const values = Object.fromEntries(variables.map(({ name, example }) => [name, example]));
    const { html } = renderTransactional(content, values, sender);
    expect(html).toContain('src="https://cdn.example/logo.png?a=1&amp;b=2"');
    expect(html).toContain('alt="Acme &amp; Söhne"');
    expect(html).not.toContain('[[');
    // Yellow is unreadable on white and is replaced by a darker shade.
    expect(html).not.toContain('background="#ffee00"');
    expect(html).not.toContain('#1d4ed8');
  }
});

test('without a logo there is no image, and without a color the default is used', () => {
  const { html } = renderTransactional({ slots, html: null, text: null }, {}, brandingOf({ name: 'A', sender: null }));
  expect(html).not.toContain('<img');
  expect(html).toContain('#1d4ed8');
});
