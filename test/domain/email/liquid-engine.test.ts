import { createEngine } from '../../../domain/email/liquid-engine';
import { createAllowance, renderField, threadLimits } from '../../../domain/email/template';
import { withoutMarks } from '../../../domain/email/value-marks';

const html = createEngine('html');
const text = createEngine('text');
const values = { names: ['Cara', 'Al', 'Bo'], people: [{ name: 'Al', age: 7 }, { name: 'Bo' }], plan: 'pro' };

const render = (template: string): string => String(text.parseAndRenderSync(template, values));

function refusalOf(template: string): string {
  try {
    render(template);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was rendered.');
}

describe('supported templates', () => {
  it.each([
    ['{{ names | sort | join: ", " }}', 'Al, Bo, Cara'],
    ['{{ people | map: "name" | join: "+" }}', 'Al+Bo'],
    ['{{ people | where: "name", "Bo" | size }}', '1'],
    ['{{ people | where: "age" | map: "name" | first }}', 'Al'],
    ['{{ "a-b" | split: "-" | reverse | join }}', 'b a'],
    ['{% for name in names limit: 2 offset: 1 %}{{ forloop.index }}{{ name }} {% endfor %}', '1Al 2Bo '],
    ['{% if names contains "Al" and plan == "pro" %}yes{% else %}no{% endif %}', 'yes'],
    ['{% unless plan == "free" or names.size < 3 %}paying{% endunless %}', 'paying'],
    ['{% if 2 > 1 and 1 < 2 and 2 >= 2 and 2 <= 2 and 1 != 2 %}ordered{% endif %}', 'ordered'],
    ['{% case plan %}{% when "free", "basic" %}a{% when "pro" %}b{% else %}c{% endcase %}', 'b'],
    ['{% case plan %}{% when "free" %}a{% else %}c{% endcase %}', 'c'],
    ['{% capture greeting %}Hi {{ plan }}{% endcapture %}{{ greeting | upcase }}', 'HI PRO'],
    ['{{ 1234.5 | round | plus: 1 }}', '1236'],
    ['{% raw %}{{ plan }}{% endraw %}', '{{ plan }}'],
  ])('%s renders %j', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it('formats dates in English, in UTC or the given timezone', () => {
    const instant = '"2026-07-01T22:30:00Z" | date: "%A %d %B %H:%M"';
    expect(render(`{{ ${instant} }}`)).toBe('Wednesday 01 July 22:30');
    expect(render(`{{ ${instant}, "Asia/Tokyo" }}`)).toBe('Thursday 02 July 07:30');
  });
});

describe('rejected tags and filters', () => {
  it.each(['include', 'render', 'layout', 'block'])('the tag %s', (tag) => {
    for (const engine of [html, text]) {
      expect(() => engine.parse(`{% ${tag} "/etc/passwd" %}`)).toThrow(`tag "${tag}" not found`);
    }
  });

  it.each(['raw', 'sample', 'nothing', 'constructor', '__proto__', 'where_exp', 'group_by_exp', 'has_exp', 'find_exp'])(
    'the filter %s',
    (filter) => {
      for (const engine of [html, text]) {
        expect(() => engine.parse(`{{ plan | ${filter}: "i", "i" }}`)).toThrow(`undefined filter: ${filter}`);
      }
    },
  );

  it('no remaining filter disables escaping or evaluates expressions', () => {
    const left = Object.entries(html.filters);
    expect(left.length).toBeGreaterThan(40);
    expect(left.filter(([name, filter]) => typeof filter !== 'function' || name.endsWith('_exp'))).toEqual([]);
  });
});

const memory = 'memory alloc limit exceeded';
const costs = 'template render limit exceeded';
const stack = 'Maximum call stack size exceeded';
const doubled = (times: number, template: string): string => template.repeat(times);
const nested = `{% assign a = "x" | split: "" %}${doubled(
  40,
  '{% assign b = "" | split: "" | push: a | push: a %}{% assign a = b %}',
)}`;

describe('a template that would run for hours or use all memory', () => {
  const limits = { nodes: 20_000, ms: 150, memory: 500_000, output: Infinity, links: Infinity };
  const endless = (loop: string): string => `${loop.repeat(30)}x${'{% endfor %}'.repeat(30)}`;
  const renderWith = (source: string, allowance: ReturnType<typeof createAllowance>): string =>
    renderField({ field: 'body', source, output: 'text' as const }, values, allowance);

  it.each(['{% for i in names %}', '{% for i in (1..1000) %}'])(
    'with nested loops %s is stopped by the node or memory limit',
    (loop) => {
      // The processor time does not advance, so only the node and memory limits can stop the template.
      expect(() =>
        renderWith(
          endless(loop),
          createAllowance(limits, () => 0),
        ),
      ).toThrow(new RegExp(`${costs}|${memory}`));
    },
  );

  it('gets the limits of a thread by default', () => {
    expect(createAllowance().limits).toBe(threadLimits);
    expect(() =>
      renderWith(
        '{% for i in (1..21000) %}{{ i }}{% endfor %}',
        createAllowance(undefined, () => 0),
      ),
    ).toThrow(costs);
  });

  it('is stopped when both elapsed and processor time exceed the limit', () => {
    let usedMs = 0;
    const allowance = createAllowance(limits, () => usedMs);
    const looks = [
      [0, 0],
      [151, 0],
      [60_000, 150],
      [60_001, 150.5],
    ].map(([now = 0, used = 0]) => {
      usedMs = used;
      try {
        allowance.check(now);
        return 'goes on';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(looks).toEqual(['goes on', 'goes on', 'goes on', costs]);
  });

  it('is stopped by measured processor time', () => {
    const allowance = createAllowance({ ...limits, ms: 1 });
    allowance.check(0);
    const until = process.cpuUsage();
    while (process.cpuUsage(until).user < 5_000);
    expect(() => allowance.check(2)).toThrow(costs);
  });

  /** Except for the ranges, Liquid's own limits stop none of these. */
  it.each([
    ['a huge range', '{% for i in (1..9000000) %}{% endfor %}', memory],
    ['text that doubles', `{% assign s = "x" %}${doubled(60, '{% assign s = s | append: s %}')}`, memory],
    [
      'captures that double',
      `{% assign s = "x" %}${doubled(60, '{% capture s %}{{ s }}{{ s }}{% endcapture %}')}`,
      memory,
    ],
    [
      'a search through a huge capture',
      `{% capture s %}{% for i in (1..1000) %}${'x'.repeat(1_000)}{% endfor %}{% endcapture %}` +
        `{% if ${new Array(900).fill('s contains "y"').join(' or ')} %}{% endif %}`,
      memory,
    ],
    [
      'a huge capture',
      `{% capture s %}{% for i in (1..1000) %}${'x'.repeat(1_000)}{% endfor %}{% endcapture %}`,
      memory,
    ],
    ['lists in lists, written', `${nested}{{ a }}`, memory],
    ['lists in lists, compared', `${nested}{% assign c = b | reverse %}{% if a == c %}y{% endif %}`, memory],
    [
      'many comparisons of lists',
      `{% assign a = (1..5000) %}{% assign b = a | reverse | reverse %}{% if ${new Array(500).fill('a == b').join(' and ')} %}y{% endif %}`,
      memory,
    ],
    [
      'many cases of lists',
      `{% assign a = (1..5000) %}{% assign b = a | reverse | reverse %}{% case a %}${'{% when b, b %}y'.repeat(500)}{% endcase %}`,
      memory,
    ],
    ['a long path into each of many', `{% assign a = (1..1000) %}{{ a | map: "${'b.'.repeat(5_000)}b" }}`, memory],
    ['a search of many', '{% assign a = (1..400000) %}{{ a | has: "x", "q" }}', memory],
    ['a sum of many', `{% assign a = (1..1000) %}{{ a | sum: "${'b.'.repeat(5_000)}b" }}`, memory],
    ['a date as wide as a book', '{{ "2026-01-01" | date: "%999999999d" }}', memory],
    [
      'a date format made to backtrack',
      `{{ "2026-01-01" | date: "%${'0'.repeat(150_000)}\n" }}`,
      'date format is too long',
    ],
    ['tags nested too deep', '{% if true %}'.repeat(12_000), stack],
    ['brackets nested too deep', `{{ a${'[a'.repeat(50_000)} }}`, stack],
    ['a template too long', 'x'.repeat(1_000_001), 'parse length limit exceeded'],
  ])('%s is rejected', (_, template, message) => {
    expect(refusalOf(template)).toContain(message);
  });

  it.each([
    ['output that is not closed', '{{'.repeat(100_000)],
    ['braces', '{'.repeat(200_000)],
    ['quotes', `{{ ${'"\''.repeat(90_001)} }}`],
    ['comments that are not closed', '{% comment %}'.repeat(15_000)],
    ['raw that is not closed', `{% raw %}${'{% '.repeat(60_000)}`],
    ['a mistake at the end of many lines', `${'\n'.repeat(190_000)}{% nothing %}`],
  ])('%s is rejected by the parser', (_, template) => {
    expect(() => text.parse(template)).toThrow(/not closed|not found/);
  });

  it('uses a separate allowance for each render', () => {
    const nearly = '{% assign a = (1..200000) %}done';
    expect([1, 2, 3, 4].map(() => render(nearly))).toEqual(['done', 'done', 'done', 'done']);
  });

  it('does not stop a long newsletter', () => {
    const products = Array.from({ length: 300 }, (_, index) => ({ name: `Product ${index}`, price: index }));
    const template =
      '{% for p in products %}<li>{{ p.name | upcase | truncate: 20 }} {{ p.price | times: 1.2 | round: 2 }}</li>{% endfor %}' +
      '{{ products | sort: "price" | reverse | map: "name" | join: ", " }}';
    const field = { field: 'html', source: template, output: 'html' as const };
    const rendered = withoutMarks(
      renderField(
        field,
        { products },
        createAllowance(limits, () => 0),
      ),
    );
    expect(rendered.match(/<li>PRODUCT/g)).toHaveLength(300);
    expect(rendered).toContain('</li>Product 299, Product 298');
  });
});
