import { inspectContent } from '../../../domain/email/content-problems';
import { findFooterPlace } from '../../../domain/email/footer-place';
import { renderMarketing } from '../../../domain/email/render';

const slots = { subject: 'S', headline: '', body: '', ctaLabel: '', ctaUrl: '' };
const unsubscribeUrl = 'https://apex.test/u/1';

/** Renders HTML in which `█` marks the footer, and returns where the footer is. */
function rendered(html: string): string {
  const context = { email: '', timezone: 'UTC', attributes: {}, event: { data: {} }, journey: { id: '' } };
  const content = { slots, html: html.replace('█', ''), text: null };
  const message = renderMarketing(content, { ...context, execution: { id: '' } }, unsubscribeUrl);
  return message.html.replace(/<p style="[^"]*"><a href="[^"]*">Unsubscribe<\/a><\/p>/, '█');
}

const problemsOf = (html: string, commType: 'marketing' | 'transactional' = 'marketing') =>
  inspectContent({ slots, html: html.replace('█', ''), text: null }, commType).problems;

test.each([
  '<html><body><p>Hi</p>█</body></html>\n<!-- the frame ends with </body> -->',
  '<body><p>Hi</p>█</body></html><!--[if mso]></body></html><![endif]-->',
  '<body><p>Hi</p><!--[if mso]></body><![endif]-->█</body>',
  '<body>Hi█<!--[if !mso]><!--></body><!--<![endif]--></html>',
  '<body>Hi█<![if !mso]></body><![endif]></html>',
  '<title></body></title><p title="</body>">Hi<script>"</body>"</script><style>/* </body> */</style>█',
  '<body>Hi█</body><template></body></template>',
  '<body><table><tr><td>Hi█</body></html>',
  '<div style="display:none">Preview</div><p>1 < 2█',
  '<p>{{ "<style>" }}{% comment %}<style>{% endcomment %}Hi</p>'.replace('</p>', '</p>█'),
  '<div style="display:none">{% raw %}{{{% endraw %}</div><p>{{ email }}</p>█',
])('the footer is visible at the end of %j', (html) => {
  expect(problemsOf(html)).toEqual([]);
  expect(rendered(html).endsWith(html.slice(html.indexOf('█')))).toBe(true);
});

test.each([
  ['<p>Hi</p>\n█<!-- never closed', 'a comment is never closed (line 2, column 1)'],
  ['<p>Hi</p>█<!--[if mso]></body>', 'a comment is never closed (line 1, column 10)'],
  ['<p>Hi</p>█<style>p { color: red }</body>', '<style> is never closed (line 1, column 10)'],
  ['<p>Hi</p>█<script>1</body>', '<script> is never closed'],
  ['█<title>Hi<body>Hi</body>', '<title> is never closed'],
  ['<p>Hi</p>█<template><p>', '<template> is never closed'],
  ['<p>Hi</p>█<a href="https://e.com', 'a tag is never closed'],
  ['<p>Hi█</p', 'a tag is never closed'],
  ['<p>Hi</p>█<select><option>a</body>', '<select> is never closed'],
  ['<p>Hi</p>█<div style="Display : NONE !important">Hi</body>', '<div> is hidden and never closed'],
  ['<p>Hi</p>█<div style="max-height:0px; overflow:hidden">Hi</body>', '<div> is hidden and never closed'],
  ['<p>Hi█<!--[if mso]><style><![endif]--></p>', '<style> is never closed'],
])('%j hides its end: it is refused when saved, and the footer is elsewhere when sent', (html, problem) => {
  expect(problemsOf(html)).toEqual([{ path: 'html', message: expect.stringContaining(problem) as string }]);
  expect(problemsOf(html, 'transactional')).toEqual([]);
  expect(rendered(html)).toBe(html);
});

test('a message is not rendered if its footer would not be visible anywhere', () => {
  const html = '<body style="display:none">Hi</body>';
  expect(problemsOf(html)).toHaveLength(1);
  expect(() => rendered(html)).toThrow('not be visible anywhere');
});

test('a template is not refused for a hidden element that only one branch opens', () => {
  expect(problemsOf('{% if a %}<td hidden>{% else %}<td>{% endif %}Hi</td>')).toEqual([]);
  expect(problemsOf('{% if a %}<!-- {% endif %}Hi')).toHaveLength(1);
});

test.each([
  '<div>'.repeat(20_000),
  '<b>'.repeat(30_000),
  `${Array.from({ length: 400 }, (_, index) => `<p><b a${index}></p>`).join('')}${'<p>x</p>'.repeat(10_000)}`,
  `<a ${Array.from({ length: 40_000 }, (_, index) => index.toString(36)).join(' ')}>`,
  '<!--[if !mso]><!-->'.repeat(5_000),
  '</body>'.repeat(15_000),
  '<table>'.repeat(10_000),
])('malicious HTML takes linear time: %.12s', (html) => {
  const startMs = process.cpuUsage().user / 1_000;
  try {
    findFooterPlace(html);
  } catch (error) {
    expect(String(error)).toContain('nested too deeply');
  }
  expect(process.cpuUsage().user / 1_000 - startMs).toBeLessThan(3_000);
});
