import { TemplateError, referencesOf } from '../../../domain/email/template';

const of = (source: string): string[] =>
  referencesOf('html', source)
    .map((path) => path.join('.'))
    .sort();

describe('the references of a template', () => {
  it('are the paths that it reads, without duplicates', () => {
    expect(of('{{ a }}{{ a }}{{ b.c | append: d, e: f }}{% if g and h.i == j %}{% elsif k %}{% endif %}')).toEqual(
      ['a', 'b.c', 'd', 'f', 'g', 'h.i', 'j', 'k'].sort(),
    );
    expect(of('{% case a %}{% when b, "c" %}{{ d["e"].f }}{% endcase %}{% cycle g, 1 %}{{ (h..i) | join }}')).toEqual(
      ['a', 'b', 'd.e.f', 'g', 'h', 'i'].sort(),
    );
    expect(of('no variable { here }')).toEqual([]);
  });

  it('exclude names that the template itself has assigned', () => {
    expect(of('{{ x }}{% assign x = y %}{{ x.z }}')).toEqual(['x', 'y']);
    expect(of('{% capture c %}{{ d }}{% endcapture %}{{ c }}')).toEqual(['d']);
    expect(of('{% for item in list %}{{ item.name }}{{ forloop.index }}{% endfor %}{{ item }}')).toEqual([
      'item',
      'list',
    ]);
    expect(of('{% for a in b %}{% for a in a.c %}{{ a }}{% endfor %}{{ a }}{% endfor %}')).toEqual(['b']);
  });

  it('end at values known only when rendering, and include index expressions', () => {
    expect(of('{{ a[b.c].d }}{{ e[0].f }}{{ "text".size }}')).toEqual(['a', 'b.c', 'e']);
    expect(of(`{{ ${'a['.repeat(1_000)}b${']'.repeat(1_000)} }}`)).toEqual(['a', 'b']);
  });

  it('are rejected with the field name if the template is too complex', () => {
    const of10 = (terms: number): string => `{% if ${Array(terms).fill('a').join(' and ')} %}x{% endif %}`;
    expect(of(of10(4_000))).toEqual(['a']);
    const tooMuch = new TemplateError('html', 'has more than 10000 values, outputs and tags: simplify it');
    expect(() => of(of10(15_000))).toThrow(tooMuch);
    expect(() => of(`{% liquid ${'echo a\n'.repeat(15_000)} %}`)).toThrow(tooMuch);
    expect(() => of(`{{ ${'('.repeat(90_000)}1${')'.repeat(90_000)} }}`)).toThrow('is nested too deeply');
  });
});
