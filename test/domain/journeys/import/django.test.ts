import { klaviyoDialect } from '../../../../domain/journeys/import/templates/klaviyo-template';
import { renderedTemplate } from './exports';

/** Django's templates, with the results that Django gives. */

const scope = {
  email: 'a@b.c',
  timezone: 'UTC',
  attributes: {
    first_name: "anne-marie o'neil",
    plan: 'pro',
    n: 5,
    one: 1,
    price: 2.675,
    loss: -0.5,
    text: '19.9',
    empty: '',
    zero: 0,
    list: [],
    pairs: { a: 1, b: 2 },
    'Favorite Color': 'red',
  },
  event: { data: { day: '2026-03-01T10:00:00Z', items: [{ name: 'Tea' }, { name: 'Jam' }], 'x y': { z: 3 } } },
  unsubscribe_url: 'U',
  view_url: 'V',
};
const inserts = { subject: '', preheader: 'Preview' };
const render = (template: string) => renderedTemplate(klaviyoDialect, template, { scope, inserts });

it.each([
  ['{% comment %}40%{% endcomment %}{# for {{ staff #}x', 'x'],
  [
    "{{ person|lookup:'Favorite Color'|upper }} {{ event|lookup:'x y'|lookup:'z' }} {{ event.items.1.name }}",
    'RED 3 Jam',
  ],
  [
    '{% for i in event.items %}[{{ i.name }}]{% endfor %}{% if event.items|length > 1 %}many{% endif %}',
    '[Tea][Jam]many',
  ],
  [
    '{% for i in event.items %}{{ forloop.counter }}{{ forloop.counter0 }}{{ forloop.revcounter }}' +
      '{% if not forloop.last %},{% endif %}{% empty %}none{% endfor %}',
    '102,211',
  ],
  ['{% for i in person.list %}x{% empty %}none{% endfor %}', 'none'],
  ["{% for i in event.items|slice:':1' %}{{ i.name }}{% endfor %}", 'Tea'],
  ['{% for k, v in person.pairs.items %}{{ k }}={{ v }};{% endfor %}', 'a=1;b=2;'],
  ['{% with a=event.items.0.name %}{{ a }}{% endwith %}{% with person.plan as p %}{{ p }}{% endwith %}', 'Teapro'],
  ["{% ifequal person.plan 'pro' %}eq{% else %}ne{% endifequal %}", 'eq'],
  ['{% firstof person.empty person.zero person.plan %} {% cycle "a" "b" %} {% templatetag openvariable %}', 'pro a {{'],
  ['{% if person.n &gt; 3 %}a{% endif %}', 'a'],
  [
    '<a href="{% unsubscribe_link %}"> <a href="{% unsubscribe %}"> {% web_view %}',
    '<a href="U"> <a href="U"> <a href="V">View in Your Browser</a>',
  ],
  [
    "{% unsubscribe 'Leave' %} {% web_view_link %} {% render_variable preview_text %}",
    '<a href="U">Leave</a> V Preview',
  ],
])('renders %s', (template, text) => {
  expect(render(template)).toEqual({ text, notes: [] });
});

it.each([
  ['person.empty', false],
  ['person.zero', false],
  ['person.list', false],
  ['person.missing', false],
  ['person.n', true],
  ['not person.zero', true],
  ['not person.n or person.zero', false],
  ['person.zero or person.list or person.plan', true],
  ['person.empty and person.n or person.plan', true],
  ['person.plan and not person.n or person.zero', false],
  ["person.plan in 'pro,free' and person.plan not in 'x'", true],
  ['person.missing is None and person.n is not None', true],
  ['person.n == True', false],
  ['person.n >= 5 and person.n != 6', true],
  ['person.first_name|length == 18', false],
])('if %s is %s', (condition, isTrue) => {
  expect(render(`{% if ${condition} %}yes{% else %}no{% endif %}`)).toEqual({ text: isTrue ? 'yes' : 'no', notes: [] });
});

it.each([
  ['first_name|title', "Anne-Marie O'neil"],
  ['first_name|capfirst', "Anne-marie o'neil"],
  ["first_name|title|default:'there'", "Anne-Marie O'neil"],
  ["person.zero|default:'none'", 'none'],
  ["person.missing|default:'none'", 'none'],
  ["person.list|default:'none'", 'none'],
  ['person.price|floatformat:2', '2.68'],
  ['person.price|floatformat', '2.7'],
  ['person.n|floatformat', '5'],
  ['person.n|floatformat:2', '5.00'],
  ['person.loss|floatformat:0', '-1'],
  ['person.text|floatformat:2', '19.90'],
  ['person.plan|floatformat:2', ''],
  ['person.missing|floatformat:2', ''],
  ['person.one|pluralize', ''],
  ["person.n|pluralize:'y,ies'", 'ies'],
  ["person.zero|yesno:'a,b'", 'b'],
  ['person.plan|truncatechars:2', 'p…'],
  ['first_name|truncatewords:2', "anne-marie o'neil"],
  ['first_name|truncatewords:1', 'anne-marie …'],
  ["person.plan|add:'x'", 'prox'],
  ['person.n|add:2', '7'],
  ['person.n|divide:2', '2.5'],
  ["'a b/c+'|urlencode", 'a%20b/c%2B'],
  ["person.plan|slice:'-2:'", 'ro'],
  ["person.plan|cut:'p'|upper", 'RO'],
])('{{ %s }} is %s', (value, text) => {
  expect(render(`{{ ${value} }}`)).toEqual({ text, notes: [] });
});

it.each([
  ['F d, Y', 'March 01, 2026'],
  ['D j M y', 'Sun 1 Mar 26'],
  ['jS \\o\\f F', '1st of March'],
  ['N j, Y', 'March 1, 2026'],
  ['g:i A', '10:00 AM'],
  ['c', '2026-03-01T10:00:00+00:00'],
  ['100%', '100%'],
])('formats a date as %s', (format, text) => {
  const template = `{{ event.day|date:'${format}' }}`;
  expect(render(template)).toEqual({ text, notes: [`info ${template}`] });
});

it.each([
  '{{ event.day|date:"W" }}',
  '{{ event.day|date:"%B %d" }}',
  '{{ event.x|safe }}',
  '{{ event.x|intcomma }}',
  '{{ feeds.news }}',
  '{{ person }}',
  "{% coupon_code 'X' %}",
  '{% include "x" %}',
  '{{ person.a.b|lookup }}',
])('lists %s as an error', (template) => {
  expect(render(template)).toEqual({ text: '', notes: [`error ${template}`] });
});

it('lists a block of a catalog, and shows nothing of it', () => {
  const { text, notes } = render('{% catalog event.id %}<b>{{ catalog_item.title }}</b>{% endcatalog %}');
  expect(text).toBe('');
  expect(notes).toEqual(['error {% catalog event.id %}', 'error {{ catalog_item.title }}']);
});
