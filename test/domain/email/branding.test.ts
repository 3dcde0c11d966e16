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

test('name and postal address stand in every marketing message, in html and text, escaped', () => {
  const messages = [marketing(), marketing({ html: '<body><p>Own</p></body>' }), marketing({ html: 'x', text: 'Own' })];
  for (const { html, text } of messages) {
    expect(html).toContain('Acme &amp; Söhne');
    expect(html).toContain('1 &lt;Main&gt; Street<br>12345 Town');
    expect(html).toContain('https://apex.example/u/t');
    expect(text).toContain('Acme & Söhne\n1 <Main> Street\n12345 Town\nUnsubscribe: https://apex.example/u/t\n');
  }
});

test('logo and accent colour are in the layout of the catalog, and no place is left open', () => {
  for (const { content, variables } of catalogTemplates) {
    const values = Object.fromEntries(variables.map(({ name, example }) => [name, example]));
    const { html } = renderTransactional(content, values, sender);
    expect(html).toContain('src="https://cdn.example/logo.png?a=1&amp;b=2"');
    expect(html).toContain('alt="Acme &amp; Söhne"');
    expect(html).not.toContain('[[');
    // Yellow on white could not be told from it: a darker one is.
    expect(html).not.toContain('background="#ffee00"');
    expect(html).not.toContain('#1d4ed8');
  }
});

test('without a logo there is no picture, and without a colour the service’s own', () => {
  const { html } = renderTransactional({ slots, html: null, text: null }, {}, brandingOf({ name: 'A', sender: null }));
  expect(html).not.toContain('<img');
  expect(html).toContain('#1d4ed8');
});
