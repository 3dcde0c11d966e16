import { previewMessage, type PreviewedContent } from '../../../domain/email/preview';

const sender = { name: 'Brief', postalAddress: '', logoUrl: null, accentColor: null };
const context = { sender, unsubscribeUrl: 'https://example.com/u/1', viewUrl: 'https://example.com/v/1' };

function missingOf(subject: string, variables: Record<string, unknown>): string[] {
  const slots = { subject, headline: '', body: '', ctaLabel: '', ctaUrl: '' };
  const content: PreviewedContent = { commType: 'marketing', slots, html: null, text: null };
  return previewMessage(content, { variables, ...context }).missing;
}

const items = [{ name: 'Mug', tags: ['new'] }, { name: 'Cup' }];

it.each([
  'items.0.name',
  'items.1.name',
  'items.first.name',
  'items.last.name',
  'items.size',
  'items.0.tags.0',
  'items.0.name.size',
])('finds attributes.%s in a list, like Liquid', (path) => {
  expect(missingOf(`{{ attributes.${path} }}`, { items })).toEqual([]);
});

it.each(['items.2.name', 'items.name', 'items.1.tags.0', 'items.length', 'things.0.name'])(
  'reports attributes.%s as missing',
  (path) => {
    expect(missingOf(`{{ attributes.${path} }}`, { items })).toEqual([`attributes.${path}`]);
  },
);

it('shows placeholder links in the templates of a marketing message', () => {
  const slots = { subject: 'S', headline: '', body: '', ctaLabel: 'View', ctaUrl: '{{ view_url }}' };
  const html = '<a href="{{ unsubscribe_url }}">leave</a> <a href="{{ view_url }}">view</a>';
  const content: PreviewedContent = { commType: 'marketing', slots, html, text: '{{ view_url }}' };
  const message = previewMessage(content, { variables: {}, ...context });
  expect(message).toMatchObject({ missing: [], warnings: [] });
  expect(message.html).toMatch(
    /^<a href="https:\/\/example\.com\/u\/1">leave<\/a> <a href="https:\/\/example\.com\/v\/1">/,
  );
  // The footer stays.
  expect(message.html).toMatch(/<a href="https:\/\/example\.com\/u\/1">Unsubscribe<\/a><\/p>$/);
  expect(message.text).toMatch(/^https:\/\/example\.com\/v\/1\n[^]*Unsubscribe: https:\/\/example\.com\/u\/1\n$/);
});

it('warns about a subject that will be truncated', () => {
  const slots = { subject: '{{ attributes.long }}', headline: '', body: 'b', ctaLabel: '', ctaUrl: '' };
  const warningsOf = (long: string) =>
    previewMessage({ commType: 'marketing', slots, html: null, text: null }, { variables: { long }, ...context })
      .warnings;
  expect(warningsOf('ä'.repeat(499))).toEqual([]);
  expect(warningsOf('ä'.repeat(500))).toEqual([expect.stringContaining('998 bytes')]);
});
